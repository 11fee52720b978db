package dev.bascule.bridge.direct;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.evidence.BrowserInternals;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.LeftBehind;
import dev.bascule.bridge.process.ProfileFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real Firefox, asked without geckodriver. */
@Tag("browser")
@Tag("firefox")
class SupportPageTest {

    private static Optional<String> read(Duration limit) {
        BrowserInstallation firefox = RealBrowsers.firefox();
        ProfileFolder profile = ProfileFolder.create();
        BrowserCommand like = BrowserCommand.of(
                firefox,
                LaunchOptions.withHardwareGpu(false).settings(firefox.family().engine()),
                profile.path(),
                Path.of("unused.html"));
        return SupportPage.read(firefox, like, profile, limit);
    }

    @Test
    void it_names_the_adapter_and_the_driver_and_leaves_nothing_behind() {
        LeftBehind before = new LeftBehind();

        Optional<String> text = read(Duration.ofSeconds(90));

        assertThat(text).isPresent();
        Map<String, String> facts = BrowserInternals.read(Map.of(SupportPage.ADDRESS, text.orElseThrow()));
        assertThat(facts).containsKeys("wgpu.adapter", "wgpu.backend", "wgpu.driver", "gpu.compositing");
        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }

    @Test
    void without_time_there_is_no_page_and_nothing_is_left_behind() {
        LeftBehind before = new LeftBehind();

        assertThat(read(Duration.ofMillis(50))).isEmpty();

        assertThat(before.processesLeft()).isEmpty();
        assertThat(before.newProfiles()).isEmpty();
    }
}
