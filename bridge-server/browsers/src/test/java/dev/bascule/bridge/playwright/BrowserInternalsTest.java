package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.runner.LaunchedRunner;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What real browsers say of their graphics. */
@Tag("browser")
@ExtendWith(RealBrowser.class)
class BrowserInternalsTest {
    private static final Logger LOG = LoggerFactory.getLogger(BrowserInternalsTest.class);

    @Test
    void the_headless_shell_has_no_page_for_it_and_answers_by_the_protocol(RealBrowser.Shared shared) {
        LaunchedRunner launched = shared.launched();

        // A glance is short: from a browser that a busy machine keeps waiting, nothing is heard in time.
        Map<String, String> facts = Awaitility.await()
                .until(() -> timed("glance", launched::graphicsInfo), told -> told.containsKey("internals.source"));

        assertThat(facts)
                .containsEntry("internals.source", "SystemInfo.getInfo")
                .containsKeys("gpu.renderer", "gpu.driver");
        assertThat(facts)
                .hasEntrySatisfying(
                        "gpu.libraries",
                        libraries -> assertThat(libraries)
                                .startsWith("gpu-process: ")
                                .contains("swiftshader"));
        Map<String, String> all = timed("internals", launched::internals);
        assertThat(all).containsAllEntriesOf(withoutCounters(facts));
        assertThat(launched.runner().probe().backends()).isNotEmpty();
    }

    @Test
    @Tag("chromium")
    void chromium_tells_of_dawns_adapters_and_the_runner_page_stays() {
        BrowserInstallation chromium = RealBrowsers.chromium();
        try (BridgeServer bridge = BridgeServer.start(BridgeConfig.defaults());
                LaunchedRunner launched = RealBrowser.started(
                        new PageLauncher(bridge, new PlaywrightHosts(chromium, LaunchOptions.withHardwareGpu(false)))
                                .launch(bridge, RealBrowser.LIMIT))) {
            timed("glance", launched::graphicsInfo);
            Map<String, String> facts = timed("internals", launched::internals);

            assertThat(facts)
                    .containsKeys(
                            "dawn.adapter", "dawn.backend", "gpu.angleBackend", "feature.webgpu", "gpu.libraries");
            assertThat(facts.get("internals.source")).contains("chrome://gpu");
            launched.runner().probe();
            assertThat(launched.recycle(bridge, RealBrowser.LIMIT)).satisfies(RealBrowser::started);
        }
    }

    private static Map<String, String> withoutCounters(Map<String, String> facts) {
        Map<String, String> kept = new java.util.TreeMap<>(facts);
        kept.remove("internals.source");
        return kept;
    }

    private static Map<String, String> timed(String what, java.util.function.Supplier<Map<String, String>> work) {
        long start = System.nanoTime();
        Map<String, String> facts = work.get();
        LOG.info("{} in {} ms: {}", what, (System.nanoTime() - start) / 1_000_000, facts);
        return facts;
    }
}
