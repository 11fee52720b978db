package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.Capabilities;
import dev.bascule.fallback.target.Browser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a page in the bundled browser says of itself. */
@Tag("browser")
@ExtendWith(RealBrowser.class)
class PlaywrightLauncherTest {

    @Test
    void its_page_is_cross_origin_isolated(Shared shared) {
        assertThat(shared.launched().runner().probe().environment()).containsEntry("crossOriginIsolated", "true");
    }

    @Test
    void webgpu_is_there_and_admits_that_it_is_software(Shared shared) {
        Capabilities.BackendReport webgpu = report(shared, Backends.WEBGPU.id());
        assertThat(webgpu.status()).isEqualTo(BackendStatus.DEGRADED);
        assertThat(webgpu.reason()).isPresent();
        assertThat(webgpu.software()).contains(true);
        assertThat(webgpu.adapter()).isNotEmpty();
    }

    @Test
    void webnn_and_wasm_are_there(Shared shared) {
        assertThat(report(shared, Backends.WEBNN.id()).status()).isEqualTo(BackendStatus.OK);
        assertThat(report(shared, Backends.WASM.id()).status()).isEqualTo(BackendStatus.OK);
    }

    @Test
    void it_tells_its_version_and_the_flags_it_was_started_with(Shared shared) {
        Browser browser = shared.launched().browser().orElseThrow();
        assertThat(browser.name()).isEqualTo("Chrome Headless Shell");
        assertThat(browser.version()).matches("\\d+(\\.\\d+){3}");
        assertThat(browser.launcher()).isEqualTo("playwright");
        assertThat(browser.flags())
                .contains("--use-webgpu-adapter=swiftshader")
                .anyMatch(flag ->
                        flag.startsWith("--enable-features=") && flag.contains("WebMachineLearningNeuralNetwork"))
                .doesNotHaveDuplicates();
    }

    private static Capabilities.BackendReport report(Shared shared, String backend) {
        return shared.launched().runner().probe().backend(backend).orElseThrow();
    }
}
