package dev.bascule.nativerunner.devices;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What recorded machines have for each native backend, by the quick look that runs take. */
class DeviceFitTest {
    private static DeviceFit fit(Backend backend, String machine) {
        RecordedSystem system = RecordedSystem.of(machine);
        return DeviceFit.of(backend, DeviceSurvey.quick(system).hardware(), system.os(), system.arch());
    }

    @Test
    void an_nvidia_card_carries_cuda_and_tensorrt_and_no_other_makers_backend() {
        assertThat(fit(Backends.CUDA, "linux-nvidia-h100"))
                .isInstanceOf(DeviceFit.Here.class)
                .extracting(DeviceFit::reason)
                .asString()
                .contains("NVIDIA", "discrete GPU");
        assertThat(fit(Backends.TENSORRT, "linux-nvidia-h100")).isInstanceOf(DeviceFit.Here.class);
        assertThat(fit(Backends.ROCM, "linux-nvidia-h100"))
                .isInstanceOf(DeviceFit.Nowhere.class)
                .extracting(DeviceFit::reason)
                .isEqualTo("this machine has no AMD GPU");
        assertThat(fit(Backends.MPS, "linux-nvidia-h100"))
                .isEqualTo(new DeviceFit.WrongSystem("it exists on macOS only, and this is Linux"));
    }

    @Test
    void an_amd_card_carries_rocm_and_no_cuda() {
        for (String machine : Set.of("linux-amd-mi300x", "linux-amd-laptop")) {
            assertThat(fit(Backends.ROCM, machine)).as(machine).isInstanceOf(DeviceFit.Here.class);
            assertThat(((DeviceFit.Here) fit(Backends.ROCM, machine)).accelerates())
                    .isTrue();
            assertThat(fit(Backends.CUDA, machine)).as(machine).isInstanceOf(DeviceFit.Nowhere.class);
        }
    }

    @Test
    void a_card_that_is_shut_to_this_process_is_no_card_to_start_with() {
        assertThat(fit(Backends.CUDA, "linux-nvidia-shut-container"))
                .isInstanceOf(DeviceFit.Nowhere.class)
                .extracting(DeviceFit::reason)
                .asString()
                .contains("out of reach");
        assertThat(fit(Backends.ROCM, "linux-amd-radeon"))
                .isInstanceOf(DeviceFit.Nowhere.class)
                .extracting(DeviceFit::reason)
                .isEqualTo("AMD gfx1100 is out of reach: this user may not open /dev/kfd;"
                        + " its group usually may (render or video)");
    }

    @Test
    void apple_silicon_is_known_by_its_system_alone_and_an_intel_mac_is_not_taken_for_one() {
        assertThat(fit(Backends.MPS, "macos-m3-pro"))
                .isEqualTo(new DeviceFit.Here(java.util.Optional.empty(), "Apple silicon has a GPU on its chip"));
        assertThat(fit(Backends.COREML, "macos-m3-pro")).isInstanceOf(DeviceFit.Here.class);
        assertThat(fit(Backends.MPS, "macos-intel"))
                .extracting(DeviceFit::reason)
                .isEqualTo("it exists on arm64 only, and this is x86_64");
    }

    @Test
    void a_full_look_names_the_device() {
        RecordedSystem mac = RecordedSystem.of("macos-m3-pro");
        assertThat(DeviceFit.of(Backends.MPS, DeviceSurvey.full(mac).hardware(), mac.os(), mac.arch())
                        .reason())
                .isEqualTo("Apple M3 Pro is here (integrated GPU; system_profiler)");
        RecordedSystem windows = RecordedSystem.of("windows-laptop");
        assertThat(DeviceFit.of(Backends.DIRECTML, DeviceSurvey.full(windows).hardware(), windows.os(), windows.arch()))
                .isInstanceOf(DeviceFit.Here.class);
    }

    @Test
    void what_nobody_looked_at_is_not_called_absent() {
        // Windows' devices are asked of a tool, and a virtual GPU may have anything behind it.
        assertThat(fit(Backends.CUDA, "windows-laptop")).isInstanceOf(DeviceFit.Untold.class);
        assertThat(fit(Backends.CUDA, "linux-virtual-machine"))
                .isInstanceOf(DeviceFit.Untold.class)
                .extracting(DeviceFit::reason)
                .asString()
                .contains("virtual GPU");
        assertThat(fit(Backends.CUDA, "linux-bare-container")).isInstanceOf(DeviceFit.Untold.class);
        assertThat(fit(Backends.WEBGPU_NATIVE, "linux-nvidia-h100")).isInstanceOf(DeviceFit.Here.class);
    }

    @Test
    void every_built_in_native_backend_says_what_it_needs_and_a_strangers_does_not() {
        for (Backend backend : Backends.installed().all()) {
            if (backend.side() == Side.NATIVE) {
                assertThat(fit(backend, "linux-intel-laptop").reason())
                        .as(backend.id())
                        .doesNotContain("nobody says what");
            }
        }
        Backend stranger = new Backend("abacus", Side.NATIVE, DeviceType.CPU, Set.of(Precision.FLOAT32), Set.of());
        assertThat(DeviceFit.of(stranger, HardwareMap.empty(), "Linux", "amd64"))
                .isEqualTo(new DeviceFit.Untold("nobody says what abacus computes on"));
    }
}
