package dev.bascule.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.bascule.fallback.attempt.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** What a project calls from its own tests. */
@Tag("native")
class BasculeHelpersTest {

    @TempDir
    Path folder;

    /** Run by the test kit, not by the build. */
    static class Factories {
        @TempDir
        static Path folder;

        @TestFactory
        Stream<DynamicNode> right(TestReporter reporter) {
            return Bascule.model(SumModel.right(folder.resolve("right")).toString())
                    .backends("cpu", "cuda")
                    .set("minIterations", "2")
                    .set("minDuration", "1ms")
                    .set("warmUpLimit", "1ms")
                    .tests(reporter);
        }

        @TestFactory
        Stream<DynamicNode> wrong() {
            return Bascule.model(SumModel.wrong(folder.resolve("wrong")).toString())
                    .backends("cpu")
                    .set("minDuration", "1ms")
                    .set("warmUpLimit", "1ms")
                    .set("retries", "0")
                    .tests();
        }
    }

    @Test
    void a_test_factory_has_a_test_for_each_case_and_target() {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Factories.class))
                .execute();
        results.testEvents()
                .assertStatistics(
                        counts -> counts.started(3).succeeded(1).aborted(1).failed(1))
                .assertThatEvents()
                .haveExactly(1, event(displayName("cpu"), finishedSuccessfully()))
                .haveExactly(
                        1,
                        event(
                                displayName("cpu"),
                                finishedWithFailure(
                                        instanceOf(VerdictError.class),
                                        message(text -> text.contains("error[NUMERICS_WRONG]")))));
        assertThat(results.allEvents().reportingEntryPublished().count()).isEqualTo(4);
    }

    /** One run for all that is asserted: its start is what takes long. */
    @Test
    void a_cell_is_asserted_on_and_negative_control_a_wrong_one_is_not_right() throws IOException {
        SumModel.right(folder.resolve("sum"));
        SumModel.wrong(folder.resolve("wrong"));
        Path suite = Files.writeString(
                folder.resolve("sums.yaml"), "name: sums\nmodels:\n  - model: sum\n  - model: wrong\n");
        BasculeRun run = Bascule.suite(suite.toString())
                .backends("cpu")
                .chain("cuda->cpu")
                .browsers("none")
                .set("minIterations", "3")
                .set("minDuration", "1ms")
                .set("warmUpLimit", "1ms")
                .set("retries", "0")
                .run();
        CellAssert cpu = run.of("sum", "cpu")
                .isRight()
                .isProvenOn("cpu")
                .didNotFallBack()
                .hasVerdict(Verdict.PASS, Verdict.PARTIAL)
                .hasMedianOfAtMost(Duration.ofMinutes(1));
        run.of("sum", "cuda->cpu").isRight().hasVerdict(Verdict.FELL_BACK).hasMedianOfAtMostTimes(1e6, cpu);
        assertThat(run.cells()).hasSize(4);

        assertThatThrownBy(() -> run.of("sum", "cuda->cpu").didNotFallBack())
                .isInstanceOf(VerdictError.class)
                .hasMessageContaining("is FELL_BACK, expected PASS")
                .hasMessageContaining("reproduce: ");
        assertThatThrownBy(() -> cpu.isProvenOn("cuda")).hasMessageContaining("proof of cuda (the evidence is PROVEN");
        assertThatThrownBy(() -> cpu.hasMedianOfAtMost(Duration.ZERO))
                .hasMessageContaining("a median of at most 0.000 ms");
        assertThatThrownBy(() -> cpu.hasMedianOfAtMostTimes(1e-9, cpu)).hasMessageContaining("at most 1.000e-09 times");
        assertThatThrownBy(() -> cpu.isAtMostTimesNativeCpu(1)).hasMessageContaining("which was not made for it");
        assertThatThrownBy(() -> run.on("wasm"))
                .isInstanceOf(SuiteException.class)
                .hasMessageContaining("0 cells are '*' on wasm; there are ");
        assertThatThrownBy(() -> run.on("cpu")).hasMessageContaining("2 cells are '*' on ");
        assertThatThrownBy(() -> run.of("wrong", "cpu").isRight())
                .isInstanceOf(VerdictError.class)
                .hasMessageContaining("is WRONG, expected right outputs");
    }

    @Test
    @Tag("browser")
    void a_browser_is_held_against_native_cpu_measured_in_turn() {
        BasculeRun run = Bascule.model(SumModel.right(folder.resolve("sum")).toString())
                .backends("wasm")
                .set("minIterations", "4")
                .set("minDuration", "1ms")
                .set("warmUpLimit", "1ms")
                .run();
        CellAssert wasm = run.on("wasm").isRight().isProvenOn("wasm").isAtMostTimesNativeCpu(1e6);
        assertThatThrownBy(() -> wasm.isAtMostTimesNativeCpu(1e-9))
                .hasMessageContaining("at most 1.000e-09 times native CPU, not ");
    }

    @Test
    void what_cannot_run_says_why() {
        assertThatThrownBy(() -> Bascule.suite("no-such.yaml").tests())
                .isInstanceOf(SuiteException.class)
                .hasMessageContaining("SUITE_INVALID: there is no suite");
        assertThatThrownBy(() -> Bascule.model("bert-micro").set("minIteration", "2"))
                .hasMessageContaining("did you mean 'minIterations'");
        assertThatThrownBy(() -> Bascule.suite("quickstart").filter("nothing").run())
                .hasMessageContaining("NOTHING_SELECTED_TO_RUN");
    }
}
