package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a run ends: what it says, and with which exit code. */
class RunEndingTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services).run(arguments);
    }

    private static CaseRun failed(SuiteCase wanted, Chain chain, Verdict verdict, Outcome outcome, Failure why) {
        CaseRun any = CaseRuns.failed(wanted, chain);
        return Attempts.comingTo(
                verdict,
                new CaseRun(
                        any.caseId(),
                        any.model(),
                        chain,
                        List.of(Attempt.notStarted(
                                any.attempts().get(0).target(), outcome, why, CliHarness.NOW, Duration.ofMillis(1))),
                        Optional.empty(),
                        "bascule run " + wanted.model().reference() + " --backends " + chain.first()));
    }

    @Test
    void a_browser_that_does_not_start_leaves_nothing_that_ran() {
        services.runs.outcome = (wanted, chain) -> failed(
                wanted,
                chain,
                Verdict.FAILED,
                Outcome.FAILED,
                Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "libnss3.so is missing"));

        CliHarness.Result result =
                run("run", "bert-micro", "vit-micro", "--backends", "wasm", "--strict", "--fail-on", "never");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err())
                .containsOnlyOnce("error[")
                .contains("error[NOTHING_RAN]: nothing ran: libnss3.so is missing");
    }

    @Test
    void a_browser_that_starts_for_one_cell_is_no_unusable_environment() {
        services.runs.outcome = (wanted, chain) -> chain.first().equals(Backends.NATIVE_CPU)
                ? CaseRuns.passed(wanted, chain)
                : failed(
                        wanted,
                        chain,
                        Verdict.FAILED,
                        Outcome.FAILED,
                        Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "libnss3.so is missing"));

        assertThat(run("run", "bert-micro", "--backends", "wasm,cpu", "--strict")
                        .exit())
                .isEqualTo(1);
    }

    @Test
    void each_reason_why_nothing_ran_is_said_once_with_its_count() {
        services.runs.outcome = (wanted, chain) -> failed(
                wanted,
                chain,
                Verdict.UNSUPPORTED,
                Outcome.UNAVAILABLE,
                Failure.of(ErrorCode.LIBRARY_MISSING, "there is no set of " + chain.first()));

        CliHarness.Result result = run("run", "--backends", "cuda,openvino", "--strict", "--json");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err().lines().filter(line -> line.startsWith("error[LIBRARY_MISSING]: 3 cells (")))
                .hasSize(2);
        assertThat(result.err())
                .contains("on cuda: UNSUPPORTED LIBRARY_MISSING: there is no set of cuda\n")
                .contains("on cuda: UNSUPPORTED LIBRARY_MISSING, as in [1/6]\n")
                .contains(
                        "error[NOTHING_RAN]: nothing ran: no backend that was asked for is there for any of the 6 cells");
        assertThat(result.out()).startsWith("{");
    }

    @Test
    void failures_of_one_kind_are_said_once_with_their_count_and_others_apart() {
        services.runs.outcome = (wanted, chain) -> failed(
                wanted,
                chain,
                Verdict.TIMED_OUT,
                Outcome.TIMED_OUT,
                wanted.model().name().equals("bert-micro")
                        ? Failure.of(ErrorCode.EXECUTION_FAILED, "it went wrong")
                        : Failure.of(
                                ErrorCode.ATTEMPT_TIMED_OUT,
                                "no answer within %d s"
                                        .formatted(wanted.model().name().length())));

        CliHarness.Result result = run("run", "--backends", "cpu,wasm", "--strict");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err().lines().filter(line -> line.startsWith("error[")))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .startsWith("error[ATTEMPT_TIMED_OUT]: 4 cells (")
                                .contains("whisper-micro", "vit-micro"),
                        line -> assertThat(line)
                                .startsWith("error[EXECUTION_FAILED]: 2 cells (")
                                .contains("bert-micro"));
        assertThat(result.err()).contains("reproduce: bascule run ");
    }

    @Test
    void an_interrupted_run_lists_the_cells_that_it_did_not_come_to() throws Exception {
        services.runs.interruptAfter = 1;

        CliHarness.Result result = run("run", "bert-micro", "--backends", "wasm,cpu", "--strict", "--json");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("not run: 1 cell\n  adhoc:text:bert-micro;batch=1 on cpu\n");
        JsonNode document = Json.MAPPER.readTree(result.out());
        assertThat(document.at("/notRun/0/chain/0").asText()).isEqualTo("cpu");
        assertThat(document.path("cells")).hasSize(1);
    }
}
