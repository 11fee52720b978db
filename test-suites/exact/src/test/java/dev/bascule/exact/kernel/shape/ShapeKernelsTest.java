package dev.bascule.exact.kernel.shape;

import static dev.bascule.exact.Graphs.floats;
import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.ints;
import static dev.bascule.models.onnx.Attributes.real;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.junit.jupiter.api.Test;

class ShapeKernelsTest {
    private static final Tensor TWO_BY_THREE = Tensor.floats(Shape.of(2, 3), 0, 1, 2, 3, 4, 5);

    @Test
    void a_slice_backwards_takes_the_first_element_too_and_skips_by_its_step() {
        assertThat(sliced(4, Long.MIN_VALUE, -2)).containsExactly(4, 2, 0);
        assertThat(sliced(100, 0, -3)).containsExactly(4, 1);
        assertThat(sliced(-2, -100, -1)).containsExactly(3, 2, 1, 0);
        assertThat(sliced(-1, Long.MIN_VALUE, Long.MIN_VALUE)).containsExactly(4);
        // A start before the first is held to the first, as ONNX has it; NumPy takes nothing.
        assertThat(sliced(-100, Long.MIN_VALUE, -1)).containsExactly(0);
        assertThat(sliced(1, 4, -1)).isEmpty();
        assertThat(sliced(1, Long.MAX_VALUE, Long.MAX_VALUE)).containsExactly(1);
    }

    private static double[] sliced(long start, long end, long step) {
        return Graphs.opset(13)
                .fed("x", floats(0, 1, 2, 3, 4))
                .constant("start", longs(start))
                .constant("end", longs(end))
                .constant("step", longs(step))
                .node("y = Slice x start end _ step")
                .reals();
    }

    @Test
    void a_slice_of_several_axes_walks_each_in_its_own_direction() {
        assertThat(Graphs.opset(13)
                        .fed("x", TWO_BY_THREE)
                        .constant("start", longs(2, -2))
                        .constant("end", longs(0, 9))
                        .constant("axes", longs(-1, 0))
                        .constant("step", longs(-1, 1))
                        .node("y = Slice x start end axes step")
                        .reals())
                .containsExactly(2, 1, 5, 4);
    }

    @Test
    void the_old_forms_have_their_numbers_as_attributes() {
        assertThat(Graphs.opset(9)
                        .fed("x", TWO_BY_THREE)
                        .node("y = Slice x", ints("starts", 1), ints("ends", 9), ints("axes", 1))
                        .reals())
                .containsExactly(1, 2, 4, 5);
        assertThat(Graphs.opset(10)
                        .fed("x", floats(1, 2, 3))
                        .node("y = Pad x", ints("pads", -1, 2), real("value", 0.5))
                        .reals())
                .containsExactly(2, 3, 0.5, 0.5);
        assertThat(Graphs.opset(12)
                        .fed("x", TWO_BY_THREE)
                        .node("a = Unsqueeze x", ints("axes", 0, -1))
                        .node("y = Squeeze a", ints("axes", -1))
                        .dims())
                .containsExactly(1, 2, 3);
        assertThat(Graphs.opset(12)
                        .fed("x", TWO_BY_THREE)
                        .node("a,y = Split x", integer("axis", -1), ints("split", 1, 2))
                        .reals())
                .containsExactly(1, 2, 4, 5);
    }

    @Test
    void the_last_of_even_parts_is_what_is_left_over() {
        assertThat(Graphs.opset(18)
                        .fed("x", floats(1, 2, 3, 4, 5))
                        .node("a,y = Split x", integer("num_outputs", 2))
                        .reals())
                .containsExactly(4, 5);
        assertThat(Graphs.opset(13)
                        .fed("x", floats(1, 2, 3, 4, 5))
                        .node("a,y = Split x")
                        .refusal())
                .contains("a dimension of 5 does not fall into parts of [3, 3]");
    }

    @Test
    void margins_may_be_wider_than_what_they_repeat() {
        assertThat(padded("reflect", 5, 1)).containsExactly(1, 0, 1, 2, 1, 0, 1, 2, 1);
        assertThat(padded("wrap", 4, 1)).containsExactly(2, 0, 1, 2, 0, 1, 2, 0);
        assertThat(padded("edge", -1, 2)).containsExactly(1, 2, 2, 2);
    }

    private static double[] padded(String mode, long before, long after) {
        return Graphs.opset(19)
                .fed("x", floats(0, 1, 2))
                .constant("pads", longs(before, after))
                .node("y = Pad x pads", text("mode", mode))
                .reals();
    }

