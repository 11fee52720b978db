package dev.bascule.bridge.testing;

import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.discovery.DriverFit;
import dev.bascule.fallback.driver.HiddenParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** The browsers and drivers of this machine that the running test is shown, looked for once for each such view. Thread-safe. */
public final class MachineBrowsers {
    private static final Map<Set<String>, MachineBrowsers> VIEWS = new ConcurrentHashMap<>();

    private final List<BrowserInstallation> browsers =
            BrowserDiscovery.ofThisMachine().find().browsers();
    private final DriverDiscovery.Found drivers =
            DriverDiscovery.ofThisMachine().find();

    private MachineBrowsers() {}

    /** What is shown now. */
    public static MachineBrowsers shown() {
        return VIEWS.computeIfAbsent(
                HiddenParts.of(HiddenParts.environment()).parts(), hidden -> new MachineBrowsers());
    }

    public DriverDiscovery.Found drivers() {
        return drivers;
    }

    public Optional<BrowserInstallation> bundled() {
        return first(BrowserInstallation::bundled);
    }

    public Optional<BrowserInstallation> firefox() {
        return first(browser -> browser.family().engine() == BrowserEngine.GECKO && !browser.patchedByPlaywright());
    }

    /** A full browser of the Chromium family, not the shell. */
    public Optional<BrowserInstallation> chromium() {
        return first(browser -> browser.family().engine() == BrowserEngine.CHROMIUM
                && browser.family() != BrowserFamily.CHROME_HEADLESS_SHELL
                && !browser.bundled());
    }

    /** Playwright's own build of a family, in its cache. */
    public Optional<BrowserInstallation> patched(BrowserFamily family) {
        return first(browser -> browser.patchedByPlaywright() && browser.family() == family);
    }

    /** The first of a family that a driver here drives. */
    public Optional<Driven> driven(BrowserFamily family) {
        return browsers.stream()
                .filter(browser -> browser.family() == family)
                .flatMap(browser -> drivers.fit(browser) instanceof DriverFit.Fits fit
                        ? Optional.of(new Driven(browser, fit)).stream()
                        : Optional.<Driven>empty().stream())
                .findFirst();
    }

    /** A browser, and the driver for it. */
    public record Driven(BrowserInstallation browser, DriverFit.Fits fit) {}

    private Optional<BrowserInstallation> first(Predicate<BrowserInstallation> wanted) {
        return browsers.stream().filter(wanted).findFirst();
    }
}
