package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.driver.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFetchTest {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @TempDir
    Path folder;

    @Test
    void a_file_with_the_hash_that_was_named_is_taken() throws Exception {
        Path file = Files.writeString(folder.resolve("with space.onnx"), "abc");
        FileFetch fetched = FileFetch.of(file.toUri().toString(), ABC, System::nanoTime);
        assertThat(fetched.file()).isEqualTo(file);
        assertThat(fetched.millis()).isPositive();
    }

    @Test
    @Tag("red-team")
    void another_content_is_refused() throws Exception {
        Path file = Files.writeString(folder.resolve("lie.onnx"), "abd");
        assertThatThrownBy(() -> FileFetch.of(file.toUri().toString(), ABC, System::nanoTime))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("lie.onnx has SHA-256");
    }

    @Test
    void a_file_that_is_not_there_is_refused() {
        String url = folder.resolve("none.onnx").toUri().toString();
        assertThatThrownBy(() -> FileFetch.of(url, ABC, System::nanoTime))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("none.onnx");
    }

    @Test
    void nothing_but_a_file_is_fetched() {
        assertThatThrownBy(() -> FileFetch.of("http://localhost/model.onnx", ABC, System::nanoTime))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("file: URIs");
        assertThatThrownBy(() -> FileFetch.of("not a uri", ABC, System::nanoTime))
                .isInstanceOf(RefusedException.class);
    }
}
