package dev.bascule.nativerunner.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DriverAnswersTest {

    @Test
    void an_nvidia_driver_that_does_not_load_stops_at_its_library() {
        Detection found = judged(builder ->
                Cuda.judge(new Cuda.Answer.NotLoaded("libcuda.so.1: cannot open shared object file"), false, builder));
        assertThat(found.reached()).isEmpty();
        assertThat(found.stop()).hasValueSatisfying(stop -> {
            assertThat(stop.tier()).isEqualTo(Tier.LIBRARY);
            assertThat(stop.reason()).contains("cannot open shared object file");
            assertThat(stop.nextStep()).contains("install the driver");
        });
    }

    @Test
    void what_the_set_lacks_beside_the_driver_is_named_with_it() {
        Cuda.Lack lack = new Cuda.Lack("onnxruntime-cuda13 1.28.0 lacks libcudnn.so.9", "install cuDNN 9");
        Detection found = judged(builder ->
                Cuda.judge(new Cuda.Answer.NotLoaded("libcuda.so.1: not found"), false, Optional.of(lack), builder));
        assertThat(found.stop().orElseThrow().reason())
                .isEqualTo("the NVIDIA driver does not load: libcuda.so.1: not found;"
                        + " onnxruntime-cuda13 1.28.0 lacks libcudnn.so.9");
        assertThat(found.stop().orElseThrow().nextStep())
                .isEqualTo("install the driver of your NVIDIA GPU, then install cuDNN 9");
    }

    @Test
    void a_driver_that_serves_an_older_cuda_than_the_set_needs_stops_at_the_library() {
        Detection old = judged(builder -> Cuda.judgeAge(running(List.of()), Cuda.Release.CUDA_13, builder));
        assertThat(old.stop()).hasValueSatisfying(stop -> {
            assertThat(stop.tier()).isEqualTo(Tier.LIBRARY);
            assertThat(stop.reason()).contains("serves CUDA 12.4").contains("needs CUDA 13");
            assertThat(stop.nextStep()).contains("580").contains("bascule install cuda --variant 12");
        });
        assertThat(judged(builder -> Cuda.judgeAge(running(List.of()), Cuda.Release.CUDA_12, builder))
                        .stop())
                .isEmpty();
        assertThat(judged(builder -> Cuda.judgeAge(new Cuda.Answer.NotLoaded("no"), Cuda.Release.CUDA_13, builder))
                        .stop())
                .isEmpty();
    }

    @Test
    void device_files_without_a_driver_library_point_at_the_container() {
        Detection found = judged(builder -> Cuda.judge(new Cuda.Answer.NotLoaded("not found"), true, builder));
        assertThat(found.stop().orElseThrow().nextStep()).contains("--gpus all");
    }

    @Test
    void a_driver_without_a_gpu_stops_at_the_device_with_cuInits_meaning() {
        Detection found = judged(builder -> Cuda.judge(notStarted(100), true, builder));
        assertThat(found.reached()).contains(Tier.LIBRARY);
        assertThat(found.stop().orElseThrow().reason()).isEqualTo("cuInit returned 100: no CUDA device");
    }

    @Test
    void a_stub_of_the_driver_and_a_version_mismatch_have_steps_of_their_own() {
        assertThat(judged(builder -> Cuda.judge(notStarted(34), true, builder))
                        .stop()
                        .orElseThrow()
                        .nextStep())
                .contains("stub");
        assertThat(judged(builder -> Cuda.judge(notStarted(803), true, builder))
                        .stop()
                        .orElseThrow()
                        .nextStep())
                .contains("update the NVIDIA driver");
    }

    @Test
    void a_driver_that_starts_and_counts_nothing_has_no_device() {
        Detection found = judged(builder -> Cuda.judge(running(List.of()), true, builder));
        assertThat(found.stop().orElseThrow().nextStep()).contains("CUDA_VISIBLE_DEVICES");
    }

    @Test
    void each_gpu_is_named_with_its_memory_and_compute_capability() {
        Cuda.Device device = new Cuda.Device("NVIDIA H100 80GB HBM3", 85_520_809_984L, "9.0");
        Detection found = judged(builder -> Cuda.judge(running(List.of(device, device)), true, builder));
        assertThat(found.reached()).contains(Tier.DEVICE);
        assertThat(found.facts())
                .containsEntry("device.1", "NVIDIA H100 80GB HBM3 (79.6 GiB, compute capability 9.0)")
                .containsEntry("cudaDriver", "CUDA 12.4");
    }

    @Test
    void a_number_of_the_kernels_driver_that_cannot_be_read_is_no_number() {
        assertThat(Cuda.release("NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun Jul 27"))
                .hasValue(580);
        assertThat(Cuda.release("something else")).isEmpty();
    }

    @Test
    void direct3d_12_without_a_library_or_a_willing_adapter_says_what_to_install() {
        Detection none = judged(
                builder -> Direct3d12.judge(new Direct3d12.Answer.Asked(0x887a0004, listed(RADEON)), true, builder));
        assertThat(none.reached()).contains(Tier.LIBRARY);
        assertThat(none.stop().orElseThrow().reason()).contains("0x887a0004");
        assertThat(judged(builder -> Direct3d12.judge(new Direct3d12.Answer.NotLoaded("not found"), true, builder))
                        .reached())
                .isEmpty();
    }

    @Test
    void a_windows_machine_without_a_gpu_has_a_software_adapter_for_dawn_and_none_for_directml() {
        Direct3d12.Answer warp = willing(listed(WARP));
        Detection dawn = judged(builder -> Direct3d12.judge(warp, true, builder));
        assertThat(dawn.reached()).contains(Tier.DEVICE);
        assertThat(dawn.software()).contains(true);
        assertThat(dawn.facts()).containsEntry("device", "Microsoft Basic Render Driver (software)");

        Detection directMl = judged(builder -> Direct3d12.judge(warp, false, builder));
        assertThat(directMl.software()).contains(true);
        assertThat(directMl.stop().orElseThrow().tier()).isEqualTo(Tier.DEVICE);
        assertThat(directMl.stop().orElseThrow().reason()).contains("Basic Render Driver", "refused");
    }

    @Test
    void a_gpu_beside_windows_own_software_adapter_is_a_gpu() {
        Direct3d12.Answer both = willing(listed(RADEON, WARP));
        for (boolean takesSoftware : List.of(true, false)) {
            Detection found = judged(builder -> Direct3d12.judge(both, takesSoftware, builder));
            assertThat(found.software()).contains(false);
            assertThat(found.facts()).containsEntry("device", "AMD Radeon RX 6800 (1002:73bf)");
            assertThat(found.facts().values())
                    .as("what is not taken must not look like what is")
                    .noneMatch(fact -> fact.contains("Basic Render Driver"));
        }
    }

    @Test
    void where_the_software_adapter_comes_first_nobody_says_which_one_dawn_takes() {
        Detection found = judged(builder -> Direct3d12.judge(willing(listed(WARP, RADEON)), true, builder));
        assertThat(found.software()).isEmpty();
        assertThat(found.facts()).doesNotContainKey("device").containsEntry("adapters", "2");
        assertThat(((Dxgi.Answer.Listed) listed(WARP, RADEON)).firstHardware()).hasValue(1);
    }

    @Test
    void adapters_that_nobody_names_are_no_device_yet() {
        Detection found = judged(builder -> Direct3d12.judge(
                willing(new Dxgi.Answer.NotAsked("CreateDXGIFactory1 says 0x80004005")), true, builder));
        assertThat(found.reached()).contains(Tier.LIBRARY);
        assertThat(found.stop()).isEmpty();
        assertThat(found.checks().get(1))
                .isInstanceOfSatisfying(
                        TierCheck.Skipped.class,
                        skipped -> assertThat(skipped.reason()).contains("may be software", "0x80004005"));
        assertThat(found.software()).isEmpty();
    }

    @Test
    void metal_without_a_device_names_the_virtual_machine() {
        assertThat(judged(builder -> Metal.judge(new Metal.Answer.Asked(true), builder))
                        .reached())
                .contains(Tier.DEVICE);
        assertThat(judged(builder -> Metal.judge(new Metal.Answer.Asked(false), builder))
                        .stop()
                        .orElseThrow()
                        .nextStep())
                .contains("virtual machine");
        assertThat(judged(builder -> Metal.judge(new Metal.Answer.NotLoaded("no"), builder))
                        .reached())
                .isEmpty();
    }

    @Test
    void hip_without_the_kernels_device_names_the_way_into_a_container() {
        Hip.Answer loaded = new Hip.Answer.Counted("libamdhip64.so.6", 1);
        Detection found = judged(builder -> Hip.judge(loaded, false, builder));
        assertThat(found.stop().orElseThrow().nextStep()).contains("--device /dev/kfd");
        assertThat(judged(builder -> Hip.judge(loaded, true, builder)).reached())
                .contains(Tier.DEVICE);
    }

    @Test
    void hip_that_counts_nothing_has_no_device_and_one_that_does_not_load_no_library() {
        assertThat(judged(builder -> Hip.judge(new Hip.Answer.NotCounted("libamdhip64.so", 100), true, builder))
                        .stop()
                        .orElseThrow()
                        .reason())
                .contains("hipGetDeviceCount returned 100");
        assertThat(judged(builder -> Hip.judge(new Hip.Answer.Counted("libamdhip64.so", 0), true, builder))
                        .stop()
                        .orElseThrow()
                        .tier())
                .isEqualTo(Tier.DEVICE);
        assertThat(judged(builder -> Hip.judge(new Hip.Answer.NotLoaded("no"), true, builder))
                        .stop()
                        .orElseThrow()
                        .tier())
                .isEqualTo(Tier.LIBRARY);
    }

    @Test
    void open_vino_lists_its_devices_by_name() {
        OpenVino.Answer answer = new OpenVino.Answer.Listed(
                Optional.of("2025.4.1-20426"), Map.of("CPU", Optional.of("AMD EPYC"), "NPU", Optional.empty()));
        assertThat(judged(builder -> OpenVino.judge(answer, builder)).facts())
                .containsEntry("device.CPU", "AMD EPYC")
                .containsEntry("device.NPU", "NPU");
        OpenVino.Answer none = new OpenVino.Answer.Listed(Optional.empty(), Map.of());
        assertThat(judged(builder -> OpenVino.judge(none, builder))
                        .stop()
                        .orElseThrow()
                        .tier())
                .isEqualTo(Tier.DEVICE);
    }

    @Test
    void vulkan_devices_of_both_kinds_leave_it_open_which_one_is_taken() {
        Vulkan.Device gpu = Vulkan.device(2, "NVIDIA");
        Vulkan.Device llvmpipe = Vulkan.device(4, "llvmpipe (LLVM 15.0.6, 256 bits)");
        assertThat(new Vulkan.Answer.Listed(List.of(llvmpipe)).software()).contains(true);
        assertThat(new Vulkan.Answer.Listed(List.of(gpu)).software()).contains(false);
        assertThat(new Vulkan.Answer.Listed(List.of(gpu, llvmpipe)).software()).isEmpty();
        assertThat(new Vulkan.Answer.Listed(List.of()).software()).isEmpty();
    }

    @Test
    void vulkans_kinds_of_device_are_told_by_its_numbers() {
        assertThat(Vulkan.device(4, "SwiftShader Device").toString()).isEqualTo("SwiftShader Device (software)");
        assertThat(Vulkan.device(2, "NVIDIA").toString()).isEqualTo("NVIDIA (discrete gpu)");
        assertThat(Vulkan.device(99, "odd").kind()).isEqualTo(Vulkan.Kind.OTHER);
    }

    static Stream<Arguments> stops() {
        return Stream.of(
                stop(builder -> Cuda.judge(notStarted(35), true, builder), ErrorCode.DRIVER_TOO_OLD),
                stop(builder -> Cuda.judge(notStarted(100), true, builder), ErrorCode.DEVICE_NOT_FOUND),
                stop(builder -> Cuda.judge(notStarted(101), true, builder), ErrorCode.DEVICE_NOT_FOUND),
                stop(builder -> Cuda.judge(notStarted(803), true, builder), ErrorCode.LIBRARY_MISMATCH),
                stop(builder -> Cuda.judge(notStarted(804), true, builder), ErrorCode.BACKEND_UNAVAILABLE),
                stop(builder -> Cuda.judge(notStarted(999), true, builder), ErrorCode.BACKEND_UNAVAILABLE),
                stop(builder -> Cuda.judge(running(List.of()), true, builder), ErrorCode.DEVICE_NOT_FOUND),
                stop(
                        builder -> Cuda.judgeAge(running(List.of()), Cuda.Release.CUDA_13, builder),
                        ErrorCode.DRIVER_TOO_OLD),
                stop(
                        builder -> Hip.judge(new Hip.Answer.NotCounted("libamdhip64.so", 100), true, builder),
                        ErrorCode.DEVICE_NOT_FOUND),
                stop(
                        builder -> Hip.judge(new Hip.Answer.Counted("libamdhip64.so", 1), false, builder),
                        ErrorCode.DEVICE_NOT_FOUND),
                stop(
                        builder -> OpenVino.judge(new OpenVino.Answer.Listed(Optional.empty(), Map.of()), builder),
                        ErrorCode.DEVICE_NOT_FOUND),
                stop(builder -> Metal.judge(new Metal.Answer.Asked(false), builder), ErrorCode.DEVICE_NOT_FOUND),
                stop(builder -> Direct3d12.judge(willing(listed()), true, builder), ErrorCode.DEVICE_NOT_FOUND),
                stop(
                        builder -> Direct3d12.judge(willing(listed(WARP)), false, builder),
                        ErrorCode.BACKEND_UNAVAILABLE));
    }

    private static Arguments stop(Consumer<Detection.Builder> judge, ErrorCode code) {
        return Arguments.of(judge, code);
    }

    @ParameterizedTest
    @MethodSource("stops")
    void what_a_driver_answers_has_its_code(Consumer<Detection.Builder> judge, ErrorCode code) {
        assertThat(judged(judge).stop().orElseThrow().code()).contains(code);
    }

    /** The loader's words have to tell. */
    @Test
    void a_library_that_does_not_load_has_no_code_of_ours() {
        assertThat(judged(builder -> Cuda.judge(new Cuda.Answer.NotLoaded("no"), true, builder))
                        .stop()
                        .orElseThrow()
                        .code())
                .isEmpty();
    }

    private static final Dxgi.Adapter RADEON =
            new Dxgi.Adapter("AMD Radeon RX 6800", 0x1002, 0x73bf, 17_163_091_968L, false);
    private static final Dxgi.Adapter WARP = new Dxgi.Adapter("Microsoft Basic Render Driver", 0x1414, 0x8c, 0, true);

    private static Dxgi.Answer listed(Dxgi.Adapter... adapters) {
        return new Dxgi.Answer.Listed(List.of(adapters));
    }

    private static Direct3d12.Answer willing(Dxgi.Answer adapters) {
        return new Direct3d12.Answer.Asked(1, adapters);
    }

    private static Cuda.Answer notStarted(int init) {
        return new Cuda.Answer.NotStarted("libcuda.so.1", Optional.of("12.4"), init);
    }

    private static Cuda.Answer running(List<Cuda.Device> devices) {
        return new Cuda.Answer.Running("libcuda.so.1", Optional.of("12.4"), devices);
    }

    private static Detection judged(Consumer<Detection.Builder> judge) {
        Detection.Builder builder = new Detection.Builder();
        judge.accept(builder);
        return builder.build();
    }
}
