package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.testing.MachineBrowsers;
import java.util.Optional;

/** Browsers of this machine that the launcher can start, for tests with the tag that asks for them. */
public final class RealBrowsers {
    private RealBrowsers() {}

    /** For tests that are tagged {@code firefox}, and so only run where it is. */
    public static BrowserInstallation firefox() {
        return shown(MachineBrowsers.shown().firefox(), "firefox");
    }

    /** For tests that are tagged {@code browser}. */
    public static BrowserInstallation shell() {
        return shown(MachineBrowsers.shown().bundled(), "browser");
    }

    /** A full Chromium, not the shell; for tests that are tagged {@code chromium}. */
    public static BrowserInstallation chromium() {
        return shown(MachineBrowsers.shown().chromium(), "chromium");
    }

    private static BrowserInstallation shown(Optional<BrowserInstallation> browser, String tag) {
        return browser.orElseThrow(
                () -> new AssertionError("this test is not shown its browser: is it tagged '%s'?".formatted(tag)));
    }

    public static PageLauncher launcher(BridgeServer bridge, BrowserInstallation browser) {
        return new PageLauncher(bridge, new ProcessHosts(browser, LaunchOptions.withHardwareGpu(false)));
    }
}
