package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WindowShapesTest {
    @Test
    void no_rounded_up_window_begins_behind_the_last_element() {
        assertThat(pooled(Attributes.ints("pads", 0, 1))).isEqualTo(2);
        assertThat(pooled(Attributes.ints("pads", 0, 0))).isEqualTo(2);
        assertThat(pooled(Attributes.ints("pads", 3, 0))).isEqualTo(3);
    }

    @Test
    void rounding_up_says_nothing_where_there_is_no_padding_by_name() {
        assertThat(pooled(Attributes.text("auto_pad", "VALID"))).isEqualTo(2);
    }

    /** How many windows of one element, each three further, lie on four elements. */
    private static long pooled(AttributeProto padding) {
        GraphShapes shapes = new GraphShapes();
        shapes.value("x", DType.FLOAT32, Shape.of(1, 1, 4));
        shapes.node(Protos.node(
                "MaxPool",
                "pool",
                List.of("x"),
                List.of("y"),
                Attributes.ints("kernel_shape", 1),
                Attributes.ints("strides", 3),
                Attributes.integer("ceil_mode", 1),
                padding));
        return shapes.of("y").orElseThrow().shape().dims().get(2);
    }
}
