package dev.bascule.cli.serve;

import dev.bascule.app.generate.GeneratedTest;
import dev.bascule.app.generate.TestRequest;
import dev.bascule.app.generate.TestSource;
import dev.bascule.bridge.dashboard.generate.TestGeneration;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import java.util.List;
import java.util.Optional;

/**
 * Writes the tests that {@code bascule generate} writes. Thread-safe.
 *
 * @param offer what a model may be
 */
record DashboardGenerator(CliContext context, DashboardCatalog offer) implements TestGeneration {

    @Override
    public Generated generate(Source source) {
        GeneratedTest test = dev.bascule.app.generate.TestGenerator.generate(
                new TestRequest(wish(source), context.folder(), TestRequest.PACKAGE, false));
        return new Generated(
                test.files().stream()
                        .map(file -> new GeneratedFile(file.path(), file.text()))
                        .toList(),
                test.todo());
    }

    private TestSource wish(Source source) {
        if (source instanceof OfCell cell) {
            return new TestSource.Measured(cell.run(), cell.cell());
        }
        if (source instanceof LikeCell like) {
            return gap(new TestSource.GapModel.Like(like.run(), like.cell()), like.chain(), like.browser());
        }
        OfModel model = (OfModel) source;
        return gap(new TestSource.GapModel.Named(offer.argument(model.model())), model.chain(), model.browser());
    }

    private static TestSource gap(TestSource.GapModel model, List<String> chain, Optional<String> browser) {
        return new TestSource.Gap(model, Chain.parse(String.join("->", chain), Backends.installed()), browser);
    }
}
