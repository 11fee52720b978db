package dev.bascule.nativerunner.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Surroundings;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
                .isPresent();
        Files.createFile(set.resolve(System.mapLibraryName("torch")));
        assertThat(torch("Linux", "amd64").absence(Backends.NATIVE_CPU)).isEmpty();
        assertThat(stop(torch("Linux", "amd64"), Backends.CUDA).reason()).contains("build for the CPU");
        Files.createFile(set.resolve(System.mapLibraryName("torch_cuda")));
        assertThat(torch("Linux", "amd64").absence(Backends.CUDA)).isEmpty();
        assertThat(torch("Linux", "amd64").absence(Backends.MPS)).isPresent();
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
                NOWHERE, new Surroundings(os, arch, Map.of(), cache.resolve("native"), cache.resolve("browsers")));
    }
}
