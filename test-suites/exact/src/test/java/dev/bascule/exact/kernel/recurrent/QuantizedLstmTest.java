package dev.bascule.exact.kernel.recurrent;

import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Of one hidden unit, whose state fits its own scale: only the input can lose by being quantized. */
class QuantizedLstmTest {
    private static final Offset<Double> LAST_BITS = within(1e-6);
    private static final AttributeProto SIZE = integer("hidden_size", 1);
    private static final AttributeProto BACKWARD = text("direction", "reverse");
    private static final String NODE = "y = DynamicQuantizeLSTM x w r b _ h c _ ws wz rs rz";

    @Test
    void an_input_that_fits_its_scale_gives_what_an_lstm_of_the_real_weights_gives() {
        double[] quantized =
                quantized(51, -204, 0).in("com.microsoft", NODE, SIZE).reals();
        assertThat(quantized)
                .containsExactly(
                        real(51, -204, 0).node("y = LSTM x w r b _ h c").reals(), LAST_BITS);
        assertThat(quantized(51, -204, 0)
                        .in("com.microsoft", NODE, SIZE, BACKWARD)
                        .reals())
                .containsExactly(
                        real(51, -204, 0)
                                .node("y = LSTM x w r b _ h c", BACKWARD)
                                .reals(),
                        LAST_BITS)
                .isNotEqualTo(quantized);
    }

    @Test
    void an_input_between_two_steps_becomes_the_nearer_one() {
        assertThat(quantized(50.75f, -204, 51).in("com.microsoft", NODE, SIZE).reals())
                .containsExactly(
                        real(51, -204, 51).node("y = LSTM x w r b _ h c").reals(), LAST_BITS);
    }

    @Test
    void what_an_engine_may_divide_otherwise_or_nobody_knows_is_refused() {
        Graphs batch = weighted(Tensor.floats(Shape.of(1, 2, 1), 1, 2)).in("com.microsoft", NODE, SIZE);
        assertThat(batch.refusal()).contains("of several sequences");
        Tensor shorter = ArrayTensors.toTensor(Integers.wrapped(DType.INT32, new long[] {2}, 1));
        assertThat(quantized(1, 2, 3)
                        .constant("n", shorter)
                        .in("com.microsoft", NODE.replace("x w r b _", "x w r b n"), SIZE)
                        .refusal())
                .contains("a part of one");
        assertThat(quantized(1, 2, 3)
                        .in("com.microsoft", NODE, integer("of_a_later_version", 1))
                        .refusal())
                .contains("of_a_later_version");
    }

    private static Graphs quantized(float... x) {
        return weighted(Tensor.floats(Shape.of(x.length, 1, 1), x));
    }

    /** Weights of one scale and zero point, recurrent ones with one for each gate. */
    private static Graphs weighted(Tensor x) {
        return stated(x)
                .constant("w", bytes(DType.INT8, Shape.of(1, 1, 4), 50, -30, 20, 100))
                .constant("r", bytes(DType.UINT8, Shape.of(1, 1, 4), 200, 130, 90, 0))
                .constant("ws", Tensor.floats(Shape.of(1), 0.0078125f))
                .constant("wz", bytes(DType.INT8, Shape.of(1), 2))
                .constant("rs", Tensor.floats(Shape.of(1, 4), 0.0078125f, 0.015625f, 0.0078125f, 0.0078125f))
                .constant("rz", bytes(DType.UINT8, Shape.of(1, 4), 128, 128, 128, 100));
    }

    private static Graphs real(float... x) {
        return stated(Tensor.floats(Shape.of(x.length, 1, 1), x))
                .constant("w", Tensor.floats(Shape.of(1, 4, 1), 0.375f, -0.25f, 0.140625f, 0.765625f))
                .constant("r", Tensor.floats(Shape.of(1, 4, 1), 0.5625f, 0.03125f, -0.296875f, -0.78125f));
    }

    private static Graphs stated(Tensor x) {
        return Graphs.opset(14)
                .fed("x", x)
                .constant("b", Tensor.floats(Shape.of(1, 8), 0.1f, 0.2f, 0.3f, -0.1f, 0, 0, 0, 0.5f))
                .constant("h", Tensor.floats(Shape.of(1, 1, 1), 0.7f))
                .constant("c", Tensor.floats(Shape.of(1, 1, 1), -0.4f));
    }

    private static Tensor bytes(DType dtype, Shape shape, int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Tensor.of(dtype, shape, bytes);
    }
}
