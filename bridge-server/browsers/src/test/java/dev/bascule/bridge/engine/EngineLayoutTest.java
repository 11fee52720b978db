package dev.bascule.bridge.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The listings are those of npm's packages. */
class EngineLayoutTest {

    @ParameterizedTest
    @CsvSource({
        "1.9.0, SCRIPTS, wasm: ort.wasm",
        "1.12.1, SCRIPTS, wasm: ort.wasm",
        "1.16.3, SCRIPTS_WITH_GPU, wasm: ort.wasm webgpu: ort.webgpu",
        "1.17.3, MODULES_WITHOUT_GLUE, wasm: ort.wasm webgpu: ort.webgpu webnn: ort.webgpu",
        "1.18.0, MODULES_WITHOUT_GLUE, wasm: ort.wasm webgpu: ort.webgpu webnn: ort.webgpu",
        "1.19.2, MODULES, wasm: ort.wasm webgpu: ort.webgpu webnn: ort.webgpu",
        "1.20.1, MODULES, wasm: ort.wasm webgpu: ort.webgpu webnn: ort.webgpu",
        "1.22.0, MODULES, wasm: ort.wasm webgpu: ort.webgpu webnn: ort.webgpu",
        "1.23.2, ASYNCIFY, wasm: ort.wasm webgpu: ort.webgpu webnn: ort.webgpu",
        "1.24.3, STACK_SWITCHING, wasm: ort.wasm webgpu: ort.jspi webnn: ort.jspi",
        "1.30.0, STACK_SWITCHING, wasm: ort.wasm webgpu: ort.jspi webnn: ort.jspi",
    })
    void a_version_is_recognized_by_its_files_and_has_a_best_build_for_each_backend(
            String version, EngineLayout layout, String best) throws IOException {
        assertThat(EngineLayout.of(files(version))).contains(layout);
        assertThat(List.of("wasm", "webgpu", "webnn").stream()
                        .flatMap(backend -> layout.builds().stream()
                                .filter(build -> build.backends().contains(backend))
                                .findFirst()
                                .map(build -> backend + ": " + build.name())
                                .stream())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(best);
    }

    @Test
    void webgpu_of_version_1_23_is_the_kernels_in_c_and_of_1_22_those_in_typescript() {
        assertThat(wasm(EngineLayout.ASYNCIFY, "ort.webgpu")).contains("ort-wasm-simd-threaded.asyncify.wasm");
        assertThat(wasm(EngineLayout.ASYNCIFY, "ort.all")).contains("ort-wasm-simd-threaded.jsep.wasm");
        assertThat(wasm(EngineLayout.MODULES, "ort.webgpu")).contains("ort-wasm-simd-threaded.jsep.wasm");
        assertThat(wasm(EngineLayout.MODULES_WITHOUT_GLUE, "ort.webgpu")).isEmpty();
    }

    @Test
    void a_package_in_which_a_file_of_a_build_is_missing_is_not_taken_for_that_layout() throws IOException {
        Set<String> files = new HashSet<>(files("1.24.3"));
        files.remove("dist/ort-wasm-simd-threaded.jspi.mjs");
        assertThat(EngineLayout.of(files)).contains(EngineLayout.ASYNCIFY);
        files.removeIf(file -> file.contains("jsep"));
        assertThat(EngineLayout.of(files)).isEmpty();
    }

    @Test
    void what_is_served_is_entries_and_webassembly_with_its_glue_and_nothing_else() throws IOException {
        assertThat(EngineLayout.MODULES.served(files("1.20.1")))
                .containsExactly(
                        "dist/ort.wasm.min.mjs",
                        "dist/ort.webgpu.min.mjs",
                        "dist/ort.all.min.mjs",
                        "dist/ort-wasm-simd-threaded.jsep.mjs",
                        "dist/ort-wasm-simd-threaded.jsep.wasm",
                        "dist/ort-wasm-simd-threaded.mjs",
                        "dist/ort-wasm-simd-threaded.wasm");
        assertThat(EngineLayout.SCRIPTS.served(files("1.9.0")))
                .contains("dist/ort.min.js", "dist/ort-wasm-threaded.worker.js", "dist/ort-wasm-simd.wasm")
                .doesNotContain("package.json");
    }

    private static Optional<String> wasm(EngineLayout layout, String name) {
        return layout.builds().stream()
                .filter(build -> build.name().equals(name))
                .findFirst()
                .flatMap(EngineBuild::wasm);
    }

    static Set<String> files(String version) throws IOException {
        try (InputStream list = Objects.requireNonNull(
                EngineLayoutTest.class.getResourceAsStream("onnxruntime-web-%s.files".formatted(version)))) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .collect(Collectors.toSet());
        }
    }
}
