package dev.bascule.nativerunner.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DriverAnswersTest {

    @Test
    void an_nvidia_driver_that_does_not_load_stops_at_its_library() {
        Detection found = judged(builder -> Cuda.judge(
                Cuda.Driver.notLoaded("libcuda.so.1", "libcuda.so.1: cannot open shared object file"), false, builder));
        assertThat(found.reached()).isEmpty();
        assertThat(found.stop()).hasValueSatisfying(stop -> {
            assertThat(stop.tier()).isEqualTo(Tier.LIBRARY);
            assertThat(stop.reason()).contains("cannot open shared object file");
            assertThat(stop.nextStep()).contains("install the driver");
        });
    }

    @Test
    void device_files_without_a_driver_library_point_at_the_container() {
        Detection found =
                judged(builder -> Cuda.judge(Cuda.Driver.notLoaded("libcuda.so.1", "not found"), true, builder));
        assertThat(found.stop().orElseThrow().nextStep()).contains("--gpus all");
    }

    @Test
    void a_driver_without_a_gpu_stops_at_the_device_with_cuInits_meaning() {
        Detection found = judged(builder -> Cuda.judge(driver(100, List.of()), true, builder));
        assertThat(found.reached()).contains(Tier.LIBRARY);
        assertThat(found.stop().orElseThrow().reason()).isEqualTo("cuInit returned 100: no CUDA device");
    }

    @Test
    void a_stub_of_the_driver_and_a_version_mismatch_have_steps_of_their_own() {
        assertThat(judged(builder -> Cuda.judge(driver(34, List.of()), true, builder))
                        .stop()
                        .orElseThrow()
                        .nextStep())
                .contains("stub");
        assertThat(judged(builder -> Cuda.judge(driver(803, List.of()), true, builder))
                        .stop()
                        .orElseThrow()
                        .nextStep())
                .contains("update the NVIDIA driver");
    }

    @Test
    void a_driver_that_starts_and_counts_nothing_has_no_device() {
        Detection found = judged(builder -> Cuda.judge(driver(0, List.of()), true, builder));
        assertThat(found.stop().orElseThrow().nextStep()).contains("CUDA_VISIBLE_DEVICES");
    }

    @Test
    void each_gpu_is_named_with_its_memory_and_compute_capability() {
        Cuda.Device device = new Cuda.Device("NVIDIA H100 80GB HBM3", 85_520_809_984L, "9.0");
        Detection found = judged(builder -> Cuda.judge(driver(0, List.of(device, device)), true, builder));
        assertThat(found.reached()).contains(Tier.DEVICE);
        assertThat(found.facts())
                .containsEntry("device.1", "NVIDIA H100 80GB HBM3 (79.6 GiB, compute capability 9.0)")
                .containsEntry("cudaDriver", "CUDA 12.4");
    }

    @Test
    void direct3d_12_is_a_device_where_windows_would_make_one_and_a_driver_to_install_where_not() {
        Direct3d12.Answer willing = new Direct3d12.Answer(Optional.empty(), Optional.of(1));
        assertThat(judged(builder -> Direct3d12.judge(willing, builder)).reached())
                .contains(Tier.DEVICE);

        Direct3d12.Answer unwilling = new Direct3d12.Answer(Optional.empty(), Optional.of(0x887a0004));
        Detection none = judged(builder -> Direct3d12.judge(unwilling, builder));
        assertThat(none.reached()).contains(Tier.LIBRARY);
        assertThat(none.stop().orElseThrow().reason()).contains("0x887a0004");

        Direct3d12.Answer absent = new Direct3d12.Answer(Optional.of("not found"), Optional.empty());
        assertThat(judged(builder -> Direct3d12.judge(absent, builder)).reached())
                .isEmpty();
    }

    @Test
    void hip_without_the_kernels_device_names_the_way_into_a_container() {
        Hip.Answer loaded = new Hip.Answer(Optional.empty(), Optional.of(0), 1);
        Detection found = judged(builder -> Hip.judge(loaded, false, builder));
        assertThat(found.stop().orElseThrow().nextStep()).contains("--device /dev/kfd");
        assertThat(judged(builder -> Hip.judge(loaded, true, builder)).reached())
                .contains(Tier.DEVICE);
    }

    @Test
    void hip_that_counts_nothing_has_no_device_and_one_that_does_not_load_no_library() {
        assertThat(judged(builder -> Hip.judge(new Hip.Answer(Optional.empty(), Optional.of(100), 0), true, builder))
                        .stop()
                        .orElseThrow()
                        .tier())
                .isEqualTo(Tier.DEVICE);
        assertThat(judged(builder -> Hip.judge(new Hip.Answer(Optional.of("no"), Optional.empty(), 0), true, builder))
                        .stop()
                        .orElseThrow()
                        .tier())
                .isEqualTo(Tier.LIBRARY);
    }

    @Test
    void open_vino_lists_its_devices_by_name() {
        OpenVino.Answer answer = new OpenVino.Answer(
                Optional.empty(), Optional.of("2025.4.1-20426"), Map.of("CPU", "AMD EPYC", "GPU", "Intel Arc"));
        assertThat(judged(builder -> OpenVino.judge(answer, builder)).facts())
                .containsEntry("device.CPU", "AMD EPYC")
                .containsEntry("device.GPU", "Intel Arc");
        OpenVino.Answer none = new OpenVino.Answer(Optional.empty(), Optional.empty(), Map.of());
        assertThat(judged(builder -> OpenVino.judge(none, builder))
                        .stop()
                        .orElseThrow()
                        .tier())
                .isEqualTo(Tier.DEVICE);
    }

    @Test
    void vulkans_kinds_of_device_are_told_by_its_numbers() {
        assertThat(Vulkan.device(4, "SwiftShader Device").toString()).isEqualTo("SwiftShader Device (software)");
        assertThat(Vulkan.device(2, "NVIDIA").toString()).isEqualTo("NVIDIA (discrete gpu)");
        assertThat(Vulkan.device(99, "odd").kind()).isEqualTo(Vulkan.Kind.OTHER);
    }

    private static Cuda.Driver driver(int init, List<Cuda.Device> devices) {
        return new Cuda.Driver("libcuda.so.1", Optional.empty(), Optional.of(init), Optional.of("12.4"), devices);
    }

    private static Detection judged(Consumer<Detection.Builder> judge) {
        Detection.Builder builder = new Detection.Builder();
        judge.accept(builder);
        return builder.build();
    }
}
