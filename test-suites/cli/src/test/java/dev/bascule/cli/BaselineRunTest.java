package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --baseline}: what is told, and what becomes of the exit code. */
@Tag("slow")
class BaselineRunTest {
    @TempDir
    Path folder;

    private ComparedRuns runs = new ComparedRuns(Path.of(""));

    /** One for all, so that each run has an id of its own. */
    @BeforeEach
    void begin() {
        runs = new ComparedRuns(folder);
    }

    @Test
    void a_run_as_fast_as_its_baseline_ends_well_and_a_much_slower_one_with_1() throws IOException {
        runs.run(1);
        runs.run(1.02, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(runs.last.exit()).as(runs.last.err()).isZero();
        assertThat(runs.last.err())
                .contains("against out-0/run.json")
                .contains("no difference shown")
                .containsIgnoringWhitespaces("Of so few runs no difference of one case below ×1.")
                .containsIgnoringWhitespaces("Four or more runs as --baseline");

        runs.run(2, "--baseline", "out-0/run.json", "--fail-on", "regressions");

        assertThat(runs.last.exit()).as(runs.last.err()).isEqualTo(1);
        assertThat(runs.last.err())
                .contains("error[REGRESSION]: vit-micro on wasm in Chrome Headless Shell takes ×2.000 the baseline's"
                        + " time")
                .contains("95 % interval ")
                .contains("reproduce: bascule run ");
        JsonNode comparison =
                Json.MAPPER.readTree(folder.resolve("out-2/comparison.json").toFile());
        assertThat(comparison.path("summary").path("slowdowns").asInt()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("out-2/comparison.md"))).contains("**regression**");
    }

    @Test
    void a_step_summary_has_what_the_run_was_held_against() throws IOException {
        Path summary = folder.resolve("summary.md");
        runs.harness.with("GITHUB_STEP_SUMMARY", summary.toString());
        runs.run(1);
        runs.run(2, "--baseline", "out-0/run.json", "--reporter", "github");

        assertThat(Files.readString(summary))
                .contains("## Against out-0/run.json")
                .contains("**regression**: takes 1.");
    }

