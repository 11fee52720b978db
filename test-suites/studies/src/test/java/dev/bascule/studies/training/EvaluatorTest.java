package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Labelled;
import dev.bascule.training.metric.Confusion;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluatorTest {
    private static final Labelled HELD =
            new Labelled(Tensor.floats(Shape.of(3, 1), 0, 0, 0), Tensor.longs(Shape.of(3), 0, 1, 1));

    private static Tensor logits(float... values) {
        return Tensor.floats(Shape.of(2, 2), values);
    }

    @Test
    void samples_are_answered_by_their_own_row_and_what_fills_the_last_batch_counts_nothing() {
        Confusion said = Evaluator.said(HELD, List.of(logits(2, 1, 0, 3), logits(5, 4, 9, 0)), 2, 2);

        assertThat(said.counts()).containsExactly(List.of(1, 0), List.of(1, 1));
        assertThat(said.right()).isEqualTo(2);
        assertThat(said.of()).isEqualTo(3);
    }

    @Test
    void logits_that_are_equal_or_no_numbers_answer_nothing() {
        Confusion said =
                Evaluator.said(HELD, List.of(logits(0, 0, Float.NaN, 3), logits(Float.NaN, Float.NaN, 0, 0)), 2, 2);

        assertThat(said.right()).isZero();
        assertThat(said.unanswered()).containsExactly(1, 2);
    }
}
