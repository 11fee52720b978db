package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host says of native backends by files alone. */
class SurveyTest {
    private static final URI NOWHERE = URI.create("ws://127.0.0.1:9/runner");

    @TempDir
    Path cache;

    @Test
    void a_backend_without_libraries_is_absent_with_the_command_that_brings_them_and_no_child_is_started() {
        BackendReport report =
                launcher("Linux", "amd64").absence(Backends.OPENVINO).orElseThrow();
        assertThat(report.status()).isEqualTo(BackendStatus.MISSING);
        assertThat(report.tiers()).singleElement().isInstanceOfSatisfying(TierCheck.Failed.class, stop -> {
            assertThat(stop.tier()).isEqualTo(Tier.COMPILED);
            assertThat(stop.nextStep()).isEqualTo("bascule install openvino");
        });
    }

    @Test
    void every_built_in_backend_says_something_on_every_system() {
        for (String os : Set.of("Linux", "Mac OS X", "Windows 11")) {
            NativeLauncher launcher = launcher(os, "aarch64");
            for (Backend backend : Backends.installed().all()) {
                if (backend.side() == Side.NATIVE) {
                    Optional<BackendReport> absence = launcher.absence(backend);
                    assertThat(absence.isPresent() || launcher.forBackend(backend) instanceof NativeLauncher)
                            .isTrue();
                    absence.ifPresent(report ->
                            assertThat(report.stop().orElseThrow().nextStep()).isNotBlank());
                }
            }
        }
    }

    @Test
    void core_ml_is_worth_a_child_on_apple_silicon_and_nowhere_else() {
        assertThat(launcher("Mac OS X", "aarch64").absence(Backends.MPS)).isEmpty();
        assertThat(launcher("Mac OS X", "x86_64").absence(Backends.MPS)).isPresent();
        assertThat(launcher("Linux", "aarch64").absence(Backends.MPS)).isPresent();
    }

    @Test
    void a_set_of_libraries_makes_its_backend_worth_a_child_and_half_a_set_does_not() throws Exception {
        Path set = Files.createDirectories(cache.resolve("native/onnxruntime-webgpu"));
        Files.createFile(set.resolve("libonnxruntime.so.1"));
        assertThat(launcher("Linux", "amd64").absence(Backends.WEBGPU_NATIVE)).isPresent();
        Files.writeString(set.resolve("set.properties"), "version=1.29.0\n");
        assertThat(launcher("Linux", "amd64").absence(Backends.WEBGPU_NATIVE)).isEmpty();
        assertThat(launcher("Linux", "amd64").forBackend(Backends.WEBGPU_NATIVE))
                .isNotEqualTo(launcher("Linux", "amd64"));
    }

    @Test
    void a_set_that_is_not_whole_is_named_with_what_it_lacks_and_the_command_that_mends_it() throws Exception {
        for (Part part : PARTS) {
            Path set = Files.createDirectories(cache.resolve("native").resolve(part.set()));
            assertThat(stop(part).reason())
                    .as(part.toString())
                    .contains("native/%s of Bascule's cache has no set.properties".formatted(part.set()))
                    .doesNotContain("no other is installed");
            assertThat(stop(part).nextStep()).contains(part.describe());
            Files.writeString(set.resolve("set.properties"), "version=9.8.7\n");
            assertThat(stop(part).reason())
                    .as(part.toString())
                    .contains(part.set() + " 9.8.7 is here without " + part.lacking());
            assertThat(stop(part).nextStep()).contains(part.complete());
            for (String file : part.lacking().split(" and ")) {
                Files.createFile(set.resolve(file));
            }
            assertThat(launcher(part.os(), part.arch()).absence(part.backend()))
                    .as(part.toString())
                    .isEmpty();
            delete(set);
        }
    }

    /** By a launcher that has not looked yet. */
    private TierCheck.Failed stop(Part part) {
        return stop(launcher(part.os(), part.arch()), part.backend());
    }

    /** A set, and what mends it without its description and without its files. */
    private record Part(
            Backend backend, String os, String arch, String set, String lacking, String describe, String complete) {}

