package dev.bascule.exact.kernel.recurrent;

import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.real;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import com.google.protobuf.ByteString;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Forms that no published case has. */
class RecurrentKernelsTest {
    private static final Offset<Double> LAST_BITS = within(1e-12);
    private static final AttributeProto BOTH_WAYS = text("direction", "bidirectional");
    private static final int HIDDEN = 3;

    @Test
    void a_sequence_of_its_own_length_is_as_if_it_were_alone() {
        // Of one input. What lies behind the end of the second is not looked at.
        float[] two = {1, 4, 2, 5, 3, Float.NaN};
        Tensor lengths = ArrayTensors.toTensor(Integers.wrapped(DType.INT32, new long[] {3, 2}, 2));

        double[] y = lstm(3, 2, two)
                .constant("lengths", lengths)
                .node("y = LSTM x w r b lengths _ _ p", BOTH_WAYS)
                .reals();
        double[] first =
                lstm(3, 1, 1, 2, 3).node("y = LSTM x w r b _ _ _ p", BOTH_WAYS).reals();
        double[] second =
                lstm(2, 1, 4, 5).node("y = LSTM x w r b _ _ _ p", BOTH_WAYS).reals();

        for (int step = 0; step < 6; step++) {
            assertThat(row(y, 2 * step)).containsExactly(row(first, step), LAST_BITS);
            assertThat(row(y, 2 * step + 1))
                    .containsExactly(step < 4 ? row(second, step) : new double[HIDDEN], LAST_BITS);
        }
        // The last states: of the way forward what is at the end, of the way back what is at the beginning.
        double[] last = lstm(3, 2, two)
                .constant("lengths", lengths)
                .node("y,last = LSTM x w r b lengths _ _ p", BOTH_WAYS)
                .reals();
        assertThat(row(last, 0)).containsExactly(row(first, 4), LAST_BITS);
        assertThat(row(last, 1)).containsExactly(row(second, 2), LAST_BITS);
        assertThat(row(last, 2)).containsExactly(row(first, 1), LAST_BITS);
        assertThat(row(last, 3)).containsExactly(row(second, 1), LAST_BITS);
    }

    @Test
    void a_layer_with_the_batch_first_gives_the_same_in_another_order() {
        double[] y = lstm(2, 3, 1, 2, 3, 4, 5, 6)
                .node("y = LSTM x w r b _ _ _ p", BOTH_WAYS)
                .reals();
        Graphs turned = lstm(3, 2, 1, 4, 2, 5, 3, 6).node("y = LSTM x w r b _ _ _ p", BOTH_WAYS, integer("layout", 1));

        assertThat(turned.dims()).containsExactly(3, 2, 2, HIDDEN);
        for (int i = 0; i < 12; i++) {
            int time = i / 2 % 2;
            assertThat(row(turned.reals(), i)).containsExactly(row(y, (time * 2 + i % 2) * 3 + i / 4), LAST_BITS);
        }
    }

    /** Of one input and random weights, two ways. */
    private static Graphs lstm(int length, int batch, float... x) {
        return Graphs.opset(14)
                .fed("x", Tensor.floats(Shape.of(length, batch, 1), x))
                .constant("w", random(2, 4 * HIDDEN, 1))
                .constant("r", random(2, 4 * HIDDEN, HIDDEN))
                .constant("b", random(2, 8 * HIDDEN))
                .constant("p", random(2, 3 * HIDDEN));
    }

