package dev.bascule.exact.kernel.signal;

import static dev.bascule.models.onnx.Attributes.integer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.exact.Graphs;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms that no published case has. */
class SignalKernelsTest {
    private static final Offset<Double> LAST_BITS = within(1e-12);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 12, 15, 49, 97})
    void a_transform_of_any_length_is_the_plain_sum(int length) {
        double[] real = new double[length];
        double[] imaginary = new double[length];
        for (int i = 0; i < length; i++) {
            real[i] = Math.sin(3 * i + 1);
            imaginary[i] = Math.cos(5 * i);
        }
        double[] r = real.clone();
        double[] i = imaginary.clone();
        new Fourier(length, -1).transform(r, i);

        for (int k = 0; k < length; k++) {
            double sumR = 0;
            double sumI = 0;
            for (int n = 0; n < length; n++) {
                double angle = -2 * Math.PI * (k * n % length) / length;
                sumR += real[n] * Math.cos(angle) - imaginary[n] * Math.sin(angle);
                sumI += real[n] * Math.sin(angle) + imaginary[n] * Math.cos(angle);
            }
            assertThat(r[k]).isCloseTo(sumR, LAST_BITS);
            assertThat(i[k]).isCloseTo(sumI, LAST_BITS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void half_a_spectrum_gives_its_signal_back(int length) {
        float[] x = {3, -1, 4, 1, -5};
        double[] y = Graphs.opset(20)
                .fed("x", Tensor.floats(Shape.of(1, 5, 1), x))
                .constant("length", Tensor.longs(Shape.of(), length))
                .node("half = DFT x length", integer("onesided", 1))
                .node("y = DFT half length", integer("onesided", 1), integer("inverse", 1))
                .reals();

        assertThat(y).hasSize(length);
        for (int i = 0; i < length; i++) {
            assertThat(y[i]).isCloseTo(x[i], LAST_BITS);
        }
    }

    @Test
    void a_signal_is_filled_up_with_zeros_and_its_axis_is_an_attribute_before_version_20() {
        Graphs graph = Graphs.opset(17)
                .fed("x", Tensor.floats(Shape.of(2, 1, 1), 1, 1))
                .constant("length", Tensor.longs(Shape.of(), 4))
                .node("y = DFT x length", integer("axis", 0));

        assertThat(graph.dims()).containsExactly(4, 1, 2);
        assertThat(graph.reals()).containsExactly(new double[] {2, 0, 1, -1, 0, 0, 1, 1}, LAST_BITS);
    }

    @Test
    void frames_of_a_complex_signal_have_whole_spectra() {
        Graphs graph = Graphs.opset(17)
                .fed("x", Tensor.floats(Shape.of(1, 5, 2), 0, 1, 0, 2, 0, 3, 0, 4, 0, 5))
                .constant("step", Tensor.longs(Shape.of(), 2))
                .constant("window", Tensor.floats(Shape.of(2), 1, 0.5F))
                .node("y = STFT x step window", integer("onesided", 0));

        assertThat(graph.dims()).containsExactly(1, 2, 2, 2);
        assertThat(graph.reals()).containsExactly(0, 2, 0, 0, 0, 5, 0, 1);
    }

    @Test
    void a_determinant_needs_no_pivot_on_the_diagonal() {
        assertThat(Graphs.opset(11)
                        .fed("x", Tensor.floats(Shape.of(2, 2, 2), 0, 2, 3, 4, 1, 2, 2, 4))
                        .node("y = Det x")
                        .reals())
                .containsExactly(-6, 0);
        assertThat(Graphs.opset(11)
                        .fed("x", Tensor.floats(Shape.of(0, 0)))
                        .node("y = Det x")
                        .reals())
                .containsExactly(1);
    }
}
