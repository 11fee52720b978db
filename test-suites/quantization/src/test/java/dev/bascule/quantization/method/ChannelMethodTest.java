package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.graph.Numbers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is left computes what the whole model does once the lost channels' products with the next weights are 0. */
@Tag("native")
class ChannelMethodTest {
    private static final Tensor PICTURE = SmallGraphs.drawn(5, 2, 3, 8, 8);

    private static SmallGraphs chain() {
        return SmallGraphs.opset(13)
                .input("x", 2, 3, 8, 8)
                .weight("w1", 0, 8, 3, 3, 3)
                .weight("b1", 0, 8)
                .node("Conv", List.of("x", "w1", "b1"), "c1")
                .weight("scale", 0, 8)
                .weight("shift", 0, 8)
                .weight("mean", 0, 8)
                .constant("variance", Tensor.floats(Shape.of(8), 1, 2, 3, 4, 5, 6, 7, 8))
                .node("BatchNormalization", List.of("c1", "scale", "shift", "mean", "variance"), "n1")
                .node("Relu", List.of("n1"), "r1")
                .weight("dw", 0, 8, 1, 3, 3)
                .weight("db", 0, 8)
                .node("Conv", List.of("r1", "dw", "db"), "d1", Attributes.integer("group", 8))
                .weight("factor", 0, 8, 1, 1)
                .node("Mul", List.of("d1", "factor"), "m1")
                .node(
                        "MaxPool",
                        List.of("m1"),
                        "p1",
                        Attributes.ints("kernel_shape", 2, 2),
                        Attributes.ints("strides", 2, 2))
                .node("Flatten", List.of("p1"), "f1")
                .weight("w2", 1, 32, 6)
                .weight("b2", 0, 6)
                .node("Gemm", List.of("f1", "w2", "b2"), "g1")
                .node("Tanh", List.of("g1"), "t1")
                .weight("w3", 1, 6, 4)
                .node("MatMul", List.of("t1", "w3"), "y")
                .output("y");
    }

    private static Map<String, TensorProto> constants(GraphProto graph) {
        return graph.getInitializerList().stream().collect(Collectors.toMap(TensorProto::getName, each -> each));
    }

    /** Channels of the least norms, counted here by themselves. */
    private static List<Integer> least(TensorProto weight, int axis, int count) {
        float[] values = Numbers.floats(weight);
        int stride = Numbers.stride(weight.getDimsList(), axis);
        Map<Integer, Double> norms = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            norms.merge(i / stride % (int) weight.getDims(axis), (double) values[i] * values[i], Double::sum);
        }
        return norms.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .limit(count)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Tensor silenced(TensorProto weight, int repeat, List<Integer> channels) {
        float[] values = Numbers.floats(weight);
        int columns = (int) weight.getDims(1);
        for (int i = 0; i < values.length; i++) {
            values[i] = channels.contains(i / columns / repeat) ? 0 : values[i];
        }
        return Tensor.floats(new Shape(weight.getDimsList()), values);
    }

    @Test
    void a_chain_loses_channels_through_and_through() throws Exception {
        ModelProto whole = chain().model();
        Made.Variant half =
                (Made.Variant) Methods.named("channels50").orElseThrow().make(Trial.source(whole));
        Map<String, TensorProto> before = constants(whole.getGraph());
        Map<String, TensorProto> after = constants(half.model().getGraph());

        assertThat(half.layers()).extracting(LayerChange::weight).containsExactly("w1", "dw", "w2", "w3");
        assertThat(after.get("w1").getDimsList()).containsExactly(4L, 3L, 3L, 3L);
        assertThat(after.get("dw").getDimsList()).containsExactly(4L, 1L, 3L, 3L);
        assertThat(after.get("variance").getDimsList()).containsExactly(4L);
        assertThat(after.get("w2").getDimsList()).containsExactly(16L, 3L);
        assertThat(after.get("w3").getDimsList()).containsExactly(3L, 4L);
        assertThat(half.notes()).anyMatch(note -> note.contains("output of the model"));
        ModelProto silent = Trial.with(
                whole,
                Map.of(
                        "w2", silenced(before.get("w2"), 4, least(before.get("w1"), 0, 4)),
                        "w3", silenced(before.get("w3"), 1, least(before.get("w2"), 1, 3))));

        // Norms are those of the whole model.
        assertThat(Trial.farthest(
                        Trial.run(half.model(), SmallGraphs.fed(PICTURE)), Trial.run(silent, SmallGraphs.fed(PICTURE))))
                .isLessThan(1e-5);
    }

    @Test
    @Tag("red-team")
    void negative_control_other_channels_compute_something_else() throws Exception {
        ModelProto whole = chain().model();
        Made.Variant half =
                (Made.Variant) Methods.named("channels50").orElseThrow().make(Trial.source(whole));
        Map<String, TensorProto> before = constants(whole.getGraph());
        ModelProto other = Trial.with(
                whole,
                Map.of(
                        "w2", silenced(before.get("w2"), 4, List.of(0, 5, 6, 7)),
                        "w3", silenced(before.get("w3"), 1, least(before.get("w2"), 1, 3))));

        assertThat(Trial.farthest(
                        Trial.run(half.model(), SmallGraphs.fed(PICTURE)), Trial.run(other, SmallGraphs.fed(PICTURE))))
                .isGreaterThan(0.01);
    }

