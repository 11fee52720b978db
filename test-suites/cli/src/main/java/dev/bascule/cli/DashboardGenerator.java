package dev.bascule.cli;

import dev.bascule.app.generate.GeneratedTest;
import dev.bascule.app.generate.TestRequest;
import dev.bascule.app.generate.TestWish;
import dev.bascule.bridge.dashboard.generate.TestGenerator;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import java.util.List;
import java.util.Optional;

/**
 * Writes the tests that {@code bascule generate} writes. Thread-safe.
 *
 * @param offer what a model may be
 */
record DashboardGenerator(CliContext context, DashboardOffer offer) implements TestGenerator {

    @Override
    public Generated generate(Wish wish) {
        GeneratedTest test = dev.bascule.app.generate.TestGenerator.generate(
                new TestRequest(wish(wish), context.folder(), TestRequest.PACKAGE, false));
        return new Generated(
                test.files().stream()
                        .map(file -> new GeneratedFile(file.path(), file.text()))
                        .toList(),
                test.todo());
    }

    private TestWish wish(Wish wish) {
        if (wish instanceof OfCell cell) {
            return new TestWish.Measured(cell.run(), cell.cell());
        }
        if (wish instanceof LikeCell like) {
            return gap(new TestWish.GapModel.Like(like.run(), like.cell()), like.chain(), like.browser());
        }
        OfModel model = (OfModel) wish;
        return gap(new TestWish.GapModel.Named(offer.argument(model.model())), model.chain(), model.browser());
    }

    private static TestWish gap(TestWish.GapModel model, List<String> chain, Optional<String> browser) {
        return new TestWish.Gap(model, Chain.parse(String.join("->", chain), Backends.installed()), browser);
    }
}
