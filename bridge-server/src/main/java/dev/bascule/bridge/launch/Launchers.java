package dev.bascule.bridge.launch;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.playwright.PlaywrightHosts;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Knows every launcher of this side, and in which order to prefer them for a browser. Immutable and thread-safe. */
public final class Launchers {

    /** The launchers that start a browser of this machine, by id. */
    public static final List<String> IDS = List.of(PlaywrightHosts.ID);

    private final LaunchOptions options;

    public Launchers(LaunchOptions options) {
        this.options = options;
    }

    /** Every way to start this browser, the best first. */
    public List<LaunchWay> ways(BrowserInstallation browser) {
        List<LaunchWay> ways = new ArrayList<>();
        ways.add(playwright(browser));
        return List.copyOf(ways);
    }

    /** The ways that are open, by launcher. */
    public List<String> open(BrowserInstallation browser) {
        return ways(browser).stream()
                .filter(LaunchWay.Open.class::isInstance)
                .map(LaunchWay::launcher)
                .toList();
    }

    /**
     * The best way, or this one.
     *
     * @param wanted a launcher's id
     */
    public LaunchWay choose(BrowserInstallation browser, Optional<String> wanted) {
        List<LaunchWay> ways = ways(browser).stream()
                .filter(way -> wanted.map(way.launcher()::equals).orElse(true))
                .toList();
        return ways.stream()
                .filter(LaunchWay.Open.class::isInstance)
                .findFirst()
                .or(() -> ways.stream().findFirst())
                .orElseGet(() -> closed(
                        wanted.orElse("none"), "%s cannot be started by %s".formatted(browser, wanted.orElse("any"))));
    }

    private LaunchWay playwright(BrowserInstallation browser) {
        return PlaywrightHosts.canDrive(browser)
                ? open(new PlaywrightHosts(browser, options))
                : closed(PlaywrightHosts.ID, "Playwright drives Chromium, and its own builds of Firefox and WebKit");
    }

    private static LaunchWay open(PageHosts hosts) {
        return new LaunchWay.Open(hosts);
    }

    private static LaunchWay closed(String launcher, String reason) {
        return new LaunchWay.Closed(launcher, Failure.of(ErrorCode.UNKNOWN_BROWSER, reason));
    }
}
