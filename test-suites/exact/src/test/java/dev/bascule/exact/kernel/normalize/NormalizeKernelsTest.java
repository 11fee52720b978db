package dev.bascule.exact.kernel.normalize;

import static dev.bascule.exact.Graphs.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.exact.Graphs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Forms that no published case has, worked out by hand. */
class NormalizeKernelsTest {
    private static final String MICROSOFT = "com.microsoft";
    private static final Offset<Double> LAST_BITS = within(1e-9);

    @Test
    void a_skipped_layer_is_added_with_its_bias_before_the_normalization() {
        Graphs graph = skipped().constant("beta", floats(0, 10));

        // The sums are (1, 3) and (6, 2): means 2 and 4, deviations 1 and 2.
        double[] y = graph.in(MICROSOFT, "y = SkipLayerNormalization x skip gamma beta bias")
                .reals();
        assertThat(y[0]).isCloseTo(-1, LAST_BITS);
        assertThat(y[1]).isCloseTo(15, LAST_BITS);
        assertThat(y[2]).isCloseTo(1, LAST_BITS);
        assertThat(y[3]).isCloseTo(5, LAST_BITS);
        assertThat(graph.in(MICROSOFT, "y2,mean = SkipLayerNormalization x skip gamma beta bias")
                        .reals())
                .containsExactly(2, 4);
        assertThat(graph.in(MICROSOFT, "y3,m3,d3,sum = SkipLayerNormalization x skip gamma beta bias")
                        .reals())
                .containsExactly(1, 3, 6, 2);
    }

    @Test
    void a_simplified_layer_has_no_mean() {
        double[] y = skipped()
                .in(MICROSOFT, "y = SkipSimplifiedLayerNormalization x skip gamma bias")
                .reals();

        assertThat(y[0]).isCloseTo(1 / Math.sqrt(5), LAST_BITS);
        assertThat(y[1]).isCloseTo(5 * 3 / Math.sqrt(5), LAST_BITS);
        assertThat(y[2]).isCloseTo(6 / Math.sqrt(20), LAST_BITS);
        assertThat(y[3]).isCloseTo(5 * 2 / Math.sqrt(20), LAST_BITS);
    }

    /** One text of two tokens, whose skip is the same for all texts. */
    private static Graphs skipped() {
        return Graphs.opset(17)
                .fed("x", Tensor.floats(Shape.of(1, 2, 2), 0, 0, 4, -2))
                .constant("skip", Tensor.floats(Shape.of(2, 2), 0, 1, 1, 2))
                .constant("bias", floats(1, 2))
                .constant("gamma", floats(1, 5));
    }

    @Test
    void embeddings_are_looked_up_added_and_normalized() {
        Graphs graph = Graphs.opset(17)
                .fed("ids", Tensor.longs(Shape.of(1, 2), 1, 0))
                .fed("segments", Tensor.longs(Shape.of(1, 2), 0, 1))
                .fed("mask", Tensor.longs(Shape.of(1, 2), 1, 0))
                .constant("words", Tensor.floats(Shape.of(2, 2), 1, 2, 3, 4))
                .constant("positions", Tensor.floats(Shape.of(3, 2), 10, 10, 20, 20, 30, 30))
                .constant("parts", Tensor.floats(Shape.of(2, 2), 0, 1, 0, 3))
                .constant("gamma", floats(1, 1))
                .constant("beta", floats(0, 0))
                .in(
                        MICROSOFT,
                        "y,lengths,sum = EmbedLayerNormalization ids segments words positions parts gamma beta mask");

        assertThat(graph.reals()).containsExactly(13, 15, 21, 25);
    }

    @Test
    void groups_are_scaled_one_by_one_before_version_21_and_by_channel_since() {
        Tensor x = Tensor.floats(Shape.of(1, 4, 1), 0, 2, 10, 14);

        double[] byGroup = Graphs.opset(18)
                .fed("x", x)
                .constant("scale", floats(1, 10))
                .constant("bias", floats(0, 100))
                .node("y = GroupNormalization x scale bias", Attributes.integer("num_groups", 2))
                .reals();
        assertThat(byGroup[1]).isCloseTo(1, within(1e-5));
        assertThat(byGroup[2]).isCloseTo(90, within(1e-4));
        double[] byChannel = Graphs.opset(21)
                .fed("x", x)
                .constant("scale", floats(1, 2, 3, 4))
                .constant("bias", floats(0, 0, 0, 100))
                .node("y = GroupNormalization x scale bias", Attributes.integer("num_groups", 2))
                .reals();
        assertThat(byChannel[1]).isCloseTo(2, within(1e-4));
        assertThat(byChannel[2]).isCloseTo(-3, within(1e-4));
        assertThat(byChannel[3]).isCloseTo(104, within(1e-4));
    }

    @Test
    void version_7_may_have_a_mean_for_each_place() {
        double[] y = Graphs.opset(7)
                .fed("x", Tensor.floats(Shape.of(1, 1, 2), 5, 7))
                .constant("scale", Tensor.floats(Shape.of(1, 2), 1, 2))
                .constant("bias", Tensor.floats(Shape.of(1, 2), 0, 1))
                .constant("mean", Tensor.floats(Shape.of(1, 2), 4, 4))
                .constant("variance", Tensor.floats(Shape.of(1, 2), 4, 9))
                .node(
                        "y = BatchNormalization x scale bias mean variance",
                        Attributes.integer("spatial", 0),
                        Attributes.real("epsilon", 0))
                .reals();

        assertThat(y).containsExactly(0.5, 3);
    }

    @Test
    void what_is_kept_of_the_way_has_the_type_that_the_model_says() {
        Graphs graph = Graphs.opset(17)
                .fed("x", Tensor.floats(Shape.of(1, 2), 1, 3))
                .constant("scale", floats(1, 1))
                .node("y,mean = LayerNormalization x scale", Attributes.integer("stash_type", 16));

        assertThat(graph.dtype()).isEqualTo(DType.BFLOAT16);
        assertThat(graph.dims()).containsExactly(1, 1);
    }

    @Test
    void zeros_have_no_norm_and_stay_zeros() {
        assertThat(Graphs.opset(17)
                        .fed("x", Tensor.floats(Shape.of(2, 2), 0, 0, 3, 4))
                        .node("y = LpNormalization x")
                        .reals())
                .containsExactly(0, 0, 0.6, 0.8);
    }
}
