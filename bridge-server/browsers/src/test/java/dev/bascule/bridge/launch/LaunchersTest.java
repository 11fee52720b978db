package dev.bascule.bridge.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.Channel;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.discovery.InstallationSource;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LaunchersTest {
    private static final LaunchOptions TIMED = LaunchOptions.withHardwareGpu(false);

    private final Launchers launchers = new Launchers(TIMED, DriverDiscovery.Found.NONE);
    private final Launchers untimed = new Launchers(TIMED.withTimed(false), DriverDiscovery.Found.NONE);

    @Test
    void a_chromium_is_driven_by_playwright_where_something_is_timed_and_starts_without_a_driver_else() {
        BrowserInstallation chromium = browser(BrowserFamily.CHROMIUM, InstallationSource.SYSTEM);
        assertThat(launchers.open(chromium)).containsExactly("playwright", "process");
        assertThat(untimed.open(chromium)).containsExactly("process", "playwright");
        assertThat(untimed.choose(chromium, Optional.of("playwright")))
                .isInstanceOfSatisfying(
                        LaunchMethod.Available.class,
                        open -> assertThat(open.launcher()).isEqualTo("playwright"));
    }

    @Test
    void where_there_is_no_node_a_chromium_starts_without_a_driver_and_playwright_says_what_it_lacks() {
        BrowserInstallation chromium = browser(BrowserFamily.CHROME_HEADLESS_SHELL, InstallationSource.BUNDLED);
        Launchers without = new Launchers(TIMED, DriverDiscovery.Found.NONE, Map.of());

        assertThat(without.open(chromium)).containsExactly("process");
        assertThat(without.choose(chromium, Optional.empty()).launcher()).isEqualTo("process");
        assertThat(without.choose(chromium, Optional.of("playwright")))
                .isInstanceOfSatisfying(LaunchMethod.Unavailable.class, closed -> {
                    assertThat(closed.failure().code()).isEqualTo(ErrorCode.TOOL_MISSING);
                    assertThat(closed.failure().message()).contains("Node.js");
                });
    }

    @Test
    void a_firefox_starts_without_a_driver_whatever_is_timed() {
        BrowserInstallation firefox = browser(BrowserFamily.FIREFOX, InstallationSource.SYSTEM);
        assertThat(launchers.open(firefox)).containsExactly("process");
        assertThat(untimed.open(firefox)).containsExactly("process");
    }

    @Test
    void playwright_drives_its_own_builds() {
        assertThat(launchers.open(browser(BrowserFamily.FIREFOX, InstallationSource.PLAYWRIGHT)))
                .containsExactly("playwright", "process");
        assertThat(launchers.open(browser(BrowserFamily.WEBKIT, InstallationSource.PLAYWRIGHT)))
                .containsExactly("playwright");
    }

    @Test
    void it_drives_no_other_firefox_and_no_other_webkit_and_names_the_build_that_it_does() {
        for (BrowserFamily family : List.of(BrowserFamily.FIREFOX, BrowserFamily.SAFARI, BrowserFamily.WEBKITGTK)) {
            BrowserInstallation browser = browser(family, InstallationSource.SYSTEM);
            String product = family == BrowserFamily.FIREFOX ? "firefox" : "webkit";
            assertThat(launchers.choose(browser, Optional.of("playwright")))
                    .isInstanceOfSatisfying(
                            LaunchMethod.Unavailable.class,
                            closed -> assertThat(closed.failure().remedies())
                                    .singleElement()
                                    .asString()
                                    .matches(".*npx playwright@[\\d.]+ install " + product));
        }
    }

    @Test
    void a_driver_for_such_a_build_is_not_looked_for() {
        assertThat(launchers.choose(
                        browser(BrowserFamily.WEBKIT, InstallationSource.PLAYWRIGHT), Optional.of("selenium")))
                .isInstanceOfSatisfying(
                        LaunchMethod.Unavailable.class,
                        closed -> assertThat(closed.failure().remedies())
                                .containsExactly("use the launcher playwright for it"));
    }

    private static BrowserInstallation browser(BrowserFamily family, InstallationSource origin) {
        return new BrowserInstallation(
                family.displayName(),
                family,
                Channel.STABLE,
                "153.0",
                Path.of("browser"),
                Optional.empty(),
                origin,
                Optional.empty(),
                List.of());
    }
}
