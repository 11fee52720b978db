package dev.bascule.models.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.nativerunner.serve.Drivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompatibilityCheckerTest {
    private static final ModelInspection PLAIN = Models.relu(17, "ai.onnx", DType.FLOAT32);

    @TempDir
    Path libraries;

    private HostEnvironment around() {
        return new HostEnvironment("Linux", "amd64", Map.of(), libraries, libraries);
    }

    private StaticCompatibility outlook(
            Backend backend, ModelInspection model, long needs, long free, HardwareMap devices) {
        return new CompatibilityChecker(
                        new EngineBuilds(Drivers.installed(), around()),
                        new FreeMemory(OptionalLong.of(free), "MemAvailable"),
                        () -> Optional.of(devices))
                .of(
                        backend,
                        model,
                        new MemoryNeed(
                                Optional.of(new MemoryEstimate(Map.of(DType.FLOAT32, needs), 0, 0, "")), "x", ""));
    }

    private StaticCompatibility outlook(Backend backend, ModelInspection model) {
        return outlook(backend, model, 1 << 20, 1L << 30, HardwareMap.empty());
    }

    private void set(String id, String version, String... files) throws IOException {
        Path folder = Files.createDirectories(libraries.resolve(id));
        Files.writeString(folder.resolve("set.properties"), "version=" + version + "\n");
        for (String file : files) {
            Files.writeString(folder.resolve(file), "");
        }
    }

    /** Negative control: an ordinary model meets nothing, and what was looked at is said. */
    @Test
    void an_ordinary_model_has_nothing_against_it() {
        for (Backend backend : new Backend[] {Backends.WASM, Backends.WEBGPU, Backends.NATIVE_CPU}) {
            StaticCompatibility compatibility = outlook(backend, PLAIN);
            assertThat(compatibility.obstacle()).isEmpty();
            assertThat(compatibility.inFavor())
                    .anyMatch(line -> line.contains("ONNX Runtime 1.29 reads its opsets"))
                    .anyMatch(line -> line.contains("need 1.00 MiB of 1.00 GiB (MemAvailable)"));
        }
    }

    @Test
    void an_opset_that_only_the_newer_build_reads_stands_against_the_older_one_alone() throws IOException {
        set("onnxruntime-openvino", "1.24.1", "libonnxruntime.so.1.24.1");
        ModelInspection newer = Models.relu(26, "ai.onnx", DType.FLOAT32);

        assertThat(outlook(Backends.NATIVE_CPU, newer).obstacle()).isEmpty();
        assertThat(outlook(Backends.OPENVINO, newer).obstacle().orElseThrow()).satisfies(obstacle -> {
            assertThat(obstacle.reason())
                    .isEqualTo("it needs opset 26 of ai.onnx; ONNX Runtime 1.24 has up to 25"
                            + " (the library set onnxruntime-openvino 1.24.1)");
            assertThat(obstacle.remedy()).contains("onnx.version_converter");
        });
    }

    @Test
    void an_unknown_domain_stands_against_it_wherever_it_could_run() {
        assertThat(outlook(Backends.WASM, Models.relu(17, "com.acme", DType.FLOAT32))
                        .obstacle()
                        .orElseThrow()
                        .reason())
                .contains("com.acme.Relu", "the bundled onnxruntime-web 1.29.0");
    }

    @Test
    void a_page_cannot_be_fed_what_javascript_has_no_tensor_of_and_a_child_can() {
        ModelInspection bf16 = Models.relu(17, "ai.onnx", DType.BFLOAT16);
        assertThat(outlook(Backends.WEBGPU, bf16).obstacle().orElseThrow().reason())
                .contains("x bfloat16");
        assertThat(outlook(Backends.NATIVE_CPU, bf16).obstacle()).isEmpty();
        assertThat(outlook(Backends.WEBGPU, Models.relu(17, "ai.onnx", DType.FLOAT16))
                        .obstacle())
                .isEmpty();
    }

    @Test
    void tensors_that_do_not_fit_stand_against_it_with_both_amounts() {
        assertThat(outlook(Backends.NATIVE_CPU, PLAIN, 3L << 30, 1L << 30, HardwareMap.empty())
                        .obstacle()
                        .orElseThrow()
                        .reason())
                .isEqualTo("its tensors need 3.00 GiB of 1.00 GiB (MemAvailable)");
        assertThat(outlook(Backends.WASM, PLAIN, 5L << 30, 64L << 30, HardwareMap.empty())
                        .obstacle()
                        .orElseThrow()
                        .reason())
                .contains("WebAssembly addresses 4.00 GiB");
    }

    @Test
    void a_card_with_memory_of_its_own_is_compared_by_it() throws IOException {
        set("onnxruntime-cuda12", "1.29.0", "libonnxruntime.so", "libonnxruntime_providers_cuda.so");
        set("cuda12-libraries", "12.9", "libcudart.so.12");
        Device card = Device.of(DeviceId.pci("0000:01:00.0"), HardwareClasses.DISCRETE_GPU, "A card", "nvidia-smi")
                .withVendor("NVIDIA")
                .withMemory(DeviceMemory.own(8L << 30, Optional.of(1L << 30)));
        var builds = new EngineBuilds(Drivers.installed(), around());
        org.junit.jupiter.api.Assumptions.assumeTrue(
                builds.absence(Backends.CUDA, ModelFormat.ONNX).isEmpty(), "CUDA's driver stops at these files");
        assertThat(outlook(Backends.CUDA, PLAIN, 3L << 30, 64L << 30, HardwareMap.of(card))
                        .obstacle()
                        .orElseThrow()
                        .reason())
                .isEqualTo("its tensors need 3.00 GiB of 1.00 GiB (free of A card)");
        assertThat(outlook(Backends.CUDA, PLAIN, 3L << 30, 64L << 30, HardwareMap.empty())
                        .inFavor())
                .anyMatch(line -> line.contains("no NVIDIA GPU is seen"));
    }

    @Test
    void torchscript_is_for_the_backends_that_have_a_driver_for_it() {
        assertThat(outlook(Backends.WASM, Models.torchScript()).obstacle()).isPresent();
        assertThat(outlook(Backends.OPENVINO, Models.torchScript()).obstacle()).isPresent();
        assertThat(outlook(Backends.NATIVE_CPU, Models.torchScript()).obstacle())
                .isEmpty();
    }
}
