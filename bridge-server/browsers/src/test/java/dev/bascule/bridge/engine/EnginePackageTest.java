package dev.bascule.bridge.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnginePackageTest {
    @TempDir
    Path folder;

    @Test
    void pages_are_told_the_version_and_the_builds() throws Exception {
        EnginePackage engine =
                EnginePackage.in(EnginePackages.laidOut("1.17.3", folder)).orThrow();
        JsonNode told = Json.MAPPER.readTree(engine.bundles());
        assertThat(told.path("version").asText()).isEqualTo("1.17.3");
        assertThat(told.path("bundles").get(1).toString())
                .isEqualTo("{\"name\":\"ort.webgpu\",\"file\":\"ort.webgpu.min.js\",\"wasm\":null,"
                        + "\"backends\":[\"webgpu\",\"webnn\",\"wasm\"],\"needs\":null}");
        assertThat(engine.files())
                .containsEntry("ort.webgpu.min.js", folder.resolve("dist/esm/ort.webgpu.min.js"))
                .containsKey("ort-wasm-simd.wasm")
                .doesNotContainKey("package.json");
    }

    @Test
    void a_layout_that_is_not_known_is_said_to_be_so() throws IOException {
        EnginePackages.manifest("onnxruntime-web", "9.0.0", folder);
        assertThat(EnginePackage.in(folder)).isInstanceOfSatisfying(EnginePackage.Look.Unusable.class, unusable -> {
            assertThat(unusable.failure().code()).isEqualTo(ErrorCode.PART_UNAVAILABLE);
            assertThat(unusable.failure().message())
                    .isEqualTo("cannot say: the layout of onnxruntime-web 9.0.0 is unknown");
        });
    }

    @Test
    void another_package_is_refused() throws IOException {
        EnginePackages.laidOut("1.20.1", folder);
        EnginePackages.manifest("onnxruntime-node", "1.20.1", folder);
        assertThatThrownBy(() -> EnginePackage.in(folder).orThrow())
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("is not a package of onnxruntime-web");
    }

    @Test
    @Tag("attack")
    void a_version_that_is_a_path_is_refused() throws IOException {
        EnginePackages.laidOut("1.20.1", folder);
        EnginePackages.manifest("onnxruntime-web", "../../x", folder);
        assertThat(EnginePackage.in(folder)).isInstanceOf(EnginePackage.Look.Unusable.class);
    }

    @Test
    @Tag("attack")
    void a_link_in_the_package_is_not_served() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.txt"), "the secret");
        Path unpacked = EnginePackages.laidOut("1.20.1", Files.createDirectory(folder.resolve("package")));
        Path wasm = unpacked.resolve("dist/ort-wasm-extra.wasm");
        Files.createSymbolicLink(wasm, secret);
        assertThat(EnginePackage.in(unpacked).orThrow().files()).doesNotContainKey("ort-wasm-extra.wasm");
    }
}
