package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.fixture.ConditionFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates that look as if they had judged, and had nothing to judge by. */
@Tag("red-team")
class UnjudgedGateTest {
    @TempDir
    Path folder;

    private ComparedRuns runs = new ComparedRuns(Path.of(""));

    @BeforeEach
    void begin() {
        runs = new ComparedRuns(folder);
    }

    private Path written(String name, RunRecord run) throws IOException {
        return Files.writeString(folder.resolve(name), RunDocuments.json(run));
    }

    private static CaseRun noisy(CaseRun run) {
        Timing timing = run.decisive().measured().timing().orElseThrow();
        return timed(run, timing.measured(), Optional.of("others 1.60 of 2 cores"));
    }

    private static CaseRun timed(CaseRun run, Samples samples, Optional<String> noise) {
        Timing timing = new Timing(Samples.ofMillis(3, 2), samples, true, noise);
        return Attempts.alone(run, Attempts.timed(run.decisive(), timing));
    }

    /** The same run by another id, as a fine clock has it: the same samples by the same seed. */
    private static RunRecord fine(RunRecord run, String id, long seed) {
        return ComparedRuns.with(
                run,
                id,
                run.runs().stream()
                        .map(cell -> timed(cell, samples(seed + cell.chain().hashCode()), Optional.empty()))
                        .toList());
    }

    private static Samples samples(long seed) {
        return Samples.ofMillis(
                new Random(seed).doubles(8).map(value -> 1 + value / 50).toArray());
    }

    @Test
    void one_baseline_under_five_names_is_one_run() throws IOException {
        RunRecord first = runs.run(1);
        for (int i = 0; i < 5; i++) {
            written("copy" + i + ".json", fine(first, "copy" + i, 1));
        }
        runs.run(1.1, "--baseline", "copy0.json,copy1.json,copy2.json,copy3.json,copy4.json");

        JsonNode comparison =
                Json.MAPPER.readTree(folder.resolve("out-1/comparison.json").toFile());
        assertThat(comparison.path("cases")).isNotEmpty().allSatisfy(one -> {
            assertThat(one.path("estimate").path("baselineRuns").asInt()).isEqualTo(1);
            assertThat(one.path("notes").toString()).contains("4 copies are left out");
        });
    }

    @Test
    void a_gate_whose_every_cell_was_noisy_says_how_many_speeds_it_judged() throws IOException {
        RunRecord first = runs.run(1);
        RunRecord noisy = ComparedRuns.with(
                first,
                "noisy",
                first.runs().stream().map(UnjudgedGateTest::noisy).toList());
        written("noisy.json", noisy);
        runs.run(1.5, "--baseline", "noisy.json", "--fail-on", "regressions");

        assertThat(runs.last.exit()).as("verdicts were held against it").isZero();
        assertThat(runs.last.err())
                .containsIgnoringWhitespaces(
                        "speed was judged in 0 of 2 cases (2 noisy: not judged); verdicts were compared");
        JsonNode summary = Json.MAPPER
                .readTree(folder.resolve("out-1/comparison.json").toFile())
                .path("summary");
        assertThat(summary.path("notJudged").path("noisy: not judged").asInt()).isEqualTo(2);
    }

    @Test
    void a_gate_that_judged_everything_says_no_such_thing() {
        runs.run(1);
        runs.run(1.01, "--baseline", "out-0/run.json", "--fail-on", "regressions");
        assertThat(runs.last.exit()).isZero();
        assertThat(runs.last.err()).doesNotContain("speed was judged");
    }

    @Test
    void a_comparison_that_is_to_fail_and_has_nothing_of_the_same_inputs_is_an_error() throws IOException {
        RunRecord first = runs.run(1);
        written("a.json", fed(first, "a", 16));
        written("b.json", fed(first, "b", 6400));

        CliHarness.Result gate = runs.cli("compare", "a.json", "b.json", "--fail-on", "regressions");
        assertThat(gate.exit()).as(gate.err()).isEqualTo(4);
        assertThat(gate.err()).contains("with the same inputs in common");
        assertThat(runs.cli("compare", "a.json", "b.json").exit())
                .as("told, and held against nothing")
                .isZero();
    }

    private static RunRecord fed(RunRecord run, String id, int sequence) {
        return ComparedRuns.with(
                run,
                id,
                run.runs().stream()
                        .map(cell -> ConditionFixtures.fed(cell, ConditionFixtures.sequence(sequence), 200))
                        .toList());
    }

    @Test
    void a_copy_of_the_baseline_is_no_run_to_hold_against_it() throws IOException {
        RunRecord first = runs.run(1);
        written("a.json", fine(first, "a", 1));
        written("b.json", fine(first, "b", 1));
        assertThat(runs.cli("compare", "a.json", "b.json").out())
                .containsIgnoringWhitespaces("one run under two names");
        written("c.json", fine(first, "c", 2));
        assertThat(runs.cli("compare", "a.json", "c.json").out()).doesNotContain("two names");
    }
}
