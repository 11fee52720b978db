package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.tensor.Value;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What goes wrong in a run, how it is told, and that the self-check notices. */
class ConformanceFailuresTest extends ConformanceFixture {
    @Test
    void failures_are_told_together_where_one_thing_ails_them() {
        comesOut(Verdict.CRASHED, "test_003", "test_004");
        conformance.message = (id, backend) ->
                "in phase 'run': trap at 0x%s in '%s'".formatted(id.name().substring(5), id);

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err())
                .contains("CRASHED on Chrome Headless Shell 153 wasm: 2 cases; the first: trap at 0x003")
                .contains("  node:onnx:test_003\n  node:onnx:test_004\n  reproduce: bascule conformance");
        assertThat(onWasm("--fail-on", "never").exit()).isZero();
    }

    @Test
    void only_the_first_twenty_are_told() {
        conformance.cases = FakeCases.of(60);
        conformance.verdict = (id, backend) -> Verdict.WRONG;

        CliHarness.Result result = onWasm();

        assertThat(result.err().lines().filter(line -> line.startsWith("  node:onnx:")))
                .hasSize(20);
        assertThat(result.err()).contains("  and 40 more\n", "all of them: " + folder.resolve(".bascule/reports"));
    }

    @Test
    @Tag("red-team")
    void a_case_that_cannot_be_read_is_a_failure() {
        conformance.unreadable = List.of(FakeConformanceService.unreadable("test_broken"));

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("test_broken: the model ends too soon");
        assertThat(onWasm("--filter", "test_0*").exit()).isZero();
    }

    @Test
    @Tag("red-team")
    void where_nothing_ran_the_run_is_not_green() {
        conformance.verdict = (id, backend) -> Verdict.UNSUPPORTED;

        assertThat(onWasm().exit()).isEqualTo(1);
        assertThat(onWasm().err()).contains("nothing ran");
    }

    @Test
    void an_interrupted_run_says_so_and_keeps_what_there_is() {
        conformance.interruptAfter = 7;

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("stopped after 7 cells");
        assertThat(result.out()).containsPattern("wasm +7 +7");
    }

    @Test
    void a_self_check_says_how_many_were_noticed() {
        CliHarness.Result result = onWasm("--self-check");

        assertThat(result.exit()).isZero();
        assertThat(result.err()).contains("self-check: 20 corrupted, 20 noticed");
    }

    @Test
    void a_judge_that_notices_nothing_is_a_bug() {
        conformance.judge = (one, outputs) -> true;

        CliHarness.Result result = onWasm("--self-check", "--fail-on", "never");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.err()).contains("self-check: 20 corrupted, 0 noticed", "node:onnx:test_003");
    }

    @Test
    void a_self_check_of_nothing_proves_nothing() {
        conformance.verdict = (id, backend) -> Verdict.WRONG;

        assertThat(onWasm("--self-check", "--fail-on", "never").exit()).isEqualTo(4);
    }

    @Test
    void values_of_every_kind_are_corrupted() {
        conformance.cases = Stream.of(new Value.Absent(), new Value.Many(List.of()))
                .map(value -> FakeCases.expecting("test_" + value.getClass().getSimpleName(), value))
                .toList();

        assertThat(onWasm("--self-check").err()).contains("self-check: 2 corrupted, 2 noticed");
    }

    @Test
    void a_column_in_which_nothing_ran_is_said_once_and_the_others_count() {
        conformance.absent = Set.of("webnn");

        CliHarness.Result result = run("--backends", "webnn,wasm");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err())
                .containsOnlyOnce(
                        "warning[BACKEND_UNAVAILABLE]: Chrome Headless Shell 153 webnn npu: nothing ran (20 cases),"
                                + " because there is no such device\n  remedy: bring one\n")
                .doesNotContain("wasm: nothing ran", "error[");
    }

    @Test
    void where_no_column_could_be_started_the_environment_is_unusable_and_the_reports_are_written() {
        conformance.absent = Set.of("webnn", "wasm");

        CliHarness.Result result = run("--backends", "webnn,wasm", "--out", "out", "--fail-on", "never");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err())
                .contains("error[NOTHING_RAN]: nothing ran: none of the 2 columns that were asked for could be started")
                .contains("wasm: nothing ran (20 cases)", "webnn npu: nothing ran (20 cases)");
        assertThat(folder.resolve("out/run.json")).isNotEmptyFile();
        assertThat(folder.resolve("out/index.html")).isNotEmptyFile();
    }
}