    @Test
    void margins_of_whole_numbers_keep_their_type_and_value() {
        Graphs graph = Graphs.opset(18)
                .fed("x", longs(1, 2))
                .constant("pads", longs(1, 1))
                .constant("value", longs(7))
                .constant("axes", longs(-1))
                .node("y = Pad x pads value axes");
        assertThat(graph.wholes()).containsExactly(7, 1, 2, 7);
    }

    @Test
    void updates_of_one_place_add_up_and_unsigned_numbers_compare_as_such() {
        assertThat(Graphs.opset(18)
                        .fed("x", floats(1, 2, 3))
                        .constant("at", longs(0, -3, 2))
                        .constant("by", floats(10, 100, 1000))
                        .node("y = ScatterElements x at by", text("reduction", "add"))
                        .reals())
                .containsExactly(111, 2, 1003);
        assertThat(Graphs.opset(18)
                        .fed("x", ArrayTensors.toTensor(Integers.wrapped(DType.UINT64, new long[] {-1, 5}, 2)))
                        .constant("at", Tensor.longs(Shape.of(2, 1), 0, 1))
                        .constant("by", ArrayTensors.toTensor(Integers.wrapped(DType.UINT64, new long[] {3, 9}, 2)))
                        .node("y = ScatterND x at by", text("reduction", "max"))
                        .wholes())
                .containsExactly(-1, 9);
    }

    @Test
    void what_no_update_reaches_is_not_rounded() {
        ExactOutput y = Graphs.opset(18)
                .fed("x", floats(0.1f, 0.2f))
                .constant("at", longs(1))
                .constant("by", floats(0.3f))
                .node("y = ScatterElements x at by", text("reduction", "add"))
                .output(1);
        double[] moved = ((Reals) y.noisy().get(0).orElseThrow()).data();
        assertThat(moved[0]).isEqualTo(0.1f);
        assertThat(moved[1]).isNotEqualTo((double) 0.2f + 0.3f);
    }

    @Test
    void whole_positions_are_exact_in_noisy_passes_and_fractions_are_not() {
        assertThat(noisyRange(2)).containsExactly(0, 2, 4);
        assertThat(noisyRange(1.9f)).hasSize(3).doesNotContain(1.9f);
    }

    private static double[] noisyRange(float delta) {
        ExactOutput y = Graphs.opset(17)
                .constant("start", Tensor.floats(Shape.of(), 0))
                .constant("limit", Tensor.floats(Shape.of(), 5))
                .constant("delta", Tensor.floats(Shape.of(), delta))
                .node("y = Range start limit delta")
                .output(1);
        return ((Reals) y.noisy().get(0).orElseThrow()).data();
    }

    @Test
    void zeros_of_both_signs_are_one_and_what_is_no_number_is_found_once() {
        Graphs graph = Graphs.opset(17).fed("x", floats(Float.NaN, 0, 2, -0f, Float.NaN));
        assertThat(graph.node("y,a,b,n = Unique x").wholes()).containsExactly(2, 1, 2);
    }

    @Test
    void a_scalar_has_no_axis_along_which_it_could_be_found() {
        assertThat(Graphs.opset(17)
                        .fed("x", Tensor.floats(Shape.of(), 3))
                        .node("y = NonZero x")
                        .dims())
                .containsExactly(0, 1);
    }

    @Test
    void nothing_can_be_moved_and_joined_as_well() {
        Graphs graph = Graphs.opset(17)
                .fed("x", Tensor.floats(Shape.of(2, 0)))
                .fed("w", TWO_BY_THREE)
                .node("a = Concat x w x", integer("axis", 1))
                .node("b = Transpose x")
                .node("c = Concat b b", integer("axis", 0))
                .node("d = Transpose c")
                .node("y = Concat a d", integer("axis", -1));
        assertThat(graph.dims()).containsExactly(2, 3);
        assertThat(graph.reals()).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void a_zero_in_a_shape_copies_unless_it_is_said_to_be_zero() {
        assertThat(reshaped(0)).containsExactly(2, 0, 3);
        assertThat(Graphs.opset(17)
                        .fed("x", TWO_BY_THREE)
                        .constant("shape", longs(4, -1))
                        .node("y = Reshape x shape")
                        .refusal())
                .contains("a shape of [2, 3] cannot become one of [4, -1]");
        assertThat(reshaped(1)).containsExactly(0, 0, 3);
    }

    private static int[] reshaped(long allowZero) {
        return Graphs.opset(17)
                .fed("x", Tensor.floats(Shape.of(2, 0, 3)))
                .constant("shape", longs(0, 0, 3))
                .node("y = Reshape x shape", integer("allowzero", allowZero))
                .dims();
    }

    private static Tensor longs(long... values) {
        return Tensor.longs(Shape.of(values.length), values);
    }
}
