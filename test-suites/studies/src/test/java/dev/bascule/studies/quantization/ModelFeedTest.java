package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFeedTest {
    @TempDir
    Path folder;

    private ModelInspection taking(Object... dims) throws IOException {
        return OnnxModelFile.open(Files.write(
                        folder.resolve("model.onnx"),
                        Protos.model(
                                        17,
                                        GraphProto.newBuilder()
                                                .setName("same")
                                                .addInput(Protos.typed("x", DType.FLOAT32, List.of(dims)))
                                                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(dims)))
                                                .addNode(Protos.node("Relu", "same", List.of("x"), List.of("y"))))
                                .toByteArray()))
                .inspect();
    }

    private ModelFeed feed(Shape sample, Object... dims) throws IOException {
        return ModelFeed.of(taking(dims), DType.FLOAT32, sample, new ModelFeed.Linear(2, 1));
    }

    @Test
    void a_sample_becomes_a_batch_of_one_its_numbers_scaled() throws IOException {
        Tensor fed = feed(Shape.of(1, 2), "N", 1L, 2L)
                .inputs(Tensor.floats(Shape.of(1, 2), 3, 4))
                .values()
                .iterator()
                .next();

        assertThat(fed.shape()).isEqualTo(Shape.of(1, 1, 2));
        assertThat(Elements.of(fed).at(0)).isEqualTo(7);
        assertThat(Elements.of(fed).at(1)).isEqualTo(9);
    }

    @Test
    void a_fixed_batch_has_it_in_each_row_and_says_so() throws IOException {
        ModelFeed feed = feed(Shape.of(2), 3L, 2L);

        assertThat(feed.inputs(Tensor.floats(Shape.of(2), 3, 4))
                        .values()
                        .iterator()
                        .next()
                        .shape())
                .isEqualTo(Shape.of(3, 2));
        assertThat(feed.notes().get(0)).contains("fixed at 3");
    }

    @Test
    void dimensions_of_one_and_a_flat_row_are_told() throws IOException {
        assertThat(feed(Shape.of(1, 2, 2), 1L, 2L, 2L).row()).isEqualTo(Shape.of(2, 2));
        assertThat(feed(Shape.of(1, 2, 2), 1L, 4L).notes().get(0)).contains("[1,2,2] are fed as [4]");
    }

    @Test
    void another_shape_is_refused_with_both() {
        assertThatThrownBy(() -> feed(Shape.of(1, 8, 8), 1L, 1L, 28L, 28L))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("float32[1,8,8]")
                .hasMessageContaining("float32[1,1,28,28]");
        assertThatThrownBy(() -> feed(Shape.of(2, 8), 1L, 8L, 2L)).isInstanceOf(BasculeException.class);
    }
}
