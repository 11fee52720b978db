package dev.bascule.reports.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.fixture.Trainings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TrainingRunTest {
    private static final TrainingRun RIGHT = Trainings.right("r1", 1, "wasm");

    @Test
    void speed_is_made_of_the_median_whole_step_and_only_of_what_is_right() {
        assertThat(RIGHT.samplesPerSecond().orElseThrow()).isCloseTo(32_000 / 4.2, within(1e-9));
        assertThat(Trainings.wrong("r1", 2, "wasm").samplesPerSecond()).isEmpty();
        assertThat(Trainings.fell("r1", 3, "wasm", "no kernel").samplesPerSecond())
                .isEmpty();
    }

    /** Pauses in two feeds of five and in other two steps: the medians apart see none of them, and three whole steps of five have one. */
    @Test
    void speed_is_that_of_the_comparison_where_pauses_fall_now_into_the_feed_and_now_into_the_step() {
        double[] feeds = {1, 11, 1, 11, 1};
        double[] steps = {12, 2, 2, 2, 12};
        TrainingRun paused = new TrainingRun(
                RIGHT.key(),
                RIGHT.at(),
                RIGHT.product(),
                RIGHT.place(),
                RIGHT.task(),
                RIGHT.found(),
                IntStream.range(0, feeds.length)
                        .mapToObj(i ->
                                new TrainingStep(i + 1, 1, OptionalDouble.of(feeds[i]), OptionalDouble.of(steps[i])))
                        .toList(),
                List.of(),
                List.of(),
                false);
        assertThat(paused.wholeStepTimes().median()).isEqualTo(13);
        assertThat(paused.samplesPerSecond()).hasValue(32_000 / 13.0);
    }

    @Test
    void the_accuracy_has_wilsons_interval() {
        HeldOut last = RIGHT.last().orElseThrow();
        assertThat(last.accuracy()).isCloseTo(337 / 359.0, within(1e-15));
        // The roots of (p − x)² = z² x (1 − x) / n, solved elsewhere.
        assertThat(last.interval().low()).isCloseTo(0.9089619310162804, within(1e-12));
        assertThat(last.interval().high()).isCloseTo(0.9591858297820909, within(1e-12));
        assertThat(new HeldOut(1, Duration.ZERO, 0, 5).interval().low()).isZero();
        assertThat(new HeldOut(1, Duration.ZERO, 5, 5).interval().high()).isOne();
    }

    @Test
    void a_whole_step_is_of_those_whose_feed_and_step_were_both_taken() {
        assertThat(RIGHT.wholeStepTimes().size()).isEqualTo(39);
        assertThat(RIGHT.wholeStepTimes().median())
                .isCloseTo(1 + RIGHT.stepTimes().median(), within(1e-12));
    }

    @Test
    void of_one_kept_before_checkpoints_were_told_the_first_step_says_that_it_went_on() {
        TrainingRun resumed = Trainings.resumed("r1", 1, "wasm");
        TrainingRun before = new TrainingRun(
                resumed.key(),
                resumed.at(),
                resumed.product(),
                resumed.place(),
                RIGHT.task(),
                resumed.found(),
                resumed.steps(),
                resumed.evaluations(),
                resumed.layers(),
                false);
        assertThat(resumed.wentOnFrom()).contains("step 20 of ck.safetensors (state abababababab…)");
        assertThat(before.wentOnFrom()).contains("step 20");
        assertThat(RIGHT.wentOnFrom()).isEmpty();
    }

    @Test
    void it_is_through_where_each_step_that_was_asked_for_was_made() {
        assertThat(RIGHT.isThrough()).isTrue();
        assertThat(Trainings.fell("t", 1, "webgpu", "no adapter").isThrough()).isFalse();
    }

    @Test
    void a_thinned_curve_has_the_first_and_the_last_step() {
        List<Long> all = LongStream.rangeClosed(1, 1_001).boxed().toList();
        assertThat(Thinned.of(all, 100)).hasSize(92).startsWith(1L, 12L, 23L).endsWith(991L, 1_001L);
        assertThat(Thinned.of(all, 1_001)).isEqualTo(all);
        assertThat(Thinned.of(List.of(), 10)).isEmpty();
    }

    @Test
    void what_contradicts_itself_is_no_training() {
        TrainingFindings found = RIGHT.found();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TrainingFindings(
                        Verdict.PASS,
                        Optional.of("it died"),
                        Optional.empty(),
                        found.proof(),
                        found.placement(),
                        found.checks(),
                        List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new HeldOut(1, Duration.ZERO, 6, 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TrainingStep(1, 1, OptionalDouble.of(-1), OptionalDouble.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TrainingStep(1, 1, OptionalDouble.of(Double.NaN), OptionalDouble.empty()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LayerGradient("w", 4, 1, 1, -1, OptionalDouble.empty()));
        List<TrainingStep> twice = List.of(RIGHT.steps().get(0), RIGHT.steps().get(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TrainingRun(
                        RIGHT.key(),
                        RIGHT.at(),
                        RIGHT.product(),
                        RIGHT.place(),
                        RIGHT.task(),
                        found,
                        twice,
                        List.of(),
                        List.of(),
                        false));
    }
}