    private static Tensor random(long... shape) {
        Random random = new Random(7);
        float[] values = new float[(int) Shape.of(shape).elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.floats(Shape.of(shape), values);
    }

    private static double[] row(double[] rows, int row) {
        return Arrays.copyOfRange(rows, row * HIDDEN, (row + 1) * HIDDEN);
    }

    @Test
    void what_goes_into_each_activation_is_clipped_and_the_cell_is_not() {
        // What is fed is held to 2: i = o = 0.5, f = 0.9, c = 2, so that C = 0.9 · 2 + 0.5 · 2 = 2.8, and h(2.8) =
        // h(2).
        AttributeProto[] attributes = {activations("HardSigmoid", "Relu", "Relu"), real("clip", 2)};

        assertThat(single("y,h,c = LSTM x w r b _ h c", attributes).reals()[0]).isCloseTo(2.8, within(1e-7));
        assertThat(single("y = LSTM x w r b _ h c", attributes).reals()).containsExactly(1);
    }

    @Test
    void a_coupled_forget_gate_is_what_the_input_gate_leaves() {
        // i = 0.5, so that C = 0.5 · 2 + 0.5 · 3.
        assertThat(single(
                                "y,h,c = LSTM x w r b _ h c",
                                activations("HardSigmoid", "Relu", "Relu"),
                                integer("input_forget", 1))
                        .reals())
                .containsExactly(2.5);
    }

    /** Its gates are fed 0, 0, 10 and 3, and its cell is 2. */
    private static Graphs single(String node, AttributeProto... attributes) {
        return Graphs.opset(14)
                .fed("x", Tensor.floats(Shape.of(1, 1, 1), 1))
                .constant("w", Tensor.floats(Shape.of(1, 4, 1), 0, 0, 10, 3))
                .constant("r", Tensor.floats(Shape.of(1, 4, 1), 0, 0, 0, 0))
                .constant("b", Tensor.floats(Shape.of(1, 8), new float[8]))
                .constant("h", Tensor.floats(Shape.of(1, 1, 1), 0))
                .constant("c", Tensor.floats(Shape.of(1, 1, 1), 2))
                .node(node, attributes);
    }

    @Test
    void a_reset_before_or_after_the_matrix_differs_in_the_bias() {
        // z = 0, r = 0.5; the hidden gate is fed 1 · 1 + r · (2 · 3 + 4), or with the bias outside 1 + 2 · (r · 3) + 4.
        assertThat(gru(integer("linear_before_reset", 1))).containsExactly(6);
        assertThat(gru()).containsExactly(8);
    }

    private static double[] gru(AttributeProto... attributes) {
        AttributeProto[] all = Arrays.copyOf(attributes, attributes.length + 1);
        all[attributes.length] = activations("HardSigmoid", "Relu");
        return Graphs.opset(14)
                .fed("x", Tensor.floats(Shape.of(1, 1, 1), 1))
                .constant("w", Tensor.floats(Shape.of(1, 3, 1), -10, 0, 1))
                .constant("r", Tensor.floats(Shape.of(1, 3, 1), 0, 0, 2))
                .constant("b", Tensor.floats(Shape.of(1, 6), 0, 0, 0, 0, 0, 4))
                .constant("h", Tensor.floats(Shape.of(1, 1, 1), 3))
                .node("y = GRU x w r b _ h", all)
                .reals();
    }

    @Test
    void parameters_go_to_those_activations_that_have_some() {
        assertThat(rnn(BOTH_WAYS, activations("Relu", "LeakyRelu"), parameters("activation_alpha", 0.5F))
                        .reals())
                .containsExactly(0, -1);
        assertThat(rnn(BOTH_WAYS, activations("LeakyRelu", "LeakyRelu"), parameters("activation_alpha", 0.5F))
                        .reals())
                .containsExactly(-1, -2 * (double) 0.01F);
    }

    @Test
    void an_activation_without_a_default_is_refused_without_parameters() {
        assertThat(rnn(BOTH_WAYS, activations("Relu", "Affine")).refusal()).contains("the activation affine");
        assertThat(rnn(BOTH_WAYS, activations("Relu", "Swish")).refusal()).contains("the activation Swish");
    }

    private static Graphs rnn(AttributeProto... attributes) {
        return Graphs.opset(14)
                .fed("x", Tensor.floats(Shape.of(1, 1, 1), -2))
                .constant("w", Tensor.floats(Shape.of(2, 1, 1), 1, 1))
                .constant("r", Tensor.floats(Shape.of(2, 1, 1), 1, 1))
                .node("y = RNN x w r", attributes);
    }

    private static AttributeProto activations(String... names) {
        return AttributeProto.newBuilder()
                .setName("activations")
                .setType(AttributeType.STRINGS)
                .addAllStrings(
                        List.of(names).stream().map(ByteString::copyFromUtf8).toList())
                .build();
    }

    private static AttributeProto parameters(String name, float value) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeType.FLOATS)
                .addFloats(value)
                .build();
    }
}
