package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverFit;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.testing.MachineBrowsers;
import java.util.Optional;

/** The browsers of this machine with a driver that fits, for tests with the driver's tag. */
final class LocalDrivers {
    private LocalDrivers() {}

    record Driven(BrowserInstallation browser, DriverFit.Fits fit) {
        SeleniumHosts hosts() {
            return new SeleniumHosts(browser, fit.driver(), LaunchOptions.withHardwareGpu(false));
        }
    }

    static Driven of(BrowserFamily family) {
        return find(family)
                .orElseThrow(() -> new AssertionError(
                        "this test is shown no %s with a driver: is it tagged with it?".formatted(family)));
    }

    static Optional<Driven> find(BrowserFamily family) {
        return MachineBrowsers.shown().driven(family).map(driven -> new Driven(driven.browser(), driven.fit()));
    }
}
