package dev.bascule.bridge.launch;

import dev.bascule.bridge.direct.ProcessHosts;
import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverDiscovery;
import dev.bascule.bridge.discovery.PlaywrightRelease;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import dev.bascule.bridge.selenium.SeleniumHosts;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows every launcher of this machine's browsers, and in which order to prefer them. Immutable and thread-safe. */
public final class Launchers {
    private final LaunchOptions options;
    private final DriverDiscovery.Found drivers;
    private final Map<String, String> environment;

    /** @param drivers the WebDriver servers of this machine */
    public Launchers(LaunchOptions options, DriverDiscovery.Found drivers) {
        this(options, drivers, System.getenv());
    }

    /** @param environment where Playwright's driver looks for Node.js */
    Launchers(LaunchOptions options, DriverDiscovery.Found drivers, Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
        this.options = options;
        this.drivers = drivers;
    }

    /**
     * Every way to start this browser, those that are open first, the best of them first. Playwright tells of a crashed page
     * at once, so it is preferred where it drives the browser; a Firefox as people have it starts soonest and nearest to
     * what they see without a driver. Without Node.js Playwright is closed. Where nothing is timed, Chromium starts without one as well: that is sooner by a
     * second, and no driver then carries what thousands of cases answer.
     */
    public List<LaunchMethod> ways(BrowserInstallation browser) {
        List<LaunchMethod> ways = new ArrayList<>(List.of(playwright(browser)));
        if (!options.timed() && browser.family().engine() == BrowserEngine.CHROMIUM) {
            ways.add(0, process(browser));
            ways.add(selenium(browser));
        } else if (browser.family().engine() == BrowserEngine.GECKO) {
            ways.add(process(browser));
            ways.add(selenium(browser));
        } else {
            ways.add(selenium(browser));
            ways.add(process(browser));
        }
        ways.sort(Comparator.comparing(LaunchMethod.Unavailable.class::isInstance));
        return List.copyOf(ways);
    }

    /** The ids of the launchers that can start it, the best first. */
    public List<String> open(BrowserInstallation browser) {
        return ways(browser).stream()
                .filter(LaunchMethod.Available.class::isInstance)
                .map(LaunchMethod::launcher)
                .toList();
    }

    /**
     * The best way, or this one; where none is open, the first reason why not.
     *
     * @param wanted a launcher's id
     */
    public LaunchMethod choose(BrowserInstallation browser, Optional<String> wanted) {
        return ways(browser).stream()
                .filter(way -> wanted.map(way.launcher()::equals).orElse(true))
                .findFirst()
                .orElseGet(() -> closed(
                        wanted.orElse("any"),
                        "there is no launcher called '%s'".formatted(wanted.orElse("any")),
                        "choose playwright, selenium or process"));
    }

    private LaunchMethod playwright(BrowserInstallation browser) {
        PlaywrightHosts hosts = new PlaywrightHosts(browser, options, environment);
        if (PlaywrightHosts.canDrive(browser)) {
            return hosts.lack()
                    .<LaunchMethod>map(failure -> new LaunchMethod.Unavailable(PlaywrightHosts.ID, failure))
                    .orElseGet(() -> open(hosts));
        }
        return closed(
                PlaywrightHosts.ID,
                "Playwright cannot drive %s: it drives Chromium, and only its own builds of Firefox and WebKit"
                        .formatted(browser),
                "leave --launcher out, or install Playwright's own build: "
                        + PlaywrightRelease.install(PlaywrightHosts.product(browser)));
    }

    private LaunchMethod selenium(BrowserInstallation browser) {
        return drivers.fit(browser)
                .fold(
                        fits -> open(new SeleniumHosts(browser, fits.driver(), options)),
                        misfit -> closed(SeleniumHosts.ID, misfit.reason(), misfit.remedy()),
                        none -> closed(SeleniumHosts.ID, none.reason(), none.remedy()));
    }

    private LaunchMethod process(BrowserInstallation browser) {
        return ProcessHosts.canStart(browser)
                ? open(new ProcessHosts(browser, options))
                : closed(
                        ProcessHosts.ID,
                        "%s takes no address and no profile from its command line".formatted(browser),
                        "leave --launcher out");
    }

    private static LaunchMethod open(PageHosts hosts) {
        return new LaunchMethod.Available(hosts);
    }

    private static LaunchMethod closed(String launcher, String reason, String remedy) {
        return new LaunchMethod.Unavailable(launcher, Failure.of(ErrorCode.UNKNOWN_BROWSER, reason, remedy));
    }
}