    @Test
    void a_residual_ties_channels_and_the_layer_stays_whole() throws Exception {
        ModelProto residual = SmallGraphs.opset(13)
                .input("x", 2, 3, 8, 8)
                .weight("w1", 0, 8, 3, 1, 1)
                .node("Conv", List.of("x", "w1"), "c1")
                .weight("w2", 0, 8, 8, 1, 1)
                .node("Conv", List.of("c1", "w2"), "c2")
                .weight("w3", 0, 8, 8, 1, 1)
                .node("Conv", List.of("c2", "w3"), "c3")
                .node("Add", List.of("c1", "c3"), "sum")
                .node("GlobalAveragePool", List.of("sum"), "means")
                .weight("w4", 0, 2, 8, 1, 1)
                .node("Conv", List.of("means", "w4"), "y")
                .output("y")
                .model();
        Made.Variant variant =
                (Made.Variant) Methods.named("channels25").orElseThrow().make(Trial.source(residual));

        assertThat(variant.layers()).extracting(LayerChange::weight).containsExactly("w2", "w3");
        assertThat(variant.notes())
                .filteredOn(note -> note.contains("Add 'node_sum', which ties them"))
                .hasSize(2);
        assertThat(Trial.run(variant.model(), SmallGraphs.fed(PICTURE))).containsKey("y");
    }

    @Test
    void a_gate_by_its_own_input_is_followed() throws Exception {
        ModelProto gated = SmallGraphs.opset(13)
                .input("x", 2, 3, 8, 8)
                .weight("w1", 0, 8, 3, 1, 1)
                .node("Conv", List.of("x", "w1"), "c1")
                .node("Sigmoid", List.of("c1"), "s1")
                .node("Mul", List.of("c1", "s1"), "g1")
                .weight("w2", 0, 4, 8, 1, 1)
                .node("Conv", List.of("g1", "w2"), "y")
                .output("y")
                .model();
        Made.Variant half =
                (Made.Variant) Methods.named("channels50").orElseThrow().make(Trial.source(gated));
        Map<String, TensorProto> before = constants(gated.getGraph());
        ModelProto silent = Trial.with(gated, Map.of("w2", without(before.get("w2"), least(before.get("w1"), 0, 4))));

        assertThat(half.layers()).extracting(LayerChange::weight).containsExactly("w1", "w2");
        assertThat(Trial.farthest(
                        Trial.run(half.model(), SmallGraphs.fed(PICTURE)), Trial.run(silent, SmallGraphs.fed(PICTURE))))
                .isLessThan(1e-5);
    }

    /** A pointwise Conv that does not look at these of its input channels. */
    private static Tensor without(TensorProto weight, List<Integer> channels) {
        float[] values = Numbers.floats(weight);
        for (int i = 0; i < values.length; i++) {
            values[i] = channels.contains(i % (int) weight.getDims(1)) ? 0 : values[i];
        }
        return Tensor.floats(new Shape(weight.getDimsList()), values);
    }

    @Test
    void a_reshape_that_flattens_is_followed_and_one_that_mixes_pixels_is_not() throws Exception {
        for (long rows : new long[] {2, 4}) {
            ModelProto model = SmallGraphs.opset(13)
                    .input("x", 2, 3, 2, 2)
                    .weight("w1", 0, 4, 3, 1, 1)
                    .node("Conv", List.of("x", "w1"), "c1")
                    .constant("shape", Tensor.longs(Shape.of(2), rows, 32 / rows))
                    .node("Reshape", List.of("c1", "shape"), "f")
                    .weight("w2", 1, 32 / rows, 3)
                    .node("MatMul", List.of("f", "w2"), "y")
                    .output("y")
                    .model();
            Made made = Methods.named("channels50").orElseThrow().make(Trial.source(model));

            if (rows == 2) {
                ModelProto half = ((Made.Variant) made).model();
                assertThat(constants(half.getGraph()).get("w2").getDimsList()).containsExactly(8L, 3L);
                assertThat(Trial.run(half, SmallGraphs.fed(SmallGraphs.drawn(6, 2, 3, 2, 2))))
                        .containsKey("y");
            } else {
                assertThat(made).isInstanceOf(Made.Refused.class);
            }
        }
    }

    @Test
    void a_reshape_that_flattens_loses_its_allowzero() throws Exception {
        ModelProto model = SmallGraphs.opset(14)
                .input("x", 2, 3, 2, 2)
                .weight("w1", 0, 4, 3, 1, 1)
                .node("Conv", List.of("x", "w1"), "c1")
                .constant("shape", Tensor.longs(Shape.of(2), 2, 16))
                .node("Reshape", List.of("c1", "shape"), "f", Attributes.integer("allowzero", 1))
                .weight("w2", 1, 16, 3)
                .node("MatMul", List.of("f", "w2"), "y")
                .output("y")
                .model();
        Made.Variant half =
                (Made.Variant) Methods.named("channels50").orElseThrow().make(Trial.source(model));
        Map<String, TensorProto> before = constants(model.getGraph());
        ModelProto silent =
                Trial.with(model, Map.of("w2", silenced(before.get("w2"), 4, least(before.get("w1"), 0, 2))));
        Map<String, Tensor> fed = SmallGraphs.fed(SmallGraphs.drawn(6, 2, 3, 2, 2));

        assertThat(Trial.farthest(Trial.run(half.model(), fed), Trial.run(silent, fed)))
                .isLessThan(1e-5);
    }
}
