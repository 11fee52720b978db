package dev.bascule.execution.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.junit.jupiter.api.Test;

class UlpPerturbationTest {

    @Test
    void each_value_moves_by_one_unit_in_its_last_place_and_zeros_stay() {
        float[] values = {1, -3.5f, 0, Float.NaN, Float.NEGATIVE_INFINITY, 1e-30f, 640};
        Elements.Reader moved = Elements.of(UlpPerturbation.of(Tensor.floats(Shape.of(values.length), values), 1));
        for (int i = 0; i < values.length; i++) {
            float value = values[i];
            boolean stays = value == 0 || !Float.isFinite(value);
            assertThat((float) moved.at(i))
                    .isIn(stays ? new Object[] {value} : new Object[] {Math.nextUp(value), Math.nextDown(value)});
        }
    }

    @Test
    void another_seed_moves_otherwise_and_the_same_alike() {
        Tensor tensor = Tensor.floats(Shape.of(64), ones(64));
        assertThat(UlpPerturbation.of(tensor, 1))
                .isEqualTo(UlpPerturbation.of(tensor, 1))
                .isNotEqualTo(UlpPerturbation.of(tensor, 2));
    }

    @Test
    void integers_stay() {
        Tensor ids = Tensor.longs(Shape.of(2), 7, 9);
        assertThat(UlpPerturbation.of(ids, 1)).isSameAs(ids);
        Tensor narrow = Tensor.of(DType.FLOAT8E4M3FN, Shape.of(1), new byte[] {0x21});
        assertThat(UlpPerturbation.of(narrow, 1)).isSameAs(narrow);
    }

    private static float[] ones(int n) {
        float[] values = new float[n];
        java.util.Arrays.fill(values, 1);
        return values;
    }
}
