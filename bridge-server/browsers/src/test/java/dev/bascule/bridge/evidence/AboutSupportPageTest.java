package dev.bascule.bridge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AboutSupportPageTest {

    /** Recorded from Firefox ESR 153 without a GPU: the section Graphics. */
    @Test
    void a_recorded_page_names_the_driver_that_the_web_api_keeps_back() {
        assertThat(AboutSupportPage.parse(Fixture.text("about-support-firefox-153-linux.txt")))
                .containsEntry("wgpu.adapter", "llvmpipe (LLVM 15.0.6, 256 bits)")
                .containsEntry("wgpu.backend", "Vulkan")
                .containsEntry("wgpu.type", "Cpu")
                .containsEntry("wgpu.driver", "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)")
                .containsEntry("gpu.compositing", "WebRender (Software)")
                .containsEntry(
                        "feature.webgpu",
                        "force_enabled: Ignoring blocklist entry because gfx.webgpu.ignore-blocklist is")
                .doesNotContainKey("gpu.renderer");
    }

    @Test
    void of_two_gpus_the_active_one_counts() {
        assertThat(AboutSupportPage.parse(Fixture.text("about-support-hand-made-windows-nvidia.txt")))
                .containsEntry("gpu.description", "NVIDIA GeForce RTX 4070")
                .containsEntry("gpu.driver", "NVIDIA 32.0.15.6614")
                .containsEntry("gpu.vendorId", "0x10de")
                .containsEntry("wgpu.backend", "Dx12")
                .containsEntry("wgpu.type", "DiscreteGpu")
                .containsEntry("wgpu.driver", "32.0.15.6614")
                .containsEntry("feature.webgpu", "available");
    }

    @Test
    void an_adapter_that_is_cut_off_is_left_out() {
        String page = Fixture.text("about-support-firefox-153-linux.txt");
        String cut = page.substring(0, page.indexOf("wgpuName"));

        assertThat(AboutSupportPage.parse(cut))
                .doesNotContainKey("wgpu.adapter")
                .containsKey("gpu.compositing");
    }

    @Test
    void another_page_tells_nothing() {
        assertThat(AboutSupportPage.parse("Problem loading page\nWEBGPU is a word here"))
                .isEmpty();
        assertThat(AboutSupportPage.parse("")).isEmpty();
    }
}
