package dev.bascule.exact.kernel.window;

import static dev.bascule.exact.Graphs.floats;
import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.real;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Forms that no published case has, worked out by hand. */
class ResizeTest {

    @Test
    void before_version_11_the_nearest_lies_before_or_when_there_are_fewer_behind() {
        assertThat(Graphs.opset(10)
                        .fed("x", floats(1, 2, 3, 4))
                        .constant("scales", floats(0.6F))
                        .node("y = Resize x scales")
                        .reals())
                .containsExactly(1, 3);
        assertThat(Graphs.opset(9)
                        .fed("x", floats(1, 2, 3))
                        .constant("scales", floats(1.5F))
                        .node("y = Upsample x scales", text("mode", "nearest"))
                        .reals())
                .containsExactly(1, 1, 2, 3);
        assertThat(Graphs.opset(9)
                        .fed("x", floats(1, 2))
                        .constant("scales", floats(2))
                        .node("y = Upsample x scales", text("mode", "linear"))
                        .reals())
                .containsExactly(1, 1.5, 2, 2);
    }

    @Test
    void where_a_length_with_a_fraction_ends_texts_and_code_of_onnx_differ() {
        Graphs fraction = Graphs.opset(19)
                .fed("x", floats(1, 2, 3, 4, 5))
                .constant("scales", floats(1.7F))
                .node(
                        "y = Resize x _ scales",
                        text("mode", "linear"),
                        text("coordinate_transformation_mode", "align_corners"));
        assertThat(fraction.refusal()).contains("align_corners to a length of 8.5");
        assertThat(Graphs.opset(19)
                        .fed("x", floats(1, 2, 3))
                        .constant("scales", floats(5 / 3F))
                        .node(
                                "y = Resize x _ scales",
                                text("mode", "linear"),
                                text("coordinate_transformation_mode", "align_corners"))
                        .dims())
                .containsExactly(5);
    }

    @Test
    void a_size_is_counted_in_single_precision() {
        // 10 · 0.7 is less than 7 when 0.7 is a float and the product is not.
        assertThat(Graphs.opset(13)
                        .fed("x", floats(0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
                        .constant("scales", floats(0.7F))
                        .node("y = Resize x _ scales")
                        .dims())
                .containsExactly(7);
    }

    @Test
    void a_coordinate_that_is_whole_is_found_whatever_the_quotient_of_sizes_is_rounded_to() {
        float[] values = new float[21];
        IntStream.range(0, 21).forEach(i -> values[i] = i);
        double[] y = Graphs.opset(13)
                .fed("x", floats(values))
                .constant("sizes", Tensor.longs(Shape.of(1), 30))
                .node(
                        "y = Resize x _ _ sizes",
                        text("coordinate_transformation_mode", "asymmetric"),
                        text("nearest_mode", "floor"))
                .reals();

        assertThat(y[10]).isEqualTo(7);
        assertThat(y[20]).isEqualTo(14);
    }

    @Test
    void half_pixels_for_the_nearest_are_not_taken_back() {
        assertThat(Graphs.opset(11)
                        .fed("x", floats(1, 2, 3, 4))
                        .constant("none", floats())
                        .constant("sizes", Tensor.longs(Shape.of(1), 2))
                        .node(
                                "y = Resize x none none sizes",
                                text("coordinate_transformation_mode", "tf_half_pixel_for_nn"),
                                text("nearest_mode", "floor"))
                        .reals())
                .containsExactly(2, 4);
    }

    @Test
    void whole_numbers_are_rounded_and_held_to_their_range() {
        // A cubic that overshoots on both sides.
        assertThat(Graphs.opset(13)
                        .fed("x", Tensor.of(DType.INT8, Shape.of(4), new byte[] {-128, -128, 127, 127}))
                        .constant("scales", floats(2))
                        .node("y = Resize x _ scales", text("mode", "cubic"))
                        .wholes())
                .containsExactly(-128, -128, -128, -70, 69, 127, 127, 127);
        assertThat(Graphs.opset(13)
                        .fed("x", Tensor.of(DType.INT8, Shape.of(2), new byte[] {10, 20}))
                        .constant("scales", floats(2))
                        .node("y = Resize x _ scales", text("mode", "linear"))
                        .wholes())
                .containsExactly(10, 12, 18, 20);
    }

    @Test
    void the_nearest_of_what_lies_beside_a_region_is_the_value_for_it() {
        assertThat(Graphs.opset(13)
                        .fed("x", floats(1, 2, 3))
                        .constant("region", floats(-0.5F, 1))
                        .constant("sizes", Tensor.longs(Shape.of(1), 4))
                        .node(
                                "y = Resize x region _ sizes",
                                text("coordinate_transformation_mode", "tf_crop_and_resize"),
                                real("extrapolation_value", 9))
                        .reals())
                .containsExactly(9, 1, 2, 3);
    }

    @Test
    void a_region_by_scales_is_refused() {
        assertThat(Graphs.opset(13)
                        .fed("x", floats(1, 2, 3))
                        .constant("region", floats(0, 0.5F))
                        .constant("scales", floats(2))
                        .node(
                                "y = Resize x region scales",
                                text("coordinate_transformation_mode", "tf_crop_and_resize"))
                        .refusal())
                .contains("Resize of a region by scales");
    }

    @Test
    void an_edge_that_engines_compute_exactly_is_left_where_it_is() {
        ExactOutput output = Graphs.opset(13)
                .fed("x", floats(1, 2, 3, 4))
                .constant("scales", floats(2))
                .node(
                        "y = Resize x _ scales",
                        text("coordinate_transformation_mode", "asymmetric"),
                        text("nearest_mode", "floor"))
                .output(8);

        assertThat(output.noisy())
                .hasSize(8)
                .allSatisfy(pass -> assertThat(pass)
                        .hasValueSatisfying(value -> assertThat(data(value)).containsExactly(1, 1, 2, 2, 3, 3, 4, 4)));
    }

    @Test
    void antialias_weighs_all_that_one_element_replaces() {
        assertThat(Graphs.opset(18)
                        .fed("x", floats(0, 0, 8, 0, 0, 0, 0, 0))
                        .constant("scales", floats(0.5F))
                        .node("y = Resize x _ scales", text("mode", "linear"), integer("antialias", 1))
                        .reals())
                .containsExactly(1, 3, 0, 0);
    }

    private static double[] data(Operand value) {
        return ((Reals) value).data();
    }
}
