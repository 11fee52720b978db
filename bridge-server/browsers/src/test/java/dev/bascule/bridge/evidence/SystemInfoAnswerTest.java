package dev.bascule.bridge.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemInfoAnswerTest {

    /** Recorded from both browsers without a GPU; the lists of extensions cut. */
    @ParameterizedTest
    @ValueSource(strings = {"system-info-headless-shell-153-linux.json", "system-info-chromium-156-linux.json"})
    void a_recorded_answer_tells_driver_angle_and_features(String recorded) {
        assertThat(SystemInfoAnswer.parse(Fixture.text(recorded)))
                .containsEntry("gpu.vendor", "Google Inc. (Google)")
                .containsEntry("gpu.angleBackend", "swiftshader")
                .containsEntry("gpu.driver", "SwANGLE 5.0.0")
                .containsEntry("gpu.vendorId", "0xffff")
                .containsEntry("gpu.processCrashes", "0")
                .containsEntry("feature.webgpu", "unavailable_software")
                .containsEntry("feature.webnn", "unavailable_software")
                .containsEntry("feature.compositing", "disabled_software")
                .containsKey("gpu.renderer");
    }

    @Test
    void the_protocol_and_the_page_agree() {
        var answer = SystemInfoAnswer.parse(Fixture.text("system-info-chromium-156-linux.json"));
        var page = ChromeGpuPage.parse(Fixture.text("chrome-gpu-chromium-156-linux.txt"));

        answer.keySet().stream()
                .filter(name -> name.startsWith("gpu.") && page.containsKey(name))
                .forEach(name -> assertThat(page).containsEntry(name, answer.get(name)));
        assertThat(page).containsKeys("gpu.renderer", "gpu.driver", "gpu.angleBackend");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not JSON", "{}", "{\"error\":{\"code\":-32601}}", "[1]"})
    void anything_else_tells_nothing(String text) {
        assertThat(SystemInfoAnswer.parse(text)).isEmpty();
    }
}
