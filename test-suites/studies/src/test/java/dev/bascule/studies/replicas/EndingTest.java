package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distributed.Invariant;
import dev.bascule.studies.distributed.Invariant.Finding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EndingTest {
    private static final Map<String, Tensor> BEGINNING = parameters(0, 0);

    private static Map<String, Tensor> parameters(float one, float other) {
        return Map.of("w", Tensor.floats(Shape.of(1), one), "b", Tensor.floats(Shape.of(1), other));
    }

    private static Finding judged(double undisturbed, double same, double order) {
        return EndingJudge.of(Optional.of(new Ending(undisturbed, same, order, 0, Optional.empty())));
    }

    @Test
    void a_distance_is_of_all_parameters_over_the_way_that_the_other_went() {
        assertThat(Ending.distance(parameters(3, 4.5f), parameters(3, 4), BEGINNING))
                .isCloseTo(0.1, within(1e-12));
        assertThat(Ending.distance(parameters(3, 4), parameters(3, 4), BEGINNING))
                .isZero();
        assertThat(Ending.distance(BEGINNING, parameters(3, 4), BEGINNING)).isEqualTo(1);
        assertThat(Ending.distance(BEGINNING, BEGINNING, BEGINNING))
                .as("where nobody went anywhere")
                .isZero();
        assertThat(Ending.distance(parameters(Float.NaN, 4), parameters(3, 4), BEGINNING))
                .isNaN();
    }

    @Test
    void what_ends_within_sixteen_times_what_another_order_does_holds_and_far_beyond_is_broken() {
        assertThat(judged(1.5e-4, 1.5e-4, 1e-5).holds()).isTrue();
        assertThat(judged(0.011, 0.011, 1e-5).broken()).isTrue();
        assertThat(judged(0, Double.NaN, 1e-5).broken()).as("no number").isTrue();
        assertThat(judged(0, 9e-7, 0).holds()).as("one order of all").isTrue();
        assertThat(judged(0.1, 0.1, 6e-4).verdict())
                .as("within sixteen times its bound")
                .isEqualTo(Invariant.Verdict.NOT_JUDGED);
        assertThat(judged(0.16, 0.16, 6e-4).broken()).isTrue();
        assertThat(judged(0.011, 0.011, 1e-5).words())
                .isEqualTo("1.1e-02 of its way off, 1.6e-04 allowed, for its batches backwards end 1.0e-05 off");
    }

    @Test
    void what_a_unit_on_the_edge_of_its_step_can_do_is_told_and_not_judged() {
        Finding edge = judged(1.7e-4, 1.7e-4, 1e-5);

        assertThat(edge.verdict()).isEqualTo(Invariant.Verdict.NOT_JUDGED);
        assertThat(edge.words())
                .isEqualTo("1.7e-04 of its way off, 1.6e-04 allowed, for its batches backwards end 1.0e-05 off: up to"
                        + " 1.0e-02 it may be a unit on the edge of its step, which this backend rounds otherwise");
    }

    @Test
    void where_samples_were_lost_the_undisturbed_worker_is_told_and_not_judged() {
        assertThat(judged(0.1, 1e-6, 1e-6).holds()).isTrue();
        assertThat(judged(0, 0.1, 1e-6).broken()).as("the control").isTrue();
    }

    @Test
    void what_rounding_carries_that_far_or_what_did_not_end_is_not_judged() {
        assertThat(judged(0.5, 0.5, 1e-3).verdict()).isEqualTo(Invariant.Verdict.NOT_JUDGED);
        assertThat(judged(0.5, 0.5, Double.NaN).verdict()).isEqualTo(Invariant.Verdict.NOT_JUDGED);
        assertThat(EndingJudge.of(Optional.empty()).verdict()).isEqualTo(Invariant.Verdict.NOT_JUDGED);
    }

    @Test
    void answers_are_paired_sample_by_sample() {
        OptionalInt none = OptionalInt.empty();
        List<OptionalInt> own = List.of(OptionalInt.of(0), OptionalInt.of(1), OptionalInt.of(2), none, none);
        List<OptionalInt> one =
                List.of(OptionalInt.of(0), OptionalInt.of(0), OptionalInt.of(1), none, OptionalInt.of(2));

        // Right: 0, 0, 0, 0, 2.
        Ending.Answers answers = Ending.Answers.of(own, one, sample -> sample == 4 ? 2 : 0);

        assertThat(answers).isEqualTo(new Ending.Answers(5, 3, 0, 2));
        assertThat(answers.mcNemar()).isEqualTo(0.5);
        assertThat(new Ending.Answers(100, 20, 0, 20).mcNemar())
                .as("not as good")
                .isLessThan(1e-5);
    }
}
