package dev.bascule.bridge.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverInstallation;
import dev.bascule.bridge.discovery.DriverKind;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import dev.bascule.bridge.selenium.SeleniumHosts;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A browser that takes no stand-ins for its devices is handed none, and so is asked for none. */
class CaptureTest {
    private static final LaunchOptions OPTIONS = LaunchOptions.withHardwareGpu(false);

    private static BrowserInstallation browser(BrowserFamily family) {
        return new BrowserInstallation(
                family.displayName(), family, "1.2", Path.of("/opt/browser"), Optional.empty(), false);
    }

    private static boolean byDriver(BrowserFamily family, DriverKind kind) {
        DriverInstallation driver = new DriverInstallation(kind, Optional.of("1.2.3"), Path.of("/opt/driver"));
        return new SeleniumHosts(browser(family), driver, OPTIONS)
                .with(BrowserSettings.NONE)
                .isPresent();
    }

    private static boolean byPlaywright(BrowserFamily family) {
        return new PlaywrightHosts(browser(family), OPTIONS)
                .with(BrowserSettings.NONE)
                .isPresent();
    }

    @Test
    void safari_and_the_webkit_of_playwright_take_none() {
        assertThat(byDriver(BrowserFamily.SAFARI, DriverKind.SAFARIDRIVER)).isFalse();
        assertThat(byPlaywright(BrowserFamily.WEBKIT)).isFalse();
    }

    @Test
    void the_others_take_them() {
        assertThat(byDriver(BrowserFamily.WEBKITGTK, DriverKind.WEBKIT_WEB_DRIVER))
                .isTrue();
        assertThat(byDriver(BrowserFamily.FIREFOX, DriverKind.GECKODRIVER)).isTrue();
        assertThat(byPlaywright(BrowserFamily.CHROMIUM)).isTrue();
    }
}
