package dev.bascule.bridge.direct;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeServer;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Browsers of this machine that the launcher can start. */
public final class RealBrowsers {
    private static final List<BrowserInstallation> FOUND =
            BrowserDiscovery.ofThisMachine().find().browsers();

    private RealBrowsers() {}

    /** Skips the test where there is none. */
    public static BrowserInstallation firefox() {
        return first(browser -> browser.family().engine() == BrowserEngine.GECKO, "Firefox is not installed");
    }

    /** Skips the test where it is not unpacked. */
    public static BrowserInstallation shell() {
        return first(BrowserInstallation::bundled, "the bundled browser is not unpacked: build browser-runtime");
    }

    /** A full Chromium, not the shell; skips the test where there is none. */
    public static BrowserInstallation chromium() {
        return first(
                browser -> browser.family().engine() == BrowserEngine.CHROMIUM && !browser.bundled(),
                "no full browser of the Chromium family is installed");
    }

    private static BrowserInstallation first(Predicate<BrowserInstallation> wanted, String otherwise) {
        Optional<BrowserInstallation> found = FOUND.stream().filter(wanted).findFirst();
        assumeTrue(found.isPresent(), otherwise);
        return found.get();
    }

    public static PageLauncher launcher(BridgeServer bridge, BrowserInstallation browser) {
        return new PageLauncher(bridge, new ProcessHosts(browser, LaunchOptions.withHardwareGpu(false)));
    }
}
