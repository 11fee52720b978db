package dev.bascule.bridge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ChromeGpuPageTest {

    /** Recorded from Debian's Chromium 156 without a GPU; long lists cut. */
    @Test
    void a_recorded_page_tells_driver_angle_dawn_and_features() {
        Map<String, String> facts = ChromeGpuPage.parse(Fixture.text("chrome-gpu-chromium-156-linux.txt"));

        assertThat(facts)
                .containsEntry("gpu.vendor", "Google Inc. (Google)")
                .containsEntry(
                        "gpu.renderer",
                        "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver-5.0.0)")
                .containsEntry("gpu.angleBackend", "swiftshader")
                .containsEntry("gpu.driver", "SwANGLE 5.0.0")
                .containsEntry("gpu.vendorId", "0xffff")
                .containsEntry("gpu.inProcess", "false")
                .containsEntry("gpu.processCrashes", "0")
                .containsEntry("feature.webgpu", "Software only, hardware acceleration unavailable")
                .containsEntry("feature.webnn", "Software only, hardware acceleration unavailable")
                .containsEntry("feature.vulkan", "Disabled")
                .containsEntry("dawn.type", "CPU")
                .containsEntry("dawn.backend", "Vulkan")
                .containsEntry("dawn.adapter", "SwiftShader Device (Subzero)")
                .containsEntry(
                        "dawn.status",
                        "Blocklisted - crbug.com/40057808: CPU adapters not fully tested or conformant.");
        assertThat(facts.get("dawn.adapters"))
                .startsWith("CPU OpenGLES: ANGLE")
                .endsWith("CPU Vulkan: SwiftShader Device (Subzero)");
        assertThat(facts.get("dawn.toggles")).contains("lazy_clear_resource_on_first_use", "disallow_spirv");
        assertThat(facts.get("gpu.problems")).startsWith("WebGPU has been disabled via blocklist");
        assertThat(facts.get("browser.commandLine")).contains("--use-webgpu-adapter=swiftshader");
    }

    @Test
    void on_windows_the_active_gpu_counts_and_the_adapter_that_is_no_compatibility_mode() {
        Map<String, String> facts = ChromeGpuPage.parse(Fixture.text("chrome-gpu-hand-made-windows-nvidia.txt"));

        assertThat(facts)
                .containsEntry("gpu.driver", "NVIDIA 32.0.15.6614")
                .containsEntry("gpu.vendorId", "0x10de")
                .containsEntry("gpu.deviceId", "0x2786")
                .containsEntry("gpu.angleBackend", "d3d11")
                .containsEntry("gpu.processCrashes", "1")
                .containsEntry("dawn.backend", "D3D12")
                .containsEntry("dawn.adapter", "NVIDIA GeForce RTX 4070")
                .containsEntry("dawn.type", "Discrete GPU")
                .containsEntry("dawn.status", "Available")
                .containsEntry("dawn.toggles", "lazy_clear_resource_on_first_use use_dxc")
                .containsEntry("feature.webnn", "Hardware accelerated");
        assertThat(facts.get("gpu.renderer")).contains("RTX 4070");
        assertThat(facts.get("gpu.problems")).doesNotContain("exit_on_context_lost");
    }

    @Test
    void on_macos_it_is_metal() {
        assertThat(ChromeGpuPage.parse(Fixture.text("chrome-gpu-hand-made-macos-apple.txt")))
                .containsEntry("gpu.angleBackend", "metal")
                .containsEntry("gpu.driver", "Apple 15.5")
                .containsEntry("dawn.backend", "Metal")
                .containsEntry("dawn.adapter", "Apple M3 Pro")
                .containsEntry("gpu.skiaBackend", "GraphiteDawnMetal")
                .doesNotContainKey("gpu.problems");
    }

    @Test
    void a_page_without_rules_below_its_headings_reads_the_same() {
        Map<String, String> facts = ChromeGpuPage.parse(Fixture.text("chrome-gpu-hand-made-linux-nvidia-intel.txt"));

        assertThat(facts)
                .containsEntry("gpu.driver", "Mesa 25.2.3")
                .containsEntry("gpu.angleBackend", "vulkan")
                .containsEntry("dawn.adapter", "NVIDIA GeForce RTX 4060 Laptop GPU")
                .containsEntry("dawn.status", "Available")
                .containsEntry("feature.webnn", "Disabled");
        assertThat(facts.get("dawn.adapters")).contains("Integrated GPU Vulkan: Intel(R) Iris(R) Xe Graphics");
    }

    @Test
    void another_page_tells_nothing() {
        assertThat(ChromeGpuPage.parse("This site can’t be reached\nERR_INVALID_URL\nGPU0: VENDOR= 0x10de"))
                .isEmpty();
        assertThat(ChromeGpuPage.parse("")).isEmpty();
    }
}
