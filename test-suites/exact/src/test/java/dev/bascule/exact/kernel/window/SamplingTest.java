package dev.bascule.exact.kernel.window;

import static dev.bascule.exact.Graphs.floats;
import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.ints;
import static dev.bascule.models.onnx.Attributes.text;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.exact.Graphs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Forms that no published case has, worked out by hand. */
class SamplingTest {

    @Test
    void a_position_far_beside_the_image_is_reflected_until_it_is_on_it() {
        // The places -2, -3, 10 and 7, reflected by -0.5 and 4.5.
        assertThat(row(-1.6F, -2, 3.2F, 2, text("mode", "nearest"), text("padding_mode", "reflection")))
                .containsExactly(1, 2, 0, 2);
    }

    @Test
    void cubic_interpolation_far_beside_a_repeated_border_is_the_border() {
        assertThat(row(-9, 9, 0, 0.4F, text("mode", "cubic"), text("padding_mode", "border")))
                .startsWith(0, 4, 2);
    }

    @Test
    void cubic_interpolation_just_beside_a_repeated_border_is_refused() {
        assertThat(rowed(-1.4F, 0, 0, 0, text("mode", "cubic"), text("padding_mode", "border"))
                        .refusal())
                .contains("where ONNX's text and its reference differ");
    }

    @Test
    void samples_of_whole_numbers_are_cut() {
        assertThat(Graphs.opset(20)
                        .fed("x", Tensor.of(DType.INT8, Shape.of(1, 1, 1, 2), new byte[] {-3, 4}))
                        .fed("grid", Tensor.floats(Shape.of(1, 1, 2, 2), -0.4F, 0, 0.4F, 0))
                        .node("y = GridSample x grid")
                        .wholes())
                .containsExactly(-2, 3);
    }

    @Test
    void a_deformable_convolution_of_three_dimensions_that_moves_nothing_is_a_convolution() {
        float[] ones = new float[27];
        Arrays.fill(ones, 1);
        Graphs graph = Graphs.opset(19)
                .fed("x", Tensor.floats(Shape.of(1, 1, 3, 3, 3), ones))
                .constant("w", Tensor.floats(Shape.of(1, 1, 2, 2, 2), Arrays.copyOf(ones, 8)))
                .constant("offset", Tensor.floats(Shape.of(1, 24, 2, 2, 2), new float[192]))
                .constant("bias", floats(0.5F))
                .node("y = DeformConv x w offset bias");

        assertThat(graph.dims()).containsExactly(1, 1, 2, 2, 2);
        assertThat(graph.reals()).containsOnly(8.5);
    }

    @Test
    void a_deformable_convolution_takes_half_of_what_lies_half_beside_the_image() {
        assertThat(Graphs.opset(19)
                        .fed("x", Tensor.floats(Shape.of(1, 1, 1, 3), 2, 4, 8))
                        .constant("w", Tensor.floats(Shape.of(1, 1, 1, 1), 1))
                        // Down, then to the right.
                        .constant("offset", Tensor.floats(Shape.of(1, 2, 1, 3), 0, 0, 0.5F, 0.5F, -3, -0.5F))
                        .node("y = DeformConv x w offset")
                        .reals())
                .containsExactly(3, 0, 3);
    }

    @Test
    void regions_were_not_shifted_before_version_16() {
        assertThat(aligned(10)).containsExactly(1);
        assertThat(aligned(16)).containsExactly(0.5);
    }

    private static double[] aligned(int opset) {
        return Graphs.opset(opset)
                .fed("x", Tensor.floats(Shape.of(1, 1, 1, 4), 0, 1, 2, 3))
                .constant("regions", Tensor.floats(Shape.of(1, 4), 0, 0, 2, 1))
                .constant("images", Tensor.longs(Shape.of(1), 0))
                .node("y = RoiAlign x regions images", integer("sampling_ratio", 1))
                .reals();
    }

    @Test
    void blocks_are_put_back_on_an_image_of_three_dimensions() {
        Graphs graph = Graphs.opset(18)
                .fed("x", Tensor.floats(Shape.of(1, 4, 2), 1, 2, 3, 4, 5, 6, 7, 8))
                .constant("image", Tensor.longs(Shape.of(3), 1, 2, 3))
                .constant("block", Tensor.longs(Shape.of(3), 1, 2, 2))
                .node("y = Col2Im x image block", ints("strides", 1, 1, 1));

        assertThat(graph.dims()).containsExactly(1, 1, 1, 2, 3);
        assertThat(graph.reals()).containsExactly(1, 2 + 3, 4, 5, 6 + 7, 8);
    }

    @Test
    void a_box_is_suppressed_only_beyond_the_threshold_and_of_equal_scores_the_first_comes_first() {
        // The third lies on a half of the first, which is a third of both.
        assertThat(Graphs.opset(11)
                        .fed("boxes", Tensor.floats(Shape.of(1, 3, 4), 0, 0, 1, 2, 5, 5, 6, 6, 0, 1, 1, 3))
                        .fed("scores", Tensor.floats(Shape.of(1, 1, 3), 0.5F, 0.5F, 0.25F))
                        .constant("most", Tensor.longs(Shape.of(1), 3))
                        .constant("overlap", floats(0.25F))
                        .constant("least", floats(0.25F))
                        .node("y = NonMaxSuppression boxes scores most overlap least")
                        .wholes())
                .containsExactly(0, 0, 0, 0, 0, 1);
        assertThat(Graphs.opset(11)
                        .fed("boxes", Tensor.floats(Shape.of(1, 2, 4), 0, 0, 1, 2, 0, 0, 1, 1))
                        .fed("scores", Tensor.floats(Shape.of(1, 1, 2), 0.5F, 0.25F))
                        .constant("most", Tensor.longs(Shape.of(1), 3))
                        .constant("overlap", floats(0.5F))
                        .node("y = NonMaxSuppression boxes scores most overlap")
                        .wholes())
                .containsExactly(0, 0, 0, 0, 0, 1);
    }

    private static double[] row(float a, float b, float c, float d, AttributeProto... attributes) {
        return rowed(a, b, c, d, attributes).reals();
    }

    private static Graphs rowed(float a, float b, float c, float d, AttributeProto... attributes) {
        return Graphs.opset(20)
                .fed("x", Tensor.floats(Shape.of(1, 1, 1, 5), 0, 1, 2, 3, 4))
                .fed("grid", Tensor.floats(Shape.of(1, 1, 4, 2), a, 0, b, 0, c, 0, d, 0))
                .node("y = GridSample x grid", attributes);
    }
}
