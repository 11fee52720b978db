package dev.bascule.suites.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PublishedToleranceTest {

    @Test
    void small_outputs_have_the_published_tolerance() {
        assertThat(outside(new float[] {0, 1e-3f}, new float[] {5e-8f, 1e-3f})).isZero();
        assertThat(outside(new float[] {0, 1e-3f}, new float[] {5e-7f, 1e-3f})).isEqualTo(1);
        assertThat(outside(new float[] {0, 1}, new float[] {0, 1.002f})).isEqualTo(1);
    }

    @Test
    void a_zero_among_large_values_may_be_off_by_their_rounding_and_no_more() {
        assertThat(outside(new float[] {0, 100}, new float[] {2e-4f, 100})).isZero();
        assertThat(outside(new float[] {0, 100}, new float[] {2e-2f, 100})).isEqualTo(1);
    }

    @Test
    void integers_are_exact() {
        assertThat(PublishedTolerance.of(List.of()).of("y", DType.INT32).relative())
                .isZero();
    }

    private static long outside(float[] expected, float[] got) {
        Tensor reference = Tensor.floats(Shape.of(2), expected);
        PublishedTolerance rule =
                PublishedTolerance.of(List.of(new DataSet(Map.of(), Map.of("y", Value.of(reference)))));
        return TensorComparer.compare("y", Tensor.floats(Shape.of(2), got), reference, rule.of("y", DType.FLOAT32))
                .outside();
    }
}
