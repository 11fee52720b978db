package dev.bascule.junit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectFile;
import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.junit.BasculeSuite;
import dev.bascule.junit.SuiteException;
import dev.bascule.junit.SumModel;
import dev.bascule.junit.VerdictError;
import dev.bascule.junit.run.SuiteRunner;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.opentest4j.TestAbortedException;

/** The engine runs real suites in real children and a real browser. */
@Tag("native")
class ExecutionTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    @TempDir
    Path folder;

    @BasculeSuite("dev/bascule/junit/no-such.yaml")
    static class Missing {}

    private static EngineTestKit.Builder kit() {
        return kit(new BasculeTestEngine(() -> new SuiteRunner(WARM, CacheFolder.ofProcess(), Clock.systemUTC())));
    }

    private static EngineTestKit.Builder kit(BasculeTestEngine engine) {
        return EngineTestKit.engine(engine)
                .configurationParameter("bascule.minIterations", "2")
                .configurationParameter("bascule.minDuration", "1ms")
                .configurationParameter("bascule.warmUpLimit", "1ms")
                .configurationParameter("bascule.comparisons", "off");
    }

    private Path suite(String name, String... lines) throws IOException {
        return Files.writeString(
                folder.resolve(name + ".yaml"), "name: " + name + "\n" + String.join("\n", lines) + "\n");
    }

    private static List<String> entries(EngineExecutionResults results, String key) {
        return results.allEvents().reportingEntryPublished().stream()
                .flatMap(event -> event.getPayload(org.junit.platform.engine.reporting.ReportEntry.class).stream())
                .flatMap(entry -> Stream.ofNullable(entry.getKeyValuePairs().get(key)))
                .toList();
    }

    @Test
    void right_cells_pass_with_evidence_figures_history_and_reports_and_absent_backends_are_aborted()
            throws IOException {
        SumModel.right(folder.resolve("sum"));
        Path suite = suite("good", "models:", "  - model: sum", "targets: [cpu, cuda]", "chains: ['cuda->cpu']");
        Path store = folder.resolve("history.duckdb");
        EngineExecutionResults results = kit().configurationParameter("bascule.browsers", "none")
                .configurationParameter("bascule.store", store.toString())
                .configurationParameter("bascule.out", folder.resolve("reports").toString())
                .configurationParameter("bascule.reporter", "junit")
                .selectors(selectFile(suite.toString()))
                .execute();

        results.containerEvents().assertStatistics(counts -> counts.started(3).succeeded(3));
        results.testEvents()
                .assertStatistics(counts -> counts.started(3).succeeded(2).aborted(1));
        results.testEvents()
                .assertThatEvents()
                .haveExactly(1, event(test("target:cpu"), finishedSuccessfully()))
                .haveExactly(1, event(test("chain:cuda->cpu"), finishedSuccessfully()))
                .haveExactly(
                        1,
                        event(
                                test("target:cuda"),
                                abortedWithReason(
                                        instanceOf(TestAbortedException.class),
                                        message(text -> text.startsWith("UNSUPPORTED (")))));
        assertThat(entries(results, "verdict")).containsExactlyInAnyOrder("PASS", "FELL_BACK", "UNSUPPORTED");
        assertThat(entries(results, "evidence")).contains("PROVEN");
        assertThat(entries(results, "median")).hasSize(2).allMatch(text -> text.endsWith(" ms"));
        assertThat(entries(results, "samples")).allMatch(text -> Integer.parseInt(text) >= 2);
        try (History history = DuckDbHistory.open(store)) {
            RunRecord record = history.latest(RunFilter.ofSuite("good")).orElseThrow();
            assertThat(record.runs()).hasSize(3);
            assertThat(record.invocation().command()).isEqualTo("JUnit good");
            assertThat(folder.resolve("reports").resolve(record.id()))
                    .isDirectoryContaining("glob:**/run.json")
                    .isDirectoryContaining("glob:**/*.html")
                    .isDirectoryContaining("glob:**/*.xml");
        }
    }

    @Test
    void what_moves_on_is_a_parameter_above_the_suite_and_told_where_it_ends_a_chain() throws IOException {
        SumModel.right(folder.resolve("sum"));
        Path suite = suite(
                "policy",
                "models:",
                "  - model: sum",
                "targets: [cpu]",
                "chains: ['cuda->cpu']",
                "fallBackOn: [crashed]");
        EngineTestKit.Builder kit = kit().selectors(selectFile(suite.toString()));

        EngineExecutionResults stopped = kit.execute();
        stopped.testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("chain:cuda->cpu"),
                                abortedWithReason(message(text -> text.startsWith("UNSUPPORTED (")))));
        assertThat(entries(stopped, "fallBackOn")).contains("crashed");
        assertThat(entries(stopped, "stopped"))
                .containsExactly(
                        "the chain ends at cuda: unavailable is not among what falls back (crashed), so cpu was not tried");

        EngineExecutionResults moved =
                kit.configurationParameter("bascule.fallBackOn", "unavailable").execute();
        moved.testEvents().assertThatEvents().haveExactly(1, event(test("chain:cuda->cpu"), finishedSuccessfully()));
        assertThat(entries(moved, "stopped")).isEmpty();
    }

    @Test
    void negative_control_a_wrong_model_fails_with_code_reason_remedy_and_reproduce_line() throws IOException {
        SumModel.wrong(folder.resolve("sum"));
        Path suite = suite("bad", "models:", "  - model: sum", "targets: [cpu]", "chains: []");
        EngineExecutionResults results = kit().configurationParameter("bascule.retries", "0")
                .selectors(selectFile(suite.toString()))
                .execute();
        results.testEvents().assertStatistics(counts -> counts.started(1).failed(1));
        VerdictError error = (VerdictError) results.testEvents()
                .failed()
                .list()
                .get(0)
                .getRequiredPayload(org.junit.platform.engine.TestExecutionResult.class)
                .getThrowable()
                .orElseThrow();
        assertThat(error.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(error)
                .hasMessageContaining("is WRONG, expected no failure")
                .hasMessageContaining("error[NUMERICS_WRONG]")
                .hasMessageContaining("remedy: ")
                .hasMessageContaining("reproduce: bascule run " + folder.resolve("sum"));
        assertThat(error.getActual().getStringRepresentation()).isEqualTo("WRONG");
    }

    @Test
    void a_known_failure_is_aborted_and_one_that_passes_by_now_fails() throws IOException {
        SumModel.wrong(folder.resolve("wrong"));
        SumModel.right(folder.resolve("right"));
        Path suite = suite("known", "models:", "  - model: wrong", "  - model: right", "targets: [cpu]", "chains: []");
        Path expectations = Files.writeString(
                folder.resolve("expectations.txt"),
                "expectations:\n  - case: 'known:*:*'\n    expect: WRONG\n    backend: cpu\n");
        EngineExecutionResults results = kit().configurationParameter("bascule.retries", "0")
                .configurationParameter("bascule.expectations", expectations.toString())
                .selectors(selectFile(suite.toString()))
                .execute();
        results.testEvents()
                .assertThatEvents()
                .haveExactly(1, event(abortedWithReason(message(text -> text.startsWith("known failure: WRONG")))))
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                instanceOf(VerdictError.class),
                                message(text -> text.contains("is PASS, expected WRONG")
                                        && text.contains("expectations.txt")))));
    }

    @Test
    void where_nothing_of_a_suite_ran_its_tests_fail_unless_that_is_tolerated() throws IOException {
        SumModel.right(folder.resolve("sum"));
        Path suite = suite("absent", "models:", "  - model: sum", "targets: [cuda]", "chains: []");
        kit().selectors(selectFile(suite.toString()))
                .execute()
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(message(
                                text -> text.startsWith("nothing of the suite ran") && text.contains("reproduce: ")))));
        kit().configurationParameter("bascule.junit.absent", "tolerate")
                .selectors(selectFile(suite.toString()))
                .execute()
                .testEvents()
                .assertStatistics(counts -> counts.aborted(1).failed(0));
    }

    @Test
    void a_suite_that_cannot_be_run_fails_each_of_its_tests_with_the_reason() throws IOException {
        Files.writeString(folder.resolve("broken.onnx"), "this is no model");
        Path suite = suite("broken", "models:", "  - model: broken.onnx", "targets: [cpu]", "chains: []");
        kit().selectors(selectFile(suite.toString()))
                .execute()
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(
                                test("target:cpu"),
                                finishedWithFailure(
                                        instanceOf(SuiteException.class),
                                        message(text -> text.startsWith("NOT_ONNX: ") && text.contains("remedy: ")))));
    }

    @Test
    @Tag("red-team")
    void a_model_of_another_hash_than_the_suite_is_for_is_refused() throws IOException {
        SumModel.right(folder.resolve("sum"));
        Path suite = suite(
                "pinned", "models:", "  - model: sum", "    sha256: " + "0".repeat(64), "targets: [cpu]", "chains: []");
        kit().selectors(selectFile(suite.toString()))
                .execute()
                .testEvents()
                .assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(text -> text.startsWith("HASH_MISMATCH: ")))));
    }

    @Test
    void a_suite_that_is_missing_and_a_parameter_that_is_misspelt_fail() throws IOException {
        kit().selectors(selectClass(Missing.class))
                .execute()
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(
                                message(text -> text.startsWith("SUITE_INVALID: there is no suite")))));
        Path suite = suite("any", "models:", "  - model: bert-micro");
        kit().configurationParameter("bascule.browser", "none")
                .selectors(selectFile(suite.toString()))
                .execute()
                .testEvents()
                .assertThatEvents()
                .haveExactly(
                        1,
                        event(finishedWithFailure(message(text -> text.contains("'bascule.browser'; did you mean")))));
    }

    @Test
    void suites_share_what_was_started_and_a_scenario_is_a_test_beside_its_chains() throws IOException {
        SumModel.right(folder.resolve("sum"));
        Path one = suite("one", "models:", "  - model: sum", "targets: [cpu]", "chains: []");
        Path two = suite(
                "two",
                "models:",
                "  - model: sum",
                "    scenarios: [{soak: {cycles: 3}}]",
                "targets: [cpu]",
                "chains: []");
        AtomicInteger opened = new AtomicInteger();
        RunEnvironmentFactory factory = (request, times, listener) -> {
            opened.incrementAndGet();
            return LocalRunEnvironments.ofThisMachine().open(request, times, listener);
        };
        BasculeTestEngine engine =
                new BasculeTestEngine(() -> new SuiteRunner(factory, CacheFolder.ofProcess(), Clock.systemUTC()));
        EngineExecutionResults results = kit(engine)
                .selectors(selectFile(one.toString()), selectFile(two.toString()))
                .execute();
        results.testEvents()
                .assertStatistics(counts -> counts.started(3).succeeded(3))
                .assertThatEvents()
                .haveExactly(1, event(test("scenario:soak on native"), finishedSuccessfully()));
        assertThat(opened).hasValue(1);
    }

    @Test
    @Tag("browser")
    @Tag("firefox")
    @Tag("full")
    void each_of_several_browsers_is_a_test_of_its_own() throws IOException {
        SumModel.right(folder.resolve("sum"));
        Path suite = suite("browsers", "models:", "  - model: sum", "targets: [wasm, cpu]", "chains: []");
        EngineExecutionResults results = kit().configurationParameter(
                        "bascule.browsers", "chrome-headless-shell,firefox")
                .selectors(selectFile(suite.toString()))
                .execute();
        results.testEvents()
                .assertThatEvents()
                .haveExactly(2, event(test("target:wasm"), finishedSuccessfully()))
                .haveExactly(1, event(test("browser:Mozilla"), finishedSuccessfully()))
                .haveExactly(1, event(test("target:cpu"), finishedSuccessfully()));
        assertThat(entries(results, "browser")).hasSize(2).anyMatch(text -> text.startsWith("Chrome"));
    }
}
