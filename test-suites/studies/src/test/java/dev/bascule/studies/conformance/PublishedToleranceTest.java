package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.DataSet;
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
    void one_large_value_does_not_excuse_the_others() {
        assertThat(outside(new float[] {0.5f, 57344}, new float[] {0.7f, 57344}))
                .isEqualTo(1);
        assertThat(outside(new float[] {0, 1, 2, 57344}, new float[] {1e-3f, 1, 2, 57344}))
                .isEqualTo(1);
    }

    @Test
    void values_too_large_to_square_have_a_tolerance() {
        Tensor huge = Tensor.of(
                DType.FLOAT64,
                Shape.of(1),
                java.nio.ByteBuffer.allocate(8)
                        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
                        .putDouble(1e300)
                        .flip());
        ToleranceRule rule = PublishedTolerance.of(List.of(new DataSet(Map.of(), Map.of("y", Value.of(huge)))));
        assertThat(rule.of("y", DType.FLOAT64).relative()).isFinite();
    }

    @Test
    void narrow_floats_have_the_published_tolerance_alone() {
        assertThat(PublishedTolerance.of(List.of()).of("y", DType.FLOAT8E5M2).basis())
                .isEqualTo(Tolerance.onnxBackendTest(DType.FLOAT8E5M2).basis());
    }

    @Test
    void integers_are_exact() {
        assertThat(PublishedTolerance.of(List.of()).of("y", DType.INT32).relative())
                .isZero();
    }

    private static long outside(float[] expected, float[] got) {
        Tensor reference = Tensor.floats(Shape.of(expected.length), expected);
        PublishedTolerance rule =
                PublishedTolerance.of(List.of(new DataSet(Map.of(), Map.of("y", Value.of(reference)))));
        return TensorComparer.compare(
                        "y", Tensor.floats(Shape.of(got.length), got), reference, rule.of("y", DType.FLOAT32))
                .outside();
    }
}
