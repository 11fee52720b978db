package dev.bascule.app.generate;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.FileName;
import dev.bascule.models.source.ModelSource;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.ModelNames;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.suites.suite.SuiteReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a test is going to run, put together of what is known of it.
 *
 * @param model with its inputs
 * @param chain where
 * @param setup options that say how browsers take part, with their values
 * @param run that it was measured in, or whose model it has
 * @param measured the cell, where there is one
 * @param like the cell that settings are taken from: the measured one, or another of the same model
 */
record TestSubject(
        SuiteModel model,
        Chain chain,
        Map<String, String> setup,
        Optional<RunRecord> run,
        Optional<CaseRun> measured,
        Optional<CaseRun> like) {

    TestSubject {
        setup = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(setup));
    }

    /** @param readsSuites whether suites may be read from the disk */
    static TestSubject of(TestSource testSource, boolean readsSuites) {
        return testSource.fold(cell -> measured(cell, readsSuites), gap -> gap(gap, readsSuites));
    }

    private static TestSubject measured(TestSource.Measured cell, boolean readsSuites) {
        Reproduced line = Reproduced.of(cell.cell().reproduce());
        return new TestSubject(
                model(cell.run(), cell.cell(), line, readsSuites),
                cell.cell().chain(),
                line.setup(),
                Optional.of(cell.run()),
                Optional.of(cell.cell()),
                Optional.of(cell.cell()));
    }

    private static TestSubject gap(TestSource.Gap gap, boolean readsSuites) {
        Map<String, String> setup = new LinkedHashMap<>();
        gap.browsers().ifPresent(words -> setup.put("--browsers", words));
        return gap.model()
                .fold(
                        reference -> new TestSubject(
                                plain(reference),
                                gap.chain(),
                                setup,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        like -> new TestSubject(
                                model(
                                        like.run(),
                                        like.cell(),
                                        Reproduced.of(like.cell().reproduce()),
                                        readsSuites),
                                gap.chain(),
                                setup,
                                Optional.of(like.run()),
                                Optional.empty(),
                                Optional.of(like.cell())));
    }

    private static SuiteModel plain(String reference) {
        return new SuiteModel(
                reference, ModelNames.name(ModelSource.parse(reference, Path.of(""))), SuiteModel.Feed.NONE);
    }

    /** As the suite had it, where that is still the same: it may say more than a command line can. */
    private static SuiteModel model(RunRecord run, CaseRun cell, Reproduced line, boolean readsSuites) {
        return suite(run, readsSuites)
                .flatMap(suite -> suite.models().stream()
                        .filter(model -> model.name().equals(cell.caseId().name()))
                        .findFirst())
                .orElseGet(() -> named(line.model(), cell.caseId()));
    }

    private static Optional<Suite> suite(RunRecord run, boolean readsSuites) {
        Stream<Suite> files = readsSuites
                ? ShellWords.split(run.invocation().command()).stream()
                        .filter(word -> word.endsWith(".yaml") || word.endsWith(".yml"))
                        .flatMap(word -> onDisk(word).stream())
                : Stream.empty();
        return Stream.concat(BuiltInSuites.find(run.invocation().suite()).stream(), files)
                .filter(suite -> suite.hash().equals(run.invocation().suiteHash()))
                .findFirst();
    }

    /** The line is of another day: what is there now may be something else, which is as if it were gone. */
    private static Optional<Suite> onDisk(String word) {
        try {
            Path path = Path.of(word);
            return Files.isRegularFile(path) ? Optional.of(SuiteReader.read(path)) : Optional.empty();
        } catch (BasculeException | InvalidPathException unreadable) {
            return Optional.empty();
        }
    }

    /** The same with another setup. */
    TestSubject with(Map<String, String> other) {
        return new TestSubject(model, chain, other, run, measured, like);
    }

    private static SuiteModel named(SuiteModel model, CaseId id) {
        return new SuiteModel(
                model.reference(), id.name(), model.feed(), model.expected(), Optional.empty(), Optional.empty());
    }

    /** A word for suite, files and class: the model and where it runs. */
    String name() {
        String browser = Optional.ofNullable(setup.get("--browsers"))
                .filter(words -> !words.equals("auto"))
                .map(words -> "-" + CaseId.word(words))
                .orElse("");
        String where = String.join(
                "-", chain.rungs().stream().map(backend -> backend.id()).toList());
        String name = CaseId.word(model.name()) + "-on-" + where + browser;
        return FileName.of(name.toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
    }
}