    private static final String BY_HAND = "set.properties with the line version=";
    private static final List<Part> PARTS = List.of(
            installed(
                    Backends.CUDA,
                    "onnxruntime-cuda12",
                    "libonnxruntime.so and libonnxruntime_providers_cuda.so",
                    "cuda --variant 12"),
            installed(
                    Backends.CUDA,
                    "onnxruntime-cuda13",
                    "libonnxruntime.so and libonnxruntime_providers_cuda.so",
                    "cuda --variant 13"),
            installed(
                    Backends.OPENVINO,
                    "openvino-plugin",
                    "libonnxruntime_providers_openvino_plugin.so",
                    "openvino --variant plugin"),
            installed(Backends.OPENVINO, "onnxruntime-openvino", "libonnxruntime.so", "openvino --variant build"),
            installed(Backends.WEBGPU_NATIVE, "onnxruntime-webgpu", "libonnxruntime.so", "webgpu-native"),
            new Part(
                    Backends.ROCM,
                    "Linux",
                    "amd64",
                    "onnxruntime-rocm",
                    "libonnxruntime.so",
                    BY_HAND,
                    "bascule install rocm"),
            new Part(
                    Backends.DIRECTML,
                    "Windows 11",
                    "amd64",
                    "onnxruntime-directml",
                    "onnxruntime.dll",
                    BY_HAND,
                    "onnxruntime-directml"),
            new Part(
                    Backends.QNN,
                    "Linux",
                    "aarch64",
                    "onnxruntime-qnn",
                    "libonnxruntime.so and libQnnHtp.so",
                    BY_HAND,
                    "onnxruntime-qnn"));

    private static Part installed(Backend backend, String set, String lacking, String part) {
        String install = "bascule install " + part;
        return new Part(backend, "Linux", "amd64", set, lacking, install, install + " --force");
    }

