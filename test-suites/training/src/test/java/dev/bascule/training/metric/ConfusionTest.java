package dev.bascule.training.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfusionTest {
    private static final Tensor LOGITS =
            Tensor.floats(Shape.of(5, 3), 3, 1, 2, 0, 5, -1, 2, 9, 1, 0, Float.NaN, 1, 4, 4, 1);

    @Test
    void what_was_said_is_counted_by_what_is_right() {
        Confusion seen = Confusion.none(3).with(LOGITS, 0, 0).with(LOGITS, 1, 1).with(LOGITS, 2, 2);
        assertThat(seen.counts()).containsExactly(List.of(1, 0, 0), List.of(0, 1, 0), List.of(0, 1, 0));
        assertThat(seen.right()).isEqualTo(2);
        assertThat(seen.of()).isEqualTo(3);
        assertThat(seen.recall(1)).hasValue(1);
        assertThat(seen.recall(2)).hasValue(0);
        assertThat(Confusion.none(3).recall(0)).isEmpty();
    }

    /** Else a model that answers NaN to all would be right as often as the first class comes. */
    @Test
    void logits_that_tell_nothing_are_an_answer_to_nothing_and_count_as_wrong() {
        Confusion seen = Confusion.none(3).with(LOGITS, 3, 0).with(LOGITS, 4, 0);
        assertThat(seen.unanswered()).containsExactly(2, 0, 0);
        assertThat(seen.right()).isZero();
        assertThat(seen.of()).isEqualTo(2);
        assertThat(seen.recall(0)).hasValue(0);
    }
}
