package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.data.Labelled;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelProofTest {
    private static final Labelled HELD =
            new Labelled(Tensor.floats(Shape.of(2, 1), 0, 0), Tensor.longs(Shape.of(2), 1, 0));
    private static final List<Tensor> STATE = List.of(row(1, 2, 0), row(0.5f, 0.5000001f, 0));
    private static final int NODES = 5;

    private static Tensor row(float... logits) {
        return Tensor.floats(Shape.of(1, logits.length), logits);
    }

    @Test
    void the_same_answers_are_proof() {
        assertThat(ModelProof.compared(HELD, STATE, STATE, NODES)).isEqualTo(new ModelProof.Proven(1, 2, 0));
    }

    @Test
    void a_logit_beyond_rounding_is_none() {
        ModelProof.Result result = ModelProof.compared(HELD, List.of(row(1, 2.001f, 0), STATE.get(1)), STATE, NODES);

        assertThat(result)
                .isInstanceOfSatisfying(
                        ModelProof.Refuted.class,
                        refuted -> assertThat(refuted.why()).contains("sample 0", "does not explain"));
    }

    @Test
    void another_class_within_rounding_is_none() {
        ModelProof.Result result =
                ModelProof.compared(HELD, List.of(STATE.get(0), row(0.5000001f, 0.5f, 0)), STATE, NODES);

        assertThat(result)
                .isInstanceOfSatisfying(
                        ModelProof.Refuted.class,
                        refuted -> assertThat(refuted.why()).contains("sample 1", "class 0", "1 to the trained state"));
    }
}
