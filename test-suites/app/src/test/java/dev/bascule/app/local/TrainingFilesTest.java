package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.training.data.DataSets;
import dev.bascule.training.data.LabelledData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingFilesTest {
    @TempDir
    Path folder;

    private LabelledData strokes() {
        return new DataSets(new CacheFolder(folder)).of("strokes");
    }

    @Test
    void a_model_whose_weights_are_quantised_is_refused_as_input_with_what_to_give() throws IOException {
        LabelledData data = strokes();
        for (String operator : new String[] {"DequantizeLinear", "MatMulNBits"}) {
            String model = model(operator).toString();
            assertThatThrownBy(() -> TrainingFiles.network(model, data))
                    .isInstanceOfSatisfying(BasculeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH);
                        assertThat(e.code().exitCode().status()).isEqualTo(3);
                        assertThat(e.getMessage()).contains("the model is quantised already: it has " + operator);
                        assertThat(e.failure().remedies())
                                .containsExactly("give the float32 model that it was made of");
                    });
        }
        String plain = model("Relu").toString();
        assertThatThrownBy(() -> TrainingFiles.network(plain, data))
                .as("refused for something else")
                .hasMessageNotContaining("quantised");
    }

    private Path model(String operator) throws IOException {
        return Files.write(
                folder.resolve(operator + ".onnx"),
                ModelProto.newBuilder()
                        .setIrVersion(8)
                        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(21))
                        .setGraph(GraphProto.newBuilder()
                                .setName("g")
                                .addNode(NodeProto.newBuilder()
                                        .setOpType(operator)
                                        .addInput("x")
                                        .addOutput("y")))
                        .build()
                        .toByteArray());
    }

    @Test
    void what_a_checkpoint_takes_the_place_of_is_told() throws IOException {
        Path there = Files.writeString(folder.resolve("ck.safetensors"), "x");
        Path absent = folder.resolve("new.safetensors");
        assertThat(TrainingFiles.replaced(absent, Optional.of(there))).isEmpty();
        assertThat(TrainingFiles.replaced(there, Optional.empty()))
                .isEqualTo(", in the place of a file that was there");
        assertThat(TrainingFiles.replaced(there, Optional.of(folder.resolve("./ck.safetensors"))))
                .isEqualTo(", in the place of the checkpoint that the run went on from");
    }

    @Test
    void data_that_are_a_file_are_told_to_be_one() throws IOException {
        Path text = Files.writeString(folder.resolve("text.txt"), "x");
        DataSets sets = new DataSets(new CacheFolder(folder));
        assertThatThrownBy(() -> sets.of(text.toString()))
                .hasMessageContaining("text.txt' is a file, and data are a folder with a sub-folder for each class");
        assertThatThrownBy(() -> sets.of("digts")).hasMessageContaining("did you mean 'digits'?");
    }
}
