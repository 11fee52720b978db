package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Trial;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LayerKindsTest {
    private static final Map<String, Tensor> FED = SmallGraphs.fed(SmallGraphs.drawn(1, 1, 4, 6, 6));

    /** Convolutions of 16 and 4 places, one of a group for each channel, and a product. */
    private static ModelProto model() {
        return SmallGraphs.opset(21)
                .input("x", 1, 4, 6, 6)
                .weight("first", 0, 4, 4, 3, 3)
                .weight("depthwise", 0, 4, 1, 3, 3)
                .weight("second", 0, 4, 4, 1, 1)
                .weight("wide", 1, 16, 8)
                .node("Conv", List.of("x", "first"), "a")
                .node("Conv", List.of("a", "depthwise"), "b", Attributes.integer("group", 4))
                .node("Conv", List.of("b", "second"), "c")
                .node("Flatten", List.of("c"), "d")
                .node("MatMul", List.of("d", "wide"), "y")
                .output("y")
                .model();
    }

    @Test
    void layers_are_told_apart_by_what_computes_them_and_share_by_what_they_multiply() {
        List<LayerKinds.Kind> kinds = LayerKinds.of(model(), FED).all();

        assertThat(kinds).extracting(LayerKinds.Kind::name).containsExactly("Conv", "grouped Conv", "MatMul");
        // 16 places of 36 products for each of 4 channels beside 4 places of 4.
        assertThat(kinds.get(0).shares().get("first")).isCloseTo(2304.0 / (2304 + 64), within(1e-12));
        assertThat(kinds.get(0).shares().get("second")).isCloseTo(64.0 / (2304 + 64), within(1e-12));
        assertThat(kinds.get(1).shares()).containsExactly(Map.entry("depthwise", 1.0));
        assertThat(kinds).allMatch(LayerKinds.Kind::byMultiplications);
    }

    @Test
    void where_shapes_are_not_known_they_share_by_elements() {
        ModelProto unknown = SmallGraphs.opset(21)
                .input("x", "any", 4, 6, 6)
                .weight("first", 0, 4, 4, 3, 3)
                .weight("second", 0, 4, 4, 1, 1)
                .node("Conv", List.of("x", "first"), "a")
                .node("NobodyKnows", List.of("a"), "b")
                .node("Conv", List.of("b", "second"), "y")
                .output("y")
                .model();

        LayerKinds.Kind kind = LayerKinds.of(unknown, FED).all().get(0);

        assertThat(kind.byMultiplications()).isFalse();
        assertThat(kind.shares().get("first")).isCloseTo(144.0 / 160, within(1e-12));
    }

    @Test
    void a_model_of_a_kind_has_that_kind_alone_in_fewer_bits() {
        LayerKinds.Kind conv = LayerKinds.of(model(), FED).all().get(0);

        Made.Variant made = (Made.Variant) conv.in(LayerPrecision.INT8).make(Trial.source(model()));

        assertThat(conv.in(LayerPrecision.INT8).name()).isEqualTo("Conv in 8 bits");
        assertThat(made.layers().stream().collect(Collectors.toMap(layer -> layer.weight(), layer -> layer.bits())))
                .isEqualTo(Map.of("first", 8, "second", 8, "depthwise", 32, "wide", 32));
    }
}
