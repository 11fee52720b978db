package dev.bascule.app.quantizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.install.OnnxRuntimeQuantization;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.packages.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuantizerPythonTest {
    @TempDir
    Path libraries;

    /** Pythons by the name on PATH; others do not start. */
    private record Pythons(Map<String, String> versions) implements Commands {
        @Override
        public boolean answers(List<String> way) {
            return versions.containsKey(way.get(0));
        }

        @Override
        public Result run(List<String> line, Path folder) {
            throw new AssertionError("nothing is to be run: " + line);
        }

        @Override
        public Result ask(List<String> line, Duration limit) {
            return Optional.ofNullable(versions.get(line.get(0)))
                    .map(version -> new Result(0, "a warning\nbascule:" + version + "\n"))
                    .orElse(new Result(127, "no such file"));
        }
    }

    private HostEnvironment host() {
        return new HostEnvironment("Linux", "amd64", Map.of(), libraries, libraries);
    }

    private void install(String python) throws IOException {
        Path set = Files.createDirectory(libraries.resolve(OnnxRuntimeQuantization.set(python)));
        Files.writeString(set.resolve("set.properties"), "version=1.29.0\n");
    }

    @Test
    void the_python_that_the_set_is_for_is_taken() throws IOException {
        install("3.12");

        QuantizerPython found =
                QuantizerPython.find(host(), new Pythons(Map.of("python3", "3.11", "python3.12", "3.12")));

        assertThat(found.program()).isEqualTo("python3.12");
        assertThat(found.set().id()).isEqualTo("onnxruntime-quantization-3.12");
        assertThat(QuantizerPython.version(new Pythons(Map.of("python", "3.13"))))
                .contains("3.13");
        assertThat(QuantizerPython.version(new Pythons(Map.of()))).isEmpty();
    }

    @Test
    void without_the_set_or_its_python_it_is_told_what_to_do() throws IOException {
        Pythons pythons = new Pythons(Map.of("python3", "3.11"));

        assertThatThrownBy(() -> QuantizerPython.find(host(), pythons))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().remedies()).contains("bascule install onnxruntime-quantization"))
                .hasMessageContaining("not installed");
        install("3.13");
        assertThatThrownBy(() -> QuantizerPython.find(host(), pythons))
                .hasMessageContaining("installed for Python 3.13, which is not on PATH");
    }
}
