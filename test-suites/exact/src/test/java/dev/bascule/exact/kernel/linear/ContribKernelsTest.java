package dev.bascule.exact.kernel.linear;

import static dev.bascule.exact.Graphs.floats;
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
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What ONNX Runtime's own operators may have besides what most models use, worked out by hand. */
class ContribKernelsTest {
    private static final String MICROSOFT = "com.microsoft";
    private static final AttributeProto ROTARY = integer("do_rotary", 1);

    @Test
    void a_bias_is_added_to_the_scores_of_the_past_too() {
        // The query is 0, so that the bias alone decides: a quarter of the past, three of what is new.
        assertThat(step("y = GroupQueryAttention q k v pk pv last total _ _ _ bias")
                        .reals())
                .containsExactly(new double[] {2.5, 7.5}, within(1e-6));
    }

    @Test
    void a_buffer_that_is_longer_than_its_past_keeps_its_length() {
        Graphs graph = step("y,present = GroupQueryAttention q k v pk pv last total");
        assertThat(graph.dims()).containsExactly(1, 1, 3, 2);
        assertThat(graph.reals()).containsExactly(1, 0, 0, 1, 0, 0);
        // What lies behind is kept by an engine that shares the buffer, and lost by one that does not.
        assertThat(step("y,present = GroupQueryAttention q k v pv v2 last total")
                        .refusal())
                .contains("not all zeros");
    }

    @Test
    void keys_turn_by_the_places_that_are_told() {
        assertThat(step("y,present = GroupQueryAttention q k v pk pv last total cos sin place", ROTARY)
                        .reals())
                .containsExactly(1, 0, 1, 0, 0, 0);
        assertThat(step("y,present = GroupQueryAttention q k v pk pv last total cos sin", ROTARY)
                        .reals())
                .containsExactly(1, 0, -1, 0, 0, 0);
        assertThat(step("y = GroupQueryAttention two two two _ _ last total cos sin backwards", ROTARY)
                        .refusal())
                .contains("position_ids that do not count on");
    }

    @Test
    void what_is_not_read_is_refused() {
        String plain = "y = GroupQueryAttention q k v pk pv last total";
        assertThat(step(plain + " _ _ _ _ q").refusal()).contains("an input 11");
        assertThat(step(plain, integer("smooth_softmax", 1)).refusal()).contains("smooth_softmax 1");
        assertThat(step(plain, text("k_quant_type", "PER_TENSOR")).refusal()).contains("quantized");
        assertThat(step(plain, integer("of_a_later_version", 1)).refusal()).contains("of_a_later_version");
        assertThat(step("y = GroupQueryAttention two two two _ _ none total").refusal())
                .contains("2 queries");
        assertThat(step("y = MultiHeadAttention q k v _ _ _ _ _ last").refusal())
                .contains("an input 8");
    }

    @Test
    void a_wish_for_less_accuracy_has_no_exact_result() {
        assertThat(bits(0).reals()).containsExactly(-32);
        assertThat(bits(1).reals()).containsExactly(-32);
        assertThat(bits(4).refusal()).contains("accuracy_level 4", "narrower inputs");
    }

    private static Graphs bits(long accuracy) {
        float[] ones = new float[16];
        Arrays.fill(ones, 1);
        return Graphs.opset(17)
                .fed("a", Tensor.floats(Shape.of(1, 16), ones))
                .constant("w", ArrayTensors.toTensor(Integers.wrapped(DType.UINT8, sixes(), 1, 1, 8)))
                .constant("s", floats(1))
                .in(
                        MICROSOFT,
                        "y = MatMulNBits a w s",
                        integer("K", 16),
                        integer("N", 1),
                        integer("bits", 4),
                        integer("block_size", 16),
                        integer("accuracy_level", accuracy));
    }

    /** Two numbers a byte, each 6, which is 2 below the middle. */
    private static long[] sixes() {
        long[] bytes = new long[8];
        Arrays.fill(bytes, 0x66);
        return bytes;
    }

    /** One head of two numbers, one place of the past in a buffer of three, and one query. */
    private static Graphs step(String node, AttributeProto... attributes) {
        AttributeProto[] all = Arrays.copyOf(attributes, attributes.length + 1);
        all[attributes.length] = integer("num_heads", 1);
        return Graphs.opset(17)
                .fed("q", Tensor.floats(Shape.of(1, 1, 2), 0, 0))
                .constant("k", Tensor.floats(Shape.of(1, 1, 2), 0, 1))
                .constant("v", Tensor.floats(Shape.of(1, 1, 2), 0, 10))
                .constant("two", Tensor.floats(Shape.of(1, 2, 2), 1, 2, 3, 4))
                .constant("pk", Tensor.floats(Shape.of(1, 1, 3, 2), 1, 0, 0, 0, 0, 0))
                .constant("pv", Tensor.floats(Shape.of(1, 1, 3, 2), 10, 0, 0, 0, 0, 7))
                .constant("v2", Tensor.floats(Shape.of(1, 1, 3, 2), 10, 0, 0, 0, 0, 0))
                .constant("bias", Tensor.floats(Shape.of(1, 1, 1, 2), 0, (float) Math.log(3)))
                .constant("cos", Tensor.floats(Shape.of(4, 1), 1, 0, -1, 0))
                .constant("sin", Tensor.floats(Shape.of(4, 1), 0, 1, 0, -1))
                .constant("place", Tensor.longs(Shape.of(1, 1), 3))
                .constant("backwards", Tensor.longs(Shape.of(1, 2), 1, 0))
                .constant("last", ints(1))
                .constant("none", ints(0))
                .constant("total", ints(2))
                .in(MICROSOFT, node, all);
    }

    private static Tensor ints(long value) {
        return ArrayTensors.toTensor(Integers.wrapped(DType.INT32, new long[] {value}, 1));
    }
}
