package dev.bascule.nativerunner.detect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detection on machines that this one is not. */
class FindingTest {
    private static final String ENGINE = "onnxruntime 1.29.0";
    private static final Optional<String> DRIVER = Optional.of("/usr/lib/x86_64-linux-gnu/libcuda.so.1");

    @Test
    void without_a_driver_cuda_is_missing_and_the_library_is_named() {
        Finding finding = Cuda.judge(Cuda.Driver.absent("libcuda.so.1"), false, false, ENGINE);
        assertThat(finding.tier()).isEqualTo(Tier.NONE);
        assertThat(finding.missing())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("no NVIDIA driver: libcuda.so.1 is not on this machine")
                        .contains("onnxruntime 1.29.0 has no CUDA provider")
                        .contains("install the driver"));
    }

    @Test
    void a_gpu_whose_driver_library_is_not_in_the_container_is_told_apart() {
        assertThat(Cuda.judge(Cuda.Driver.absent("libcuda.so.1"), false, true, ENGINE)
                        .missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("although /dev/nvidia* is"));
    }

    @Test
    void a_driver_without_a_device_is_told_apart() {
        Finding finding = Cuda.judge(driver(100, Optional.empty()), false, false, ENGINE);
        assertThat(finding.tier()).isEqualTo(Tier.LIBRARY);
        assertThat(finding.missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("finds no device (cuInit returned 100)"));
    }

    @Test
    void a_driver_that_fails_gives_its_code() {
        assertThat(Cuda.judge(driver(999, Optional.empty()), false, true, ENGINE)
                        .missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("cuInit returned 999"));
    }

    @Test
    void a_driver_that_does_not_load_says_why() {
        Cuda.Driver broken = new Cuda.Driver(
                "libcuda.so.1", DRIVER, Optional.of("wrong ELF class"), Optional.empty(), Optional.empty());
        assertThat(Cuda.judge(broken, false, false, ENGINE).missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("wrong ELF class"));
    }

    @Test
    void with_devices_but_no_provider_the_library_to_put_there_is_named() {
        Finding finding = Cuda.judge(driver(0, Optional.of(2)), false, true, ENGINE);
        assertThat(finding.tier()).isEqualTo(Tier.DEVICE);
        assertThat(finding.facts()).containsEntry("devices", "2");
        assertThat(finding.missing())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("the NVIDIA driver is here (2 devices)")
                        .contains("onnxruntime_gpu")
                        .doesNotContain("install the driver"));
    }

    @Test
    void a_provider_that_is_there_is_tried_whatever_the_driver_says() {
        Finding finding = Cuda.judge(Cuda.Driver.absent("libcuda.so.1"), true, false, ENGINE);
        assertThat(finding.missing()).isEmpty();
        assertThat(finding.tier()).isEqualTo(Tier.COMPILED);
    }

    @Test
    void rocm_tells_a_machine_without_the_device_from_one_without_the_provider() {
        assertThat(Rocm.judge(false, Optional.empty(), false, ENGINE).missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("/dev/kfd is not on this machine"));
        Finding half = Rocm.judge(true, Optional.empty(), false, ENGINE);
        assertThat(half.missing())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("/dev/kfd is here without libamdhip64.so")
                        .contains("install ROCm, and use"));
        Finding device = Rocm.judge(true, Optional.of(Path.of("/opt/rocm/lib/libamdhip64.so")), false, ENGINE);
        assertThat(device.tier()).isEqualTo(Tier.DEVICE);
        assertThat(device.missing())
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("/dev/kfd is here, but onnxruntime 1.29.0 has no ROCm provider"));
        assertThat(Rocm.judge(true, Optional.empty(), true, ENGINE).missing()).isEmpty();
    }

    @Test
    void openvino_tells_a_missing_runtime_from_a_missing_provider() {
        assertThat(OpenVino.judge("libopenvino.so", Optional.empty(), false, ENGINE)
                        .missing())
                .hasValueSatisfying(reason ->
                        assertThat(reason).contains("no OpenVINO runtime: libopenvino.so is not on the loader's path"));
        assertThat(OpenVino.judge("libopenvino.so", Optional.of(Path.of("/opt/libopenvino.so")), false, ENGINE)
                        .missing())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("the OpenVINO runtime is here (")
                        .contains("no OpenVINO provider"));
        assertThat(OpenVino.judge("libopenvino.so", Optional.empty(), true, ENGINE)
                        .missing())
                .isEmpty();
    }

    @Test
    void mps_wants_apple_silicon_and_core_ml() {
        assertThat(Mps.judge("Linux", "amd64", false, ENGINE).missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("this is Linux on amd64"));
        assertThat(Mps.judge("Mac OS X", "x86_64", true, ENGINE).missing()).isPresent();
        assertThat(Mps.judge("Mac OS X", "aarch64", true, ENGINE).missing()).isEmpty();
        assertThat(Mps.judge("Mac OS X", "aarch64", false, ENGINE).missing())
                .hasValueSatisfying(reason -> assertThat(reason).contains("Core ML"));
    }

    @Test
    void native_webgpu_names_the_missing_provider_and_the_missing_vulkan() {
        assertThat(WebGpuNative.judge(true, Optional.empty(), Optional.empty(), false, ENGINE)
                        .missing())
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("no WebGPU provider, and libvulkan.so.1 is not here")
                        .contains("install a Vulkan loader"));
        assertThat(WebGpuNative.judge(false, Optional.empty(), Optional.empty(), false, ENGINE)
                        .missing())
                .hasValueSatisfying(reason -> assertThat(reason).doesNotContain("ulkan"));
        assertThat(WebGpuNative.judge(true, Optional.empty(), Optional.empty(), true, ENGINE)
                        .missing())
                .isEmpty();
    }

    @Test
    void a_software_vulkan_driver_is_named_where_a_judge_can_see_it() {
        assertThat(WebGpuNative.judge(
                                true,
                                Optional.of(Path.of("/lib/libvulkan.so.1")),
                                Optional.of("/browser/vk_swiftshader_icd.json"),
                                true,
                                ENGINE)
                        .facts())
                .containsEntry("vulkanDrivers", "/browser/vk_swiftshader_icd.json");
    }

    @Test
    void what_was_compiled_in_decides_for_each_backend_whether_it_is_tried() {
        NativeBackends cpuOnly = NativeBackends.detect(Set.of("CPUExecutionProvider"), ENGINE);
        assertThat(cpuOnly.find("cpu"))
                .hasValueSatisfying(cpu -> assertThat(cpu.missing()).isEmpty());
        assertThat(cpuOnly.find("cuda"))
                .hasValueSatisfying(cuda -> assertThat(cuda.missing()).isPresent());
        assertThat(cpuOnly.find("webgpu")).isEmpty();
        NativeBackends withCuda =
                NativeBackends.detect(Set.of("CPUExecutionProvider", "CUDAExecutionProvider"), ENGINE);
        assertThat(withCuda.find("cuda"))
                .hasValueSatisfying(cuda -> assertThat(cuda.missing()).isEmpty());
    }

    @Test
    void a_library_is_found_in_the_loaders_variable_and_cache_and_nowhere_else(@TempDir Path folder) throws Exception {
        Path library = Files.createFile(folder.resolve("libcuda.so.1"));
        assertThat(LoaderPath.ofSystem(Map.of("LD_LIBRARY_PATH", "/nowhere:" + folder))
                        .find("libcuda.so.1"))
                .contains(library);
        byte[] cache = ("glibc-ld.so.cache1.1\0libcuda.so.1\0" + library + "\0/gone/libopenvino.so\0")
                .getBytes(StandardCharsets.UTF_8);
        LoaderPath cached = new LoaderPath(List.of(), LoaderPath.parseCache(cache));
        assertThat(cached.find("libcuda.so.1")).contains(library);
        assertThat(cached.find("libopenvino.so")).isEmpty();
        assertThat(cached.find("cuda.so.1")).isEmpty();
    }

    private static Cuda.Driver driver(int init, Optional<Integer> devices) {
        return new Cuda.Driver("libcuda.so.1", DRIVER, Optional.empty(), Optional.of(init), devices);
    }
}
