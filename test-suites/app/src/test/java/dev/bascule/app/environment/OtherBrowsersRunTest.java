package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.run.RunRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one kind of browser tells of itself must not make the rules call it a liar. */
@Tag("full")
class OtherBrowsersRunTest {
    @TempDir
    Path folder;

    @Test
    @Tag("firefox")
    void a_model_is_right_and_proven_on_wasm_in_a_browser_of_gecko() throws Exception {
        isRightIn(BrowserEngine.GECKO);
    }

    @Test
    @Tag("webkitgtk")
    void a_model_is_right_and_proven_on_wasm_in_a_browser_of_webkit() throws Exception {
        isRightIn(BrowserEngine.WEBKIT);
    }

    private void isRightIn(BrowserEngine engine) throws Exception {
        Optional<BrowserInstallation> browser = BrowserDiscovery.ofThisMachine().find().browsers().stream()
                .filter(found -> found.family().engine() == engine)
                .findFirst();
        assumeTrue(browser.isPresent(), () -> "no browser of %s is installed here".formatted(engine));

        assertThat(run(browser.get().id()).runs())
                .singleElement()
                .satisfies(run -> assertThat(run.verdict())
                        .as(
                                "%s: %s",
                                browser.get().name(), run.decisive().evidence().notes())
                        .isEqualTo(Verdict.PASS));
    }

    private RunRecord run(String browser) throws Exception {
        return ProbeRun.of(
                folder,
                LocalRunEnvironments.ofThisMachine(),
                BrowserSetup.of(new BrowserChoice.Named(List.of(browser))),
                Chain.of(Backends.WASM));
    }
}