    private static void delete(Path set) throws IOException {
        try (Stream<Path> files = Files.list(set)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(set);
    }

    @Test
    void a_set_for_cuda_13_is_tried_where_it_is_the_only_one_whatever_the_driver() throws Exception {
        assertThat(stop(launcher("Linux", "amd64"), Backends.CUDA).reason()).contains("no other is installed");
        wholeCuda("onnxruntime-cuda13");
        assertThat(launcher("Linux", "amd64").absence(Backends.CUDA)).isEmpty();
        assertThat(stop(launcher("Linux", "amd64"), Backends.TENSORRT))
                .satisfies(stop -> assertThat(stop.reason())
                        .contains("onnxruntime-cuda13 1.28.0 is here without TensorRT's provider"))
                .satisfies(stop -> assertThat(stop.nextStep()).startsWith("bascule install cuda --variant 12, and "));
        Path libraries = Files.createDirectories(cache.resolve("native/cuda13-libraries"));
        Files.writeString(libraries.resolve("set.properties"), "version=13.5\n");
        assertThat(stop(launcher("Linux", "amd64"), Backends.TENSORRT).reason())
                .as("libraries that the set uses are not idle")
                .doesNotContain("cuda13-libraries");
        Files.delete(cache.resolve("native/onnxruntime-cuda13/set.properties"));
        assertThat(stop(launcher("Linux", "amd64"), Backends.CUDA).reason())
                .contains("cuda13-libraries 13.5 is here without an ONNX Runtime that uses it");
    }

    @Test
    void cudas_own_libraries_without_an_engine_that_uses_them_are_named() throws Exception {
        Path set = Files.createDirectories(cache.resolve("native/cuda12-libraries"));
        Files.writeString(set.resolve("set.properties"), "version=12.9\n");
        TierCheck.Failed stop = stop(launcher("Linux", "amd64"), Backends.CUDA);
        assertThat(stop.reason()).contains("cuda12-libraries 12.9 is here without an ONNX Runtime that uses it");
        assertThat(stop.nextStep()).isEqualTo("bascule install cuda");
        wholeCuda("onnxruntime-cuda12");
        assertThat(launcher("Linux", "amd64").absence(Backends.CUDA)).isEmpty();
    }

    private void wholeCuda(String id) throws IOException {
        Path set = Files.createDirectories(cache.resolve("native").resolve(id));
        Files.writeString(set.resolve("set.properties"), "version=1.28.0\n");
        Files.createFile(set.resolve("libonnxruntime.so"));
        Files.createFile(set.resolve("libonnxruntime_providers_cuda.so"));
    }

    @Test
    void what_another_kind_of_machine_alone_can_have_is_told_from_what_could_be_installed() {
        assertThat(elsewhere("Linux", "amd64")).containsExactlyInAnyOrder("mps", "coreml", "directml", "qnn");
        assertThat(elsewhere("Linux", "aarch64")).containsExactlyInAnyOrder("mps", "coreml", "directml");
        assertThat(elsewhere("Windows 11", "amd64")).containsExactlyInAnyOrder("mps", "coreml", "qnn");
        assertThat(elsewhere("Mac OS X", "aarch64")).containsExactlyInAnyOrder("directml", "qnn");
        assertThat(elsewhere("Mac OS X", "x86_64")).containsExactlyInAnyOrder("mps", "directml", "qnn");
        assertThat(launcher("Linux", "amd64")
                        .absence(Backends.TENSORRT)
                        .orElseThrow()
                        .stop())
                .hasValueSatisfying(stop -> assertThat(stop.nextStep()).contains("TensorRT 10"));
    }

    private List<String> elsewhere(String os, String arch) {
        return Backends.installed().all().stream()
                .filter(backend -> backend.side() == Side.NATIVE)
                .filter(backend -> launcher(os, arch)
                        .absence(backend)
                        .filter(report -> report.adapter().containsKey(Detection.ELSEWHERE))
                        .isPresent())
                .map(Backend::id)
                .toList();
    }

    @Test
    void torchscript_has_drivers_and_a_set_of_its_own_and_a_build_for_the_cpu_is_none_for_cuda() throws Exception {
        assertThat(stop(torch("Linux", "amd64"), Backends.NATIVE_CPU).nextStep())
                .isEqualTo("bascule install pytorch");
        assertThat(stop(torch("Linux", "amd64"), Backends.OPENVINO).nextStep()).contains("ONNX");

        Path set = Files.createDirectories(cache.resolve("native/pytorch"));
        Files.writeString(set.resolve("set.properties"), "version=2.7.1\n");
        Files.createFile(set.resolve("pytorch-engine-0.35.1.jar"));
        Files.createFile(set.resolve("pytorch-jni-2.7.1-0.35.1.jar"));
        assertThat(torch("Linux", "amd64").absence(Backends.NATIVE_CPU))
                .as("a set without libtorch")
                .hasValueSatisfying(report -> assertThat(report.stop().orElseThrow())
                        .satisfies(stop ->
                                assertThat(stop.reason()).isEqualTo("pytorch 2.7.1 is here without libtorch.so"))
                        .satisfies(stop -> assertThat(stop.nextStep()).isEqualTo("bascule install pytorch --force")));
        Files.createFile(set.resolve("libtorch.so"));
        assertThat(torch("Linux", "amd64").absence(Backends.NATIVE_CPU)).isEmpty();
        assertThat(stop(torch("Linux", "amd64"), Backends.CUDA).reason()).contains("build for the CPU");
        Files.createFile(set.resolve(System.mapLibraryName("torch_cuda")));
        assertThat(torch("Linux", "amd64").absence(Backends.CUDA)).isEmpty();
        assertThat(torch("Linux", "amd64").absence(Backends.MPS)).isPresent();
        Files.createFile(set.resolve("libtorch.dylib"));
        assertThat(torch("Mac OS X", "aarch64").absence(Backends.MPS)).isEmpty();
        // ONNX on the same backend stands on another set.
        assertThat(launcher("Linux", "amd64").absence(Backends.CUDA)).isPresent();
    }

    private NativeLauncher torch(String os, String arch) {
        return (NativeLauncher)
                launcher(os, arch).forFormat(ModelFormat.TORCHSCRIPT).orElseThrow();
    }

    private static TierCheck.Failed stop(NativeLauncher launcher, Backend backend) {
        return launcher.absence(backend).orElseThrow().stop().orElseThrow();
    }

    @Test
    void the_host_loads_no_engine_while_it_looks() throws Exception {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.exists(maps), "only Linux tells what a process has mapped");
        NativeLauncher launcher = new NativeLauncher(NOWHERE);
        boolean before = Files.readString(maps).contains("onnxruntime");
        NativeLauncher torch =
                (NativeLauncher) launcher.forFormat(ModelFormat.TORCHSCRIPT).orElseThrow();
        for (Backend backend : Backends.installed().all()) {
            launcher.absence(backend);
            torch.absence(backend);
        }
        assertThat(Files.readString(maps)).doesNotContain("libtorch");
        assertThat(Files.readString(maps).contains("onnxruntime")).isEqualTo(before);
    }

    private NativeLauncher launcher(String os, String arch) {
        return new NativeLauncher(
                NOWHERE, new HostEnvironment(os, arch, Map.of(), cache.resolve("native"), cache.resolve("browsers")));
    }
}
