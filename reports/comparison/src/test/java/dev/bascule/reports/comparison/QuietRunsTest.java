package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class QuietRunsTest {

    @Test
    void quiet_runs_are_compared_as_ever() {
        QuietRuns all = QuietRuns.of(runs(0, false, false), runs(2, false));
        assertThat(all.unfit()).isEmpty();
        assertThat(all.note()).isEmpty();
        assertThat(all.baseline()).hasSize(2);
    }

    /** Load that began between the baseline and the new run. */
    @Test
    @Tag("red-team")
    void one_noisy_run_against_a_quiet_one_is_not_judged() {
        assertThat(QuietRuns.of(runs(0, false), runs(1, true)).unfit())
                .contains(
                        "noisy: not judged: the candidate was measured while other programs worked, and no quiet run is"
                                + " there to hold it against");
        assertThat(QuietRuns.of(runs(0, true), runs(1, false)).unfit().orElseThrow())
                .contains("the baseline was");
        assertThat(QuietRuns.of(runs(0, true), runs(1, true)).unfit().orElseThrow())
                .contains("both sides were");
        assertThat(QuietRuns.of(runs(0, false, false, false), runs(3, true, true, true))
                        .unfit())
                .as("however many")
                .isPresent();
    }

    @Test
    void noisy_runs_are_left_out_where_quiet_ones_are_there() {
        QuietRuns some = QuietRuns.of(runs(0, false, false, false), runs(3, true, false));
        assertThat(some.unfit()).isEmpty();
        assertThat(some.candidate()).hasSize(1).noneMatch(RunSamples::busy);
        assertThat(some.note()).contains("0 noisy runs of the baseline and 1 of the candidate are left out");
    }

    @Test
    void runs_by_turns_share_what_the_machine_did_and_all_count() {
        List<RunSamples> baseline = new ArrayList<>();
        List<RunSamples> candidate = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            baseline.add(run(2 * i, i > 1));
            candidate.add(run(2 * i + 1, i > 2));
        }
        QuietRuns turns = QuietRuns.of(baseline, candidate);
        assertThat(turns.unfit()).isEmpty();
        assertThat(turns.baseline()).hasSize(5);
        assertThat(turns.candidate()).hasSize(5);
    }

    @Test
    void a_machine_that_is_always_noisy_shows_its_noise_in_its_own_runs() {
        assertThat(QuietRuns.of(runs(0, true, true, true), runs(3, true, true, true))
                        .unfit())
                .isEmpty();
    }

    private static List<RunSamples> runs(int minute, boolean... busy) {
        List<RunSamples> runs = new ArrayList<>();
        for (int i = 0; i < busy.length; i++) {
            runs.add(run(minute + i, busy[i]));
        }
        return runs;
    }

    private static RunSamples run(int minute, boolean busy) {
        return new RunSamples(
                "run-" + minute,
                Instant.EPOCH.plusSeconds(60L * minute),
                Samples.ofMillis(10.1, 10.2, 9.9, 10.05, 10.15, 9.95),
                busy);
    }
}
