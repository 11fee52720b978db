package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.ScenarioRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.suites.suite.SuiteCase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private CliHarness harness = new CliHarness(Path.of(""), services);
    private int made;

    /** One for all, so that each run has an id of its own. */
    @BeforeEach
    void begin() {
        harness = new CliHarness(folder, services);
    }

    private CliHarness.Result cli(String... arguments) {
        return harness.run(arguments);
    }

    /** A run of vit-micro on cpu and wasm, whose times are so many times those of the fake. */
    private RunRecord run(double times, String... more) {
        services.runs.outcome = timed(times);
        String[] all = Stream.concat(
                        Stream.of("run", "vit-micro", "--backends", "cpu,wasm", "--strict", "--out", "out-" + made),
                        Arrays.stream(more))
                .toArray(String[]::new);
        last = cli(all);
        RunRecord run = RunDocuments.read(folder.resolve("out-" + made + "/run.json"));
        made++;
        return run;
    }

    private CliHarness.Result last = new CliHarness.Result(0, "", "");

    private static BiFunction<SuiteCase, Chain, CaseRun> timed(double times) {
        return (wanted, chain) -> slower(CaseRuns.passed(wanted, chain), times);
    }

    private static CaseRun slower(CaseRun run, double times) {
        Attempt right = run.decisive();
        Timing timing = right.timing().orElseThrow();
        Samples slower = Samples.ofMillis(Arrays.stream(timing.measured().millis())
                .map(value -> value * times)
                .toArray());
        Attempt attempt = new Attempt(
                right.target(),
                right.outcome(),
                right.failure(),
                right.evidence(),
                right.phases(),
                Optional.of(new Timing(timing.warmUp(), slower, true, Optional.empty())),
                right.numerics(),
                right.memory(),
                right.comparison(),
                right.startedAt(),
                right.elapsed());
        return new CaseRun(
                run.caseId(),
                run.model(),
                run.chain(),
                List.of(attempt),
                run.verdict(),
                Optional.empty(),
                run.reproduce());
    }

    @Test
    void a_run_as_fast_as_its_baseline_ends_well_and_a_much_slower_one_with_1() throws IOException {
        run(1);
        run(1.02, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(last.exit()).as(last.err()).isZero();
        assertThat(last.err()).contains("against out-0/run.json").contains("no difference shown");

        run(2, "--baseline", "out-0/run.json", "--fail-on", "regressions");

        assertThat(last.exit()).as(last.err()).isEqualTo(1);
        assertThat(last.err())
                .contains(
                        "error[REGRESSION]: vit-micro on wasm in Chrome Headless Shell takes ×2.000 the baseline's time")
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
        harness.with("GITHUB_STEP_SUMMARY", summary.toString());
        run(1);
        run(2, "--baseline", "out-0/run.json", "--reporter", "github");

        assertThat(Files.readString(summary))
                .contains("## Against out-0/run.json")
                .contains("**regression**: takes 1.");
    }

    @Test
    void several_baselines_show_smaller_regressions_and_the_threshold_says_which_count() throws IOException {
        RunRecord first = run(1);
        StringJoiner all = new StringJoiner(",");
        for (double times : new double[] {1, 1.01, 0.99, 1.005, 0.995, 1}) {
            String file = "base-%s.json".formatted(times + "-" + all.length());
            Files.writeString(folder.resolve(file), RunDocuments.json(like(first, file, 0, times)));
            all.add(file);
        }

        run(1.1, "--baseline", all.toString(), "--fail-on", "regressions");
        assertThat(last.exit()).as(last.err()).isEqualTo(1);
        run(1.1, "--baseline", all.toString(), "--fail-on", "regressions", "--regression-threshold", "20%");
        assertThat(last.exit()).as(last.err()).isZero();
        run(1.1, "--baseline", all.toString());
        assertThat(last.exit()).as("told, and not held against it").isZero();
        assertThat(last.err()).contains("slower by");
    }

    @Test
    void a_verdict_that_became_worse_is_a_regression_and_an_old_failure_is_none() {
        services.runs.outcome = CaseRuns::failed;
        cli("run", "vit-micro", "--backends", "cpu", "--strict", "--out", "bad");
        cli("run", "vit-micro", "--backends", "cpu,wasm", "--strict", "--out", "worse");
        run(1);

        assertThat(failing("--baseline", "bad/run.json").exit()).isZero();
        CliHarness.Result worse = failing("--baseline", "out-0/run.json");
        assertThat(worse.exit()).isEqualTo(1);
        assertThat(worse.err()).contains("error[REGRESSION]: vit-micro on cpu was PASS and is FAILED: no longer right");
    }

    private CliHarness.Result failing(String... baseline) {
        services.runs.outcome = CaseRuns::failed;
        return cli(Stream.concat(
                        Stream.of("run", "vit-micro", "--backends", "cpu", "--strict", "--fail-on", "regressions"),
                        Arrays.stream(baseline))
                .toArray(String[]::new));
    }

    @Test
    void a_failure_that_the_baseline_knows_nothing_of_is_not_let_through() {
        run(1);
        services.runs.outcome = CaseRuns::failed;
        CliHarness.Result other = cli(
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
    void of_another_machine_the_verdicts_count_and_the_speed_does_not() throws IOException {
        String here = RunDocuments.json(run(1));
        Files.writeString(folder.resolve("there.json"), here.replace("\"f00d\"", "\"beef\""));

        run(3, "--baseline", "there.json", "--fail-on", "regressions");
        assertThat(last.exit()).as(last.err()).isZero();
        assertThat(last.err()).contains("warning: the baseline was made on another machine");
        assertThat(failing("--baseline", "there.json").exit()).isEqualTo(1);
    }

    @Test
    void what_fails_in_another_browser_is_no_known_failure_of_this_one() throws IOException {
        services.runs.outcome = CaseRuns::failed;
        String[] made = {"run", "vit-micro", "--backends", "wasm", "--strict", "--out", "bad"};
        cli(made);
        Path other = folder.resolve("firefox.json");
        Files.writeString(
                other, Files.readString(folder.resolve("bad/run.json")).replace("Chrome Headless Shell", "Firefox"));
        String[] again = {
            "run", "vit-micro", "--backends", "wasm", "--strict", "--fail-on", "regressions", "--baseline", ""
        };

        again[again.length - 1] = "bad/run.json";
        assertThat(cli(again).exit()).as("known").isZero();
        again[again.length - 1] = "firefox.json";
        assertThat(cli(again).exit()).as("known in Firefox only").isEqualTo(1);
    }

    @Test
    void a_run_of_which_nothing_could_be_compared_has_passed_nothing() throws IOException {
        String here = RunDocuments.json(run(1)).replace("vit-micro", "vit-other");
        Files.writeString(folder.resolve("other.json"), here);

        run(1, "--baseline", "other.json", "--fail-on", "regressions");

        assertThat(last.exit()).as(last.err()).isEqualTo(4);
        assertThat(last.err()).contains("nothing was compared").contains("cannot tell whether it got worse: vit-other");
    }

    @Test
    void a_scenario_that_fails_counts_beside_a_baseline_as_it_does_without_one() {
        RunRecord good = run(1);
        services.runs.scenarios = List.of(scenario(good, ErrorCode.NUMERICS_WRONG));
        run(1, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(last.exit()).as(last.err()).isEqualTo(1);

        services.runs.scenarios = List.of(scenario(good, ErrorCode.BRIDGE_FAILED));
        run(1, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(last.exit()).as(last.err()).isEqualTo(6);
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
                List.of(),
                List.of(),
                of.startedAt(),
                Duration.ofSeconds(1),
                "bascule run vit-micro --scenario soak");
    }

    @Test
    void a_baseline_that_is_not_there_costs_no_run() {
        CliHarness.Result none = cli("run", "vit-micro", "--baseline", "nowhere/run.json");
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).contains("there is no file");
        assertThat(cli("run", "vit-micro", "--baseline", "latest").exit()).isEqualTo(4);
        CliHarness.Result worse = cli("run", "vit-micro", "--fail-on", "regressions");
        assertThat(worse.exit()).isEqualTo(2);
        assertThat(worse.err()).contains("--fail-on regressions wants a --baseline");
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void two_runs_are_compared_by_the_words_for_them() throws IOException {
        RunRecord made = run(1);
        RunRecord first = like(made, "20261101-0001", 1, 1);
        RunRecord second = like(made, "20261102-0002", 2, 2);
        services.inMemory = new InMemoryHistory();
        services.inMemory.append(first);
        services.inMemory.append(second);
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result compared = cli("compare", "--store", "store", "--json");
        assertThat(compared.exit()).as(compared.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(compared.out());
        assertThat(document.path("baseline").path("runs").get(0).asText()).isEqualTo(first.id());
        assertThat(document.path("kind").asText()).isEqualTo("same-places");
        assertThat(document.path("cases")).hasSize(2);
        assertThat(cli("compare", first.id(), second.id(), "--store", "store", "--fail-on", "regressions")
                        .exit())
                .isEqualTo(1);
        assertThat(cli("compare", second.id(), first.id(), "--store", "store", "--fail-on", "regressions")
                        .exit())
                .isZero();
        CliHarness.Result browser = cli("compare", "browser", "native", "--store", "store", "--reporter", "md=c.md");
        assertThat(browser.exit()).as(browser.err()).isZero();
        assertThat(browser.out()).contains("on wasm in Chrome Headless Shell against cpu");
        assertThat(Files.readString(folder.resolve("c.md"))).startsWith("# Comparison");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(2);
    }

    @Test
    void a_comparison_is_a_page_of_its_own_and_a_section_of_a_stored_runs_reports() throws IOException {
        RunRecord made = run(1);
        RunRecord first = like(made, "20261101-0001", 1, 1);
        RunRecord second = like(made, "20261102-0002", 2, 3);
        services.inMemory = new InMemoryHistory();
        services.inMemory.append(first);
        services.inMemory.append(second);
        Files.writeString(folder.resolve("store"), "");

        assertThat(cli("compare", first.id(), second.id(), "--store", "store", "--reporter", "html=c.html")
                        .exit())
                .isZero();
        String page = Files.readString(folder.resolve("c.html")).split("<script>", 2)[0];
        assertThat(page)
                .contains("<h1>%s against %s</h1>".formatted(second.id(), first.id()))
                .contains("default-src &#39;none&#39;")
                .contains("2 regressions")
                .doesNotContain("<link", "src=\"http");

        String[] report = {"report", second.id(), "--store", "store", "--out", "rep", "--baseline", first.id()};
        CliHarness.Result written = cli(report);
        assertThat(written.exit()).as(written.err()).isZero();
        assertThat(Files.readString(folder.resolve("rep/index.html"))).contains("Against " + first.id());
        assertThat(Files.readString(folder.resolve("rep/report.md")))
                .contains("## Against " + first.id())
                .contains("**regression**");
        assertThat(folder.resolve("rep/comparison.json")).exists();
        report[report.length - 1] = second.id();
        CliHarness.Result itself = cli(report);
        assertThat(itself.exit()).isEqualTo(2);
        assertThat(itself.err()).contains("is the run itself");
    }

    @Test
    void over_time_tells_where_the_speed_changed() throws IOException {
        RunRecord first = run(1);
        List<RunRecord> runs = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            runs.add(like(first, "2026-" + i, i, (i < 9 ? 1 : 1.5) * (1 + 0.01 * (i % 3))));
        }
        services.inMemory = new InMemoryHistory();
        runs.forEach(services.inMemory::append);
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result text = cli("compare", "--over-time", "backend=wasm", "--store", "store");
        assertThat(text.exit()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("vit-micro on wasm in Chrome Headless Shell")
                .contains("slower (95 % interval")
                .contains(runs.get(9).id())
                .contains("no recorded version changed near it");
        JsonNode series = Json.MAPPER
                .readTree(cli("compare", "--over-time", "--store", "store", "--json")
                        .out())
                .path("series");
        assertThat(series).hasSize(2);
        assertThat(series.get(0).path("changes")).hasSize(1);
        assertThat(cli("compare", "--over-time", "latest", "--store", "store").exit())
                .isEqualTo(2);
        assertThat(cli("compare", "--over-time", "backend=webgpu", "--store", "store")
                        .exit())
                .isEqualTo(4);
    }

    /** The same run at another time, by another id, and so many times as slow. */
    private static RunRecord like(RunRecord run, String id, int hours, double times) {
        return new RunRecord(
                id,
                run.startedAt().plus(Duration.ofHours(hours)),
                run.finishedAt().plus(Duration.ofHours(hours)),
                run.suite(),
                run.suiteHash(),
                run.seed(),
                run.command(),
                false,
                run.machine(),
                run.runs().stream().map(cell -> slower(cell, times)).toList(),
                List.of(),
                run.elapsed(),
                run.selection());
    }

    @Test
    void what_cannot_be_compared_is_said_with_a_way_out() throws IOException {
        Files.writeString(folder.resolve("store"), "");
        assertThat(cli("compare", "colour=red", "native", "--store", "store").exit())
                .isEqualTo(2);
        assertThat(cli("compare", "latest~9", "latest", "--store", "store").exit())
                .isEqualTo(4);
        run(1);
        CliHarness.Result same = cli("compare", "out-0/run.json", "out-0/run.json");
        assertThat(same.exit()).isEqualTo(2);
        assertThat(same.err()).contains("are the same cells");
        assertThat(cli("compare", "out-0/run.json", "out-0/run.json", "--reporter", "pdf=x")
                        .err())
                .contains("cannot be written as 'pdf=x'");
    }
}
