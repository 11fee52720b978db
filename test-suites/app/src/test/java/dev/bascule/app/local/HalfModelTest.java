package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.job.ModelArtifact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HalfModelTest {
    @TempDir
    Path folder;

    @Test
    void a_file_that_is_there_is_left_as_it_is_the_model_itself_as_well() throws IOException {
        Path own = Files.write(folder.resolve("model.onnx"), new byte[] {8, 9});
        HalfModel half = new HalfModel(new ModelArtifact("0".repeat(64), 2, own), Optional.of(own), note -> {});
        assertThatThrownBy(half::get).isInstanceOf(BasculeException.class).hasMessageContaining("there is a file");
        assertThat(own).hasBinaryContent(new byte[] {8, 9});
    }
}
