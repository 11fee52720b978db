package dev.bascule.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.prediction.data.TargetKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LocalBrowsersTest {
    private final LocalBrowsers local = new LocalBrowsers(List.of(
            new BrowserCatalog.Entry(
                    "firefox-esr", "Mozilla Firefox ESR", Optional.of(Path.of("firefox")), Optional.of("153.8.0")),
            new BrowserCatalog.Entry("chromium", "Chromium", Optional.empty(), Optional.empty())));

    private static TargetKey target(String browser) {
        return new TargetKey("machine", browser + "/onnxruntime-web-1.29.0/wasm-cpu", 1);
    }

    @Test
    void a_browser_is_here_in_its_very_version_alone() {
        assertThat(local.have(target("mozilla-firefox-esr-153.8.0"))).isTrue();
        assertThat(local.have(target("mozilla-firefox-esr-153.8.1"))).isFalse();
        assertThat(local.have(target("chromium-156.0.1"))).isFalse();
        assertThat(local.have(new TargetKey("machine", "native/onnxruntime-1.29.0/cpu-cpu", 1)))
                .isTrue();
    }

    @Test
    void its_word_is_told_in_whatever_version_it_is_here() {
        assertThat(local.id(target("mozilla-firefox-esr-140.0"))).contains("firefox-esr");
        assertThat(local.id(target("chromium-156.0.1"))).as("not installed").isEmpty();
        assertThat(local.id(new TargetKey("machine", "native/onnxruntime-1.29.0/cpu-cpu", 1)))
                .isEmpty();
    }
}
