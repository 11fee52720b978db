package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DropoutMasksTest {
    private static final DropoutMasks MASKS =
            new DropoutMasks(42, 0.25, Map.of("a", Shape.of(40, 100), "b", Shape.of(40, 100)));

    @Test
    void a_mask_has_its_share_of_zeros_and_makes_up_for_them() {
        float[] values = FiniteDifferences.floats(MASKS.at(7).get("a"));
        int zeros = 0;
        for (float value : values) {
            assertThat(value).isIn(0f, (float) (4.0 / 3));
            zeros += value == 0 ? 1 : 0;
        }

        assertThat((double) zeros / values.length).isCloseTo(0.25, within(0.03));
    }

    @Test
    void it_follows_from_seed_step_and_place_alone() {
        Map<String, Tensor> seventh = MASKS.at(7);

        MASKS.at(8);
        assertThat(MASKS.at(7)).isEqualTo(seventh);
        assertThat(MASKS.at(8)).isNotEqualTo(seventh);
        assertThat(new DropoutMasks(43, 0.25, MASKS.shapes()).at(7)).isNotEqualTo(seventh);
        assertThat(seventh.get("a")).isNotEqualTo(seventh.get("b"));
    }
}
