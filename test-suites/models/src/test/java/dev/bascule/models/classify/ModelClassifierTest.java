package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cases.Family;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.torch.TorchScriptFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelClassifierTest {
    private static final ModelClassifier CLASSIFIER = new ModelClassifier(Calibration.shipped());

    @TempDir
    private Path folder;

    private Path pictureModel() throws IOException {
        SmallGraph graph = new SmallGraph()
                .input("input_ids", 1, 3, 32, 32)
                .weight("w1", 8, 3, 3, 3)
                .weight("w2", 8, 8, 3, 3)
                .node("Conv", "input_ids w1", "a")
                .node("Relu", "a", "b")
                .node("MaxPool", "b", "c", Attributes.ints("kernel_shape", 2, 2))
                .node("Conv", "c w2", "y")
                .output("y", 1, 8, 28, 28);
        return Files.write(folder.resolve("m.onnx"), graph.withNumbers().toByteArray());
    }

    @Test
    void what_names_say_against_the_graph_is_a_note_and_does_not_count() throws IOException {
        var model = OnnxModelFile.open(pictureModel()).inspect();

        Classification kind = CLASSIFIER.classify(model, 1000, true);

        assertThat(kind.family().value()).contains(Family.VISION);
        assertThat(kind.family().likelihood()).isPresent();
        assertThat(kind.notes()).anyMatch(note -> note.contains("input_ids") && note.contains("does not bear out"));
        assertThat(CLASSIFIER.classify(model, 1000, false).notes()).isEmpty();
    }

    @Test
    void a_config_that_is_no_json_says_nothing() throws IOException {
        Path file = pictureModel();
        Files.writeString(folder.resolve("config.json"), "{\"model_type\": ");

        Classification kind = CLASSIFIER.classify(OnnxModelFile.open(file).inspect(), 1000, true);

        assertThat(kind.architecture().value()).contains(ArchitectureKind.PLAIN_CNN);
    }

    @Test
    void of_a_file_without_an_onnx_graph_nothing_is_told_and_the_reason_is() throws IOException {
        Path file = folder.resolve("small.pt");
        try (InputStream stream =
                Objects.requireNonNull(TorchScriptFile.class.getResourceAsStream("torchscript/small.pt"))) {
            Files.copy(stream, file);
        }

        Classification kind = CLASSIFIER.classify(TorchScriptFile.inspect(file), 42, false);

        assertThat(kind.family().value()).isEmpty();
        assertThat(kind.architecture().reason()).isEqualTo("a torchscript file: only an ONNX graph is read for it");
        assertThat(kind.size().operations()).isEmpty();
        assertThat(kind.size().parameters()).isEqualTo(42);
    }

    @Test
    void operations_are_two_for_each_multiplication() throws IOException {
        Classification kind =
                CLASSIFIER.classify(OnnxModelFile.open(pictureModel()).inspect(), 1000, false);

        assertThat(kind.size().operations()).contains(2L * (8 * 30 * 30 * 27 + 8 * 27 * 27 * 72));
        assertThat(kind.size().tier()).isEqualTo(SizeTier.MICRO);
    }
}