    @Test
    void a_summary_that_cannot_be_written_costs_neither_reports_nor_history() throws IOException {
        // A folder is no file that anything could be appended to.
        runs.harness.with("GITHUB_STEP_SUMMARY", folder.toString());
        CliHarness.Result result =
                runs.cli("run", "vit-micro", "--backends", "cpu", "--strict", "--reporter", "github", "--out", "out");

        assertThat(result.exit()).as(result.err()).isEqualTo(5);
        assertThat(result.err()).contains("error[OUTPUT_UNWRITABLE]");
        assertThat(runs.services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        assertThat(RunDocuments.read(folder.resolve("out/run.json")).runs()).hasSize(1);
    }

    @Test
    void several_baselines_show_smaller_regressions_and_the_threshold_says_which_count() throws IOException {
        RunRecord first = runs.run(1);
        StringJoiner all = new StringJoiner(",");
        for (double times : new double[] {1, 1.01, 0.99, 1.005, 0.995, 1}) {
            String file = "base-%s.json".formatted(times + "-" + all.length());
            Files.writeString(folder.resolve(file), RunDocuments.json(ComparedRuns.like(first, file, 0, times)));
            all.add(file);
        }

        runs.run(1.1, "--baseline", all.toString(), "--fail-on", "regressions");
        assertThat(runs.last.exit()).as(runs.last.err()).isEqualTo(1);
        runs.run(1.1, "--baseline", all.toString(), "--fail-on", "regressions", "--regression-threshold", "20%");
        assertThat(runs.last.exit()).as(runs.last.err()).isZero();
        runs.run(1.1, "--baseline", all.toString());
        assertThat(runs.last.exit()).as("told, and not held against it").isZero();
        assertThat(runs.last.err()).contains("slower by");
    }

    @Test
    void a_verdict_that_became_worse_is_a_regression_and_an_old_failure_is_none() {
        runs.services.runs.outcome = CaseRuns::failed;
        runs.cli("run", "vit-micro", "--backends", "cpu", "--strict", "--out", "bad");
        runs.cli("run", "vit-micro", "--backends", "cpu,wasm", "--strict", "--out", "worse");
        runs.run(1);

        assertThat(failing("--baseline", "bad/run.json").exit()).isZero();
        CliHarness.Result worse = failing("--baseline", "out-0/run.json");
        assertThat(worse.exit()).isEqualTo(1);
        assertThat(worse.err())
                .contains("error[REGRESSION]: vit-micro on cpu was PASS and is FAILED: no longer right")
                .contains("remedy: see in the new run's report what it failed of")
                .doesNotContain("slowdown");
    }

    private CliHarness.Result failing(String... baseline) {
        runs.services.runs.outcome = CaseRuns::failed;
        return runs.cli(Stream.concat(
                        Stream.of("run", "vit-micro", "--backends", "cpu", "--strict", "--fail-on", "regressions"),
                        Arrays.stream(baseline))
                .toArray(String[]::new));
    }

    @Test
    void a_failure_that_the_baseline_knows_nothing_of_is_not_let_through() {
        runs.run(1);
        runs.services.runs.outcome = CaseRuns::failed;
        CliHarness.Result other = runs.cli(
                "run",
                "bert-micro",
                "--backends",
                "cpu",
                "--strict",
                "--baseline",
                "out-0/run.json",
                "--fail-on",
                "regressions");

        assertThat(other.exit()).isEqualTo(1);
    }

    @Test
    @Tag("red-team")
    void of_another_machine_the_verdicts_count_and_the_speed_does_not() throws IOException {
        String here = RunDocuments.json(runs.run(1));
        Files.writeString(folder.resolve("there.json"), here.replace("\"f00d\"", "\"beef\""));

        runs.run(3, "--baseline", "there.json", "--fail-on", "regressions");
        assertThat(runs.last.exit()).as(runs.last.err()).isZero();
        assertThat(runs.last.err()).contains("warning: the baseline was made on another machine");
        assertThat(failing("--baseline", "there.json").exit()).isEqualTo(1);
    }

    @Test
    void what_fails_in_another_browser_is_no_known_failure_of_this_one() throws IOException {
        runs.services.runs.outcome = CaseRuns::failed;
        String[] made = {"run", "vit-micro", "--backends", "wasm", "--strict", "--out", "bad"};
        runs.cli(made);
        Path other = folder.resolve("firefox.json");
        Files.writeString(
                other, Files.readString(folder.resolve("bad/run.json")).replace("Chrome Headless Shell", "Firefox"));
        String[] again = {
            "run", "vit-micro", "--backends", "wasm", "--strict", "--fail-on", "regressions", "--baseline", ""
        };

        again[again.length - 1] = "bad/run.json";
        assertThat(runs.cli(again).exit()).as("known").isZero();
        again[again.length - 1] = "firefox.json";
        assertThat(runs.cli(again).exit()).as("known in Firefox only").isEqualTo(1);
    }

    @Test
    void a_run_of_which_nothing_could_be_compared_has_passed_nothing() throws IOException {
        String here = RunDocuments.json(runs.run(1)).replace("vit-micro", "vit-other");
        Files.writeString(folder.resolve("other.json"), here);

        runs.run(1, "--baseline", "other.json", "--fail-on", "regressions");

        assertThat(runs.last.exit()).as(runs.last.err()).isEqualTo(4);
        assertThat(runs.last.err())
                .contains("nothing was compared")
                .contains("cannot tell whether it got worse: vit-other");
    }

    @Test
    void a_scenario_that_fails_counts_beside_a_baseline_as_it_does_without_one() {
        RunRecord good = runs.run(1);
        runs.services.runs.scenarios = List.of(scenario(good, ErrorCode.NUMERICS_WRONG));
        runs.run(1, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(runs.last.exit()).as(runs.last.err()).isEqualTo(1);

        runs.services.runs.scenarios = List.of(scenario(good, ErrorCode.BRIDGE_FAILED));
        runs.run(1, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(runs.last.exit()).as(runs.last.err()).isEqualTo(6);
    }

    private static ScenarioRun scenario(RunRecord of, ErrorCode why) {
        CaseRun cell = of.runs().get(0);
        return new ScenarioRun(
                "soak",
                cell.caseId(),
                cell.model().name(),
                cell.decisive().target(),
                Verdict.FAILED,
                Optional.of(Failure.of(why, "it was planted")),
                new ScenarioRun.Observed(List.of(), List.of()),
                new Span(of.times().startedAt(), Duration.ofSeconds(1)),
                "bascule run vit-micro --scenario soak");
    }

    @Test
    void a_baseline_that_is_not_there_costs_no_run() {
        CliHarness.Result none = runs.cli("run", "vit-micro", "--baseline", "nowhere/run.json");
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).contains("there is no file");
        CliHarness.Result first = runs.cli("run", "vit-micro", "--baseline", "latest");
        assertThat(first.exit()).isEqualTo(4);
        assertThat(first.err())
                .contains("'latest' is not there: the history has no run of the suite '")
                .contains("remedy: make the baseline first: the same run without --baseline")
                .doesNotContain(";suite=");
        for (String file : List.of("wrong.xml", "gate.duckdb")) {
            CliHarness.Result other = runs.cli("run", "vit-micro", "--baseline", file);
            assertThat(other.exit()).isEqualTo(2);
            assertThat(other.err()).contains("'" + file + "' is no run.json: ", "remedy: name a run.json");
        }
        CliHarness.Result worse = runs.cli("run", "vit-micro", "--fail-on", "regressions");
        assertThat(worse.exit()).isEqualTo(2);
        assertThat(worse.err()).contains("--fail-on regressions wants a --baseline");
        CliHarness.Result alone = runs.cli("run", "vit-micro", "--regression-threshold", "5%");
        assertThat(alone.exit()).isEqualTo(2);
        assertThat(alone.err()).contains("--regression-threshold belongs to a --baseline");
        assertThat(folder.resolve(".bascule/reports"))
                .satisfiesAnyOf(
                        reports -> assertThat(reports).doesNotExist(),
                        reports -> assertThat(reports).isEmptyDirectory());
        assertThat(runs.services.runs.asked).isEmpty();
    }
}
