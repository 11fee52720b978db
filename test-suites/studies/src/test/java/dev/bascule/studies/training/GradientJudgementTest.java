package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class GradientJudgementTest {
    private static final OptionalDouble DIFFERENCE = OptionalDouble.of(1e-9);

    private static GradientJudgement judged(long each, double relative, Long... beyond) {
        return new GradientJudgement(List.of(new GradientJudgement.Layer(
                "conv1.weight", each * beyond.length, 1e4, relative, List.of(beyond), DIFFERENCE)));
    }

    @Test
    void a_batch_of_which_nothing_came_is_wrong_though_the_other_is_right() {
        assertThat(judged(61_707, Double.POSITIVE_INFINITY, 0L, 61_707L).wrong())
                .hasValueSatisfying(why -> assertThat(why).contains("conv1.weight is missing"));
    }

    @Test
    void most_of_one_batch_is_wrong_though_it_is_numbers() {
        assertThat(judged(100, 0.1, 0L, 51L).wrong()).isPresent();
        assertThat(judged(61_707, 0.1, 618L, 0L).wrong()).isPresent();
        assertThat(judged(1, 0.1, 1L, 0L).wrong()).isPresent();
    }

    @Test
    void a_filter_or_a_hundredth_of_one_batch_is_an_edge_that_is_told() {
        for (GradientJudgement edge : List.of(judged(150, 0.1, 0L, 25L), judged(61_707, 0.1, 617L, 0L))) {
            assertThat(edge.wrong()).isEmpty();
            assertThat(edge.notes()).singleElement().asString().contains("a unit on the edge of its step");
        }
        assertThat(judged(150, 1e-7, 0L, 0L).notes()).isEmpty();
    }

    @Test
    void few_in_both_batches_are_wrong() {
        assertThat(judged(150, 0.1, 1L, 1L).wrong()).isPresent();
    }

    @Test
    void how_many_finite_differences_there_are_is_told_and_without_any_nothing_is_judged() {
        GradientJudgement one = new GradientJudgement(List.of(
                layer(TrainingGraph.LOSS, OptionalDouble.empty()),
                layer("a", DIFFERENCE),
                layer("b", OptionalDouble.empty())));

        assertThat(one.notes()).singleElement().asString().contains("finite differences of 1 of 2 parameters");
        assertThat(TrainingResults.of(one).verdict()).isNotEqualTo(Verdict.SKIPPED);
        assertThat(TrainingResults.of(new GradientJudgement(List.of(layer("a", OptionalDouble.empty()))))
                        .verdict())
                .isEqualTo(Verdict.SKIPPED);
    }

    private static GradientJudgement.Layer layer(String name, OptionalDouble difference) {
        return new GradientJudgement.Layer(name, 8, 1, 1e-7, List.of(0L, 0L), difference);
    }

    private static GradientJudgement.Layer beyond(String name, double relative, Long... beyond) {
        return new GradientJudgement.Layer(name, 300, 1e4, relative, List.of(beyond), DIFFERENCE);
    }

    @Test
    void whole_layers_behind_an_edge_are_told_where_two_other_batches_are_right_in_every_layer() {
        GradientJudgement edge = new GradientJudgement(List.of(
                beyond("early", 0.03, 0L, 100L, 0L),
                beyond("late", 0.03, 0L, 5L, 0L),
                beyond("last", 1e-7, 0L, 0L, 0L)));

        assertThat(edge.wrong()).isEmpty();
        assertThat(edge.notes()).hasSize(2).anyMatch(note -> note.contains("behind a unit on the edge"));
    }

    @Test
    void whole_layers_are_wrong_where_an_arbiter_is_off_too_or_no_edge_stands_before_them_or_they_are_far_off() {
        GradientJudgement.Layer late = beyond("late", 0.03, 0L, 5L, 0L);
        for (List<GradientJudgement.Layer> layers : List.of(
                List.of(beyond("early", 0.03, 0L, 100L, 1L), late),
                List.of(beyond("early", 0.03, 0L, 100L, 0L), beyond("late", 0.03, 0L, 0L, 5L)),
                List.of(late, beyond("whole", 0.03, 0L, 100L, 0L)),
                List.of(beyond("early", 0.3, 0L, 100L, 0L), late),
                List.of(beyond("early", Double.POSITIVE_INFINITY, 0L, 100L, 0L), late),
                List.of(beyond("early", 0.03, 0L, 100L), beyond("late", 0.03, 0L, 5L)))) {
            assertThat(new GradientJudgement(layers).wrong())
                    .as(layers.toString())
                    .isPresent();
        }
    }
}
