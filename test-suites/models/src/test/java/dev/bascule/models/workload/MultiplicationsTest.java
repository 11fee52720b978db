package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooGraphs;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MultiplicationsTest {
    private static Tensor zeros(long... dims) {
        Shape shape = Shape.of(dims);
        return Tensor.of(DType.FLOAT32, shape, ByteBuffer.allocate(Math.toIntExact(shape.elements() * Float.BYTES)));
    }

    /** In millions, as torchvision and timm publish them for 224 pixels; timm's ViT and Mixer leave the products of attention out. */
    @ParameterizedTest
    @CsvSource({
        "resnet-18, 1814",
        "mobilenet-v2, 301",
        "efficientnet-b0, 386",
        "densenet-121, 2834",
        "squeezenet-1.1, 349",
        "shufflenet-v2, 145",
        "convnext-tiny, 4456",
        "mixer-s16, 3790"
    })
    void networks_have_as_many_as_were_published(String id, long millions) {
        Multiplications counted = Multiplications.of(
                ZooGraphs.of(Zoo.model(id).orElseThrow()).getGraph(), Map.of("pixel_values", zeros(1, 3, 224, 224)));

        assertThat(counted.reason()).isEmpty();
        assertThat(counted.count() / 1e6).isCloseTo(millions, Percentage.withPercentage(2));
    }

    @Test
    void a_convolution_has_one_for_each_output_and_element_of_a_filter() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1, 4, 10, 10)))
                .addInitializer(Protos.tensor("w", zeros(6, 2, 3, 3)))
                .addNode(Protos.node("Conv", "", List.of("x", "w"), List.of("y"), Attributes.integer("group", 2)));

        assertThat(Multiplications.of(graph.build(), Map.of("x", zeros(1, 4, 10, 10))))
                .isEqualTo(new Multiplications(6 * 8 * 8 * 2 * 9, 0, ""));
    }

    @Test
    void what_multiplies_and_is_not_known_is_named_and_not_counted() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(2, 4)))
                .addInitializer(Protos.tensor("w", zeros(4, 5)))
                .addNode(Protos.node("MatMul", "", List.of("x", "w"), List.of("y")))
                .addNode(Protos.node("Strange", "", List.of("y"), List.of("z")))
                .addNode(Protos.node("MatMul", "", List.of("z", "w"), List.of("q")));

        assertThat(Multiplications.of(graph.build(), Map.of("x", zeros(2, 4))))
                .isEqualTo(new Multiplications(40, 1, "not counted: {MatMul=1}"));
    }

    @Test
    void each_node_has_its_own_and_one_whose_shape_is_not_known_has_none() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(2, 4)))
                .addInitializer(Protos.tensor("w", zeros(4, 5)))
                .addInitializer(Protos.tensor("v", zeros(5, 3)))
                .addNode(Protos.node("MatMul", "", List.of("x", "w"), List.of("y")))
                .addNode(Protos.node("MatMul", "", List.of("y", "v"), List.of("u")))
                .addNode(Protos.node("Strange", "", List.of("y"), List.of("z")))
                .addNode(Protos.node("MatMul", "", List.of("z", "w"), List.of("q")));

        assertThat(Multiplications.byOutput(graph.build(), Map.of("x", zeros(2, 4))))
                .isEqualTo(Map.of("y", 40L, "u", 30L));
    }
}
