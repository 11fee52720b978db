package dev.bascule.bridge.selenium;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.discovery.DriverFit;
import dev.bascule.bridge.page.LaunchOptions;
import java.util.List;
import java.util.Optional;

/** The browsers of this machine with a driver that fits. */
final class LocalDrivers {
    private static final List<BrowserInstallation> BROWSERS =
            BrowserDiscovery.ofThisMachine().find().browsers();
    private static final DriverDiscovery.Found DRIVERS =
            DriverDiscovery.ofThisMachine().find();

    private LocalDrivers() {}

    record Driven(BrowserInstallation browser, DriverFit.Fits fit) {
        SeleniumHosts hosts() {
            return new SeleniumHosts(browser, fit.driver(), LaunchOptions.withHardwareGpu(false));
        }
    }

    /** Skips the test where there is none. */
    static Driven of(BrowserFamily family) {
        Optional<Driven> driven = find(family);
        assumeTrue(driven.isPresent(), () -> "no %s with a driver that fits".formatted(family.displayName()));
        return driven.get();
    }

    static Optional<Driven> find(BrowserFamily family) {
        return BROWSERS.stream()
                .filter(browser -> browser.family() == family)
                .flatMap(browser -> DRIVERS.fit(browser) instanceof DriverFit.Fits fit
                        ? Optional.of(new Driven(browser, fit)).stream()
                        : Optional.<Driven>empty().stream())
                .findFirst();
    }
}
