package dev.bascule.junit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectFile;
import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.bascule.app.environment.QuietRunEnvironments;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.junit.SumModel;
import dev.bascule.junit.VerdictError;
import dev.bascule.junit.run.SuiteRunner;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.opentest4j.TestAbortedException;

/**
 * Real runs, held against baselines in which times are planted: a hundred times theirs, or a hundredth. Not less, for no clock tells
 * less than a nanosecond.
 */
@Tag("native")
class BaselineTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    private Path suite() throws IOException {
        return Files.writeString(
                folder.resolve("sums.yaml"), "name: sums\nmodels:\n  - model: sum\ntargets: [cpu]\nchains: []\n");
    }

    private EngineExecutionResults execute(String... parameters) throws IOException {
        EngineTestKit.Builder kit = EngineTestKit.engine(new BasculeTestEngine(() ->
                        new SuiteRunner(QuietRunEnvironments.of(WARM), CacheFolder.ofProcess(), Clock.systemUTC())))
                .configurationParameter("bascule.minIterations", "51")
                .configurationParameter("bascule.minDuration", "1ms")
                .configurationParameter("bascule.warmUpLimit", "1ms")
                .configurationParameter("bascule.retries", "0")
                .configurationParameter("bascule.browsers", "none");
        for (int i = 0; i < parameters.length; i += 2) {
            kit.configurationParameter(parameters[i], parameters[i + 1]);
        }
        return kit.selectors(selectFile(suite().toString())).execute();
    }

    /** With a history, which the runs are appended to. */
    private EngineExecutionResults executeWithHistory(String... parameters) throws IOException {
        List<String> all = new ArrayList<>(List.of(parameters));
        all.add("bascule.store");
        all.add(folder.resolve("history.duckdb").toString());
        return execute(all.toArray(String[]::new));
    }

    private RunRecord newest() {
        try (History history = DuckDbHistory.open(folder.resolve("history.duckdb"))) {
            return history.latest(RunFilter.ofSuite("sums")).orElseThrow();
        }
    }

    /** The run an hour earlier, with so many times its times, as a file. */
    private String planted(RunRecord run, double times) throws IOException {
        return planted("baseline-" + times, run, run.machine(), cell -> slower(cell, times));
    }

    private String planted(String name, RunRecord run, Machine machine, UnaryOperator<CaseRun> change)
            throws IOException {
        RunRecord other = new RunRecord(
                new Invocation(
                        "20261101-0000",
                        run.invocation().suite(),
                        run.invocation().suiteHash(),
                        run.invocation().seed(),
                        run.invocation().command()),
                new RunRecord.Times(
                        run.times().startedAt().minus(Duration.ofHours(1)),
                        run.times().finishedAt().minus(Duration.ofHours(1)),
                        run.times().elapsed()),
                machine,
                new RunRecord.Extent(run.extent().selection(), false, List.of()),
                run.runs().stream().map(change).toList(),
                run.scenarios());
        Path file = folder.resolve(name + ".json");
        Files.writeString(file, RunDocuments.json(other));
        return file.toString();
    }

    private static CaseRun ofAnotherModel(CaseRun run) {
        ModelInfo model = run.model();
        ModelInfo other = new ModelInfo(
                model.name(),
                "0".repeat(64),
                model.bytes(),
                model.family(),
                model.task(),
                model.opsets(),
                model.operators(),
                model.parameters(),
                model.signatures());
        return new CaseRun(run.caseId(), other, run.chain(), run.attempts(), run.fallbackCost(), run.reproduce());
    }

    private static Machine another(Machine machine) {
        return new Machine("feedfacefeedface", machine.os(), machine.cpu(), machine.memoryBytes(), machine.gpus());
    }

    private static List<String> entries(EngineExecutionResults results, String key) {
        return results.allEvents().reportingEntryPublished().stream()
                .flatMap(event -> event.getPayload(ReportEntry.class).stream())
                .flatMap(entry -> Stream.ofNullable(entry.getKeyValuePairs().get(key)))
                .toList();
    }

    private static CaseRun slower(CaseRun run, double times) {
        Attempt right = run.decisive();
        Timing timing = right.measured().timing().orElseThrow();
        // A quiet run's: what stalled this one has no part in the other.
        double median = Summary.of(timing.measured()).orElseThrow().median();
        Samples samples = Samples.ofMillis(IntStream.range(0, timing.measured().size())
                .mapToDouble(i -> median * times * (1 + 0.01 * (i % 5)))
                .toArray());
        return Attempts.alone(run, Attempts.timed(right, new Timing(timing.warmUp(), samples, true, Optional.empty())));
    }

    @Test
    void a_cell_that_became_worse_than_its_baseline_fails_its_test_and_one_that_did_not_passes() throws IOException {
        SumModel.right(folder.resolve("sum"));
        executeWithHistory();
        RunRecord first = newest();
        String faster = planted(first, 0.01);
        String slower = planted(first, 100);

        // Without a history: how far the few runs of an inference this short lie apart is no part of what is shown.
        execute("bascule.baseline", slower)
                .testEvents()
                .assertThatEvents()
                .haveExactly(1, event(test("target:cpu"), finishedSuccessfully()));
        Path out = folder.resolve("out");
        execute("bascule.baseline", faster, "bascule.out", out.toString())
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("target:cpu"),
                                finishedWithFailure(
                                        instanceOf(VerdictError.class),
                                        message(text -> text.contains("is worse than the baseline")
                                                && text.contains("error[REGRESSION]: sum on cpu takes ×")
                                                && text.contains("reproduce: ")))));
        try (Stream<Path> runs = Files.list(out)) {
            assertThat(runs)
                    .singleElement()
                    .satisfies(run ->
                            assertThat(run.resolve("comparison.md")).content().contains("**regression**"));
        }
        execute("bascule.baseline", faster, "bascule.failOn", "never")
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("target:cpu"),
                                abortedWithReason(
                                        instanceOf(TestAbortedException.class),
                                        message(text -> text.contains("error[REGRESSION]")))));
    }

    @Tag("full")
    @Test
    void outputs_that_are_no_longer_right_fail_and_a_failure_that_the_history_knows_is_told() throws IOException {
        SumModel.right(folder.resolve("sum"));
        executeWithHistory();
        SumModel.wrong(folder.resolve("sum"));

        executeWithHistory("bascule.baseline", "latest", "bascule.failOn", "regressions")
                .testEvents()
                .assertThatEvents()
                .haveExactly(1, event(test("target:cpu"), finishedWithFailure(instanceOf(VerdictError.class))));
        executeWithHistory("bascule.baseline", "latest", "bascule.failOn", "regressions")
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("target:cpu"),
                                abortedWithReason(
                                        instanceOf(TestAbortedException.class),
                                        message(text -> text.contains("as well: WRONG")))));
    }

    @Tag("full")
    @Test
    @Tag("red-team")
    void a_baseline_that_compares_nothing_fails_what_ran_and_one_of_another_machine_is_told() throws IOException {
        SumModel.right(folder.resolve("sum"));
        executeWithHistory();
        RunRecord first = newest();
        String exported = planted("exported", first, first.machine(), BaselineTest::ofAnotherModel);
        String elsewhere = planted("elsewhere", first, another(first.machine()), cell -> cell);

        EngineExecutionResults nothing =
                executeWithHistory("bascule.baseline", exported, "bascule.failOn", "regressions");
        nothing.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("target:cpu"),
                                finishedWithFailure(
                                        instanceOf(VerdictError.class),
                                        message(text -> text.contains("held against nothing")
                                                && text.contains("no case of this run is in the baseline")
                                                && text.contains("make its baseline anew")))));
        assertThat(entries(nothing, "casesInBoth")).containsExactly("0");
        executeWithHistory("bascule.baseline", exported, "bascule.failOn", "never")
                .testEvents()
                .assertThatEvents()
                .haveExactly(1, event(test("target:cpu"), abortedWithReason(instanceOf(TestAbortedException.class))));
        EngineExecutionResults other =
                executeWithHistory("bascule.baseline", elsewhere, "bascule.failOn", "regressions");
        other.testEvents().assertThatEvents().haveExactly(1, event(test("target:cpu"), finishedSuccessfully()));
        assertThat(entries(other, "casesInBoth")).containsExactly("1");
        assertThat(entries(other, "warning")).anyMatch(text -> text.contains("another machine"));
    }

    @Test
    void regressions_without_a_baseline_and_a_baseline_that_is_not_there_say_so() throws IOException {
        SumModel.right(folder.resolve("sum"));

        assertThat(execute("bascule.failOn", "regressions").allEvents().failed().stream()
                        .map(Object::toString)
                        .toList())
                .anyMatch(text -> text.contains("wants a --baseline"));
        assertThat(execute("bascule.baseline", "latest").testEvents().failed().stream()
                        .map(Object::toString)
                        .toList())
                .anyMatch(text -> text.contains("no bascule.store is named"));
        assertThat(execute("bascule.baseline", "nowhere.json").testEvents().failed().stream()
                        .map(Object::toString)
                        .toList())
                .anyMatch(text -> text.contains("there is no file"));
    }
}
