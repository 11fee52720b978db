package dev.bascule.bridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserEngine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchOptionsTest {
    private static String flags(String user, Map<String, String> environment, String... extra) {
        return LaunchOptions.withHardwareGpu(false, user, environment)
                .withExtraFlags(List.of(extra))
                .settings(BrowserEngine.CHROMIUM)
                .toString();
    }

    @Test
    void the_sandbox_is_given_up_for_root_and_in_the_image_whatever_flags_are_given_besides() {
        Map<String, String> image = Map.of(LaunchOptions.CONTAINER, "1");
        assertThat(flags("anna", Map.of(), "--use-angle=vulkan")).doesNotContain("--no-sandbox");
        assertThat(flags("root", Map.of(), "--use-angle=vulkan")).contains("--no-sandbox", "--use-angle=vulkan");
        assertThat(flags("bascule", image, "--use-angle=vulkan")).contains("--no-sandbox", "--use-angle=vulkan");
    }
}
