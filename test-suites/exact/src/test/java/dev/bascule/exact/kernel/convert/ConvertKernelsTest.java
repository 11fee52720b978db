package dev.bascule.exact.kernel.convert;

import static dev.bascule.exact.Graphs.floats;
import static dev.bascule.models.onnx.Attributes.integer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConvertKernelsTest {

    @Test
    void floats_lose_their_fraction() {
        Tensor x = floats(1.9f, -1.9f, 127.9f, -128.9f);
        assertThat(cast(x, DType.INT8).wholes()).containsExactly(1, -1, 127, -128);
        assertThat(cast(floats(-0.9f, 255.5f), DType.UINT8).wholes()).containsExactly(0, 255);
        assertThat(cast(floats(Float.NaN, 1e30f, 0), DType.BOOL).wholes()).containsExactly(1, 1, 0);
        assertThat(cast(floats(-0x1p63f), DType.INT64).wholes()).containsExactly(Long.MIN_VALUE);
        assertThat(cast(floats(0x1p63f), DType.UINT64).wholes()).containsExactly(Long.MIN_VALUE);
    }

    @Test
    void what_a_type_does_not_hold_has_no_exact_cast() {
        assertThat(cast(floats(1, 128), DType.INT8).refusal()).contains("128.0 to int8");
        assertThat(cast(floats(-1), DType.UINT8).refusal()).contains("-1.0 to uint8");
        assertThat(cast(floats(0x1p63f), DType.INT64).refusal()).contains("int64");
        assertThat(cast(floats(Float.NaN), DType.INT32).refusal()).contains("NaN to int32");
        assertThat(cast(floats(Float.NEGATIVE_INFINITY), DType.INT4).refusal()).contains("-Infinity to int4");
        // ONNX has cases of these.
        assertThat(cast(floats(-9, 9), DType.INT4).wholes()).containsExactly(-8, 7);
    }

    @Test
    void whole_numbers_keep_their_low_bits_and_unsigned_ones_are_never_negative() {
        Tensor most = whole(DType.UINT64, -1, 200);
        assertThat(cast(most, DType.INT8).wholes()).containsExactly(-1, -56);
        assertThat(cast(most, DType.FLOAT64).reals()).containsExactly(0x1p64, 200);
        assertThat(cast(whole(DType.INT32, -1, 16), DType.UINT4).wholes()).containsExactly(15, 0);
    }

    @Test
    void numbers_are_written_with_as_few_digits_as_their_type_needs() {
        assertThat(texts(floats(0.1f, -3, 1e-5f, 1e16f, 123456.79f, Float.NaN)))
                .containsExactly("0.1", "-3.0", "1e-05", "1e+16", "123456.79", "nan");
        assertThat(texts(whole(DType.UINT64, -1, 0))).containsExactly("18446744073709551615", "0");
    }

    private static String[] texts(Tensor tensor) {
        return ((Texts) cast(tensor, DType.STRING).output(0).exact()).data();
    }

    @Test
    void strings_are_read_as_numbers_of_every_type() {
        Tensor texts = Tensor.strings(Shape.of(4), List.of("1e2", " 7 ", "-Inf", "nan"));
        assertThat(cast(texts, DType.FLOAT16).reals()).containsExactly(100, 7, Double.NEGATIVE_INFINITY, Double.NaN);
        Tensor whole = Tensor.strings(Shape.of(2), List.of("18446744073709551615", "3"));
        assertThat(cast(whole, DType.UINT64).wholes()).containsExactly(-1, 3);
        assertThat(cast(whole, DType.INT64).refusal()).contains("18446744073709551615", "int64 does not hold");
    }

    @Test
    void what_a_narrow_type_can_hold_is_not_rounded() {
        ExactOutput y = cast(floats(0, 1, 0.1f), DType.FLOAT16).output(1);
        double[] moved = ((Reals) y.noisy().get(0).orElseThrow()).data();
        assertThat(moved).startsWith(0, 1).doesNotContain(0.1f);
        assertThat(((Reals) y.exact()).data()).containsExactly(0, 1, 0.1f);
    }

    @Test
    void bits_are_taken_for_those_of_another_type_of_as_many() {
        assertThat(Graphs.opset(26)
                        .fed("x", floats(1, -0f))
                        .node("y = BitCast x", integer("to", DType.INT32.onnx()))
                        .wholes())
                .containsExactly(0x3F800000, Integer.MIN_VALUE);
        assertThat(Graphs.opset(26)
                        .fed("x", floats(1))
                        .node("y = BitCast x", integer("to", DType.INT16.onnx()))
                        .refusal())
                .contains("a BitCast from float32 to int16");
    }

    @Test
    void a_last_block_may_be_shorter_than_the_others() {
        Graphs graph = Graphs.opset(21)
                .fed("x", ArrayTensors.toTensor(Integers.wrapped(DType.INT8, new long[] {1, 2, 3, 4, 5, 6}, 2, 3)))
                .constant("scale", Tensor.floats(Shape.of(2, 2), 1, 10, 100, 1000))
                .constant("zero", ArrayTensors.toTensor(Integers.wrapped(DType.INT8, new long[] {0, 1, 2, 3}, 2, 2)))
                .node("y = DequantizeLinear x scale zero", integer("axis", -1), integer("block_size", 2));
        assertThat(graph.reals()).containsExactly(1, 2, 20, 200, 300, 3000);
    }

    @Test
    void scales_that_fit_neither_an_axis_nor_blocks_are_refused() {
        assertThat(Graphs.opset(21)
                        .fed("x", Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6))
                        .constant("scale", floats(1, 1))
                        .node("y = QuantizeLinear x scale")
                        .refusal())
                .contains("scales of [2] do not fit [2, 3] along axis 1");
    }

    @Test
    void the_zero_point_is_added_after_the_rounding_to_even() {
        Graphs graph = Graphs.opset(10)
                .fed("x", floats(1, 3, -5, 1000))
                .constant("scale", Tensor.floats(Shape.of(), 2))
                .constant("zero", ArrayTensors.toTensor(Integers.wrapped(DType.UINT8, new long[] {1})))
                .node("y = QuantizeLinear x scale zero");
        assertThat(graph.wholes()).containsExactly(1, 3, 0, 255);
        assertThat(graph.dtype()).isEqualTo(DType.UINT8);
    }

    @Test
    void nothing_but_zeros_have_a_scale_of_one() {
        assertThat(Graphs.opset(17)
                        .fed("x", floats(0, 0))
                        .node("q,scale,zero = DynamicQuantizeLinear x")
                        .node("y = DequantizeLinear q scale zero")
                        .node("z = Add scale y")
                        .reals())
                .containsExactly(1, 1);
    }

    private static Graphs cast(Tensor tensor, DType to) {
        return Graphs.opset(21).fed("x", tensor).node("y = Cast x", integer("to", to.onnx()));
    }

    private static Tensor whole(DType dtype, long... values) {
        return ArrayTensors.toTensor(Integers.wrapped(dtype, values, values.length));
    }
}
