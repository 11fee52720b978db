package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.PlaywrightRelease;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.page.LaunchErrorSummary;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Starts a browser headless through Playwright, with a fresh profile. Thread-safe. */
public final class PlaywrightHosts implements PageHosts {
    public static final String ID = "playwright";

    /** Tells a WebKit that WebDriver steers it; Playwright steers its own by a pipe. */
    private static final String WEB_DRIVER = "--automation";

    private final BrowserInstallation installation;
    private final BrowserSettings settings;
    private final Map<String, String> environment;

    public PlaywrightHosts(BrowserInstallation installation, LaunchOptions options) {
        this(installation, options, System.getenv());
    }

    /** @param environment where Node.js is looked for */
    public PlaywrightHosts(BrowserInstallation installation, LaunchOptions options, Map<String, String> environment) {
        this(installation, settings(options, installation.family().engine()), environment);
    }

    private PlaywrightHosts(
            BrowserInstallation installation, BrowserSettings settings, Map<String, String> environment) {
        this.installation = installation;
        this.environment = Map.copyOf(environment);
        this.settings = settings;
    }

    /**
     * Whether Playwright can drive it as it is installed: the Chromium family by its developer tools, and a Firefox or a
     * WebKit that Playwright patched.
     */
    public static boolean canDrive(BrowserInstallation browser) {
        return browser.family().engine() == BrowserEngine.CHROMIUM || browser.patchedByPlaywright();
    }

    private static BrowserSettings settings(LaunchOptions options, BrowserEngine engine) {
        BrowserSettings all = options.settings(engine);
        return engine == BrowserEngine.WEBKIT
                ? new BrowserSettings(all.flags().without(WEB_DRIVER), all.preferences(), all.environment())
                : all;
    }

    /** What keeps Playwright's driver from starting here, if anything does. */
    public Optional<Failure> lack() {
        return NodeTool.find(environment).isPresent() ? Optional.empty() : Optional.of(withoutNode());
    }

    private static Failure withoutNode() {
        return Failure.of(
                ErrorCode.TOOL_MISSING,
                "Playwright's driver needs Node.js, and there is no `node` on PATH",
                "%s (20 or later), or set %s to its executable"
                        .formatted(SystemPackages.ofThisMachine().remedy(Software.NODE), NodeTool.VARIABLE));
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String name() {
        return installation.toString();
    }

    @Override
    public Optional<BrowserEngine> engine() {
        return Optional.of(installation.family().engine());
    }

    @Override
    public Optional<PageHosts> with(BrowserSettings more) {
        // Its WebKit was not seen to heed them.
        return installation.family().engine() == BrowserEngine.WEBKIT
                ? Optional.empty()
                : Optional.of(new PlaywrightHosts(installation, settings.and(more), environment));
    }

    @Override
    public Start start(Duration limit) {
        if (!canDrive(installation)) {
            return new Start.Refused(Failure.of(
                    ErrorCode.UNKNOWN_BROWSER,
                    "%s cannot be driven by Playwright as it is installed".formatted(installation),
                    "choose a browser of the Chromium family, Playwright's own build (%s), or another launcher"
                            .formatted(PlaywrightRelease.install(product(installation)))));
        }
        Optional<Path> node = NodeTool.find(environment);
        if (node.isEmpty()) {
            return new Start.Refused(withoutNode());
        }
        PlaywrightHost host = new PlaywrightHost(installation, settings);
        try {
            host.start(node.get(), limit);
            return new Start.Up(host);
        } catch (TimeoutException e) {
            host.kill();
            return refused("it was not up within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            host.kill();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return refused(LaunchErrorSummary.words(cause));
        }
    }

    /** A patched build speaks the protocol of its own release: where that is another one, this may be why. */
    private Start refused(String complaint) {
        Failure failure = LaunchErrorSummary.explain(installation, complaint);
        return new Start.Refused(
                installation.ofOtherPlaywright()
                        ? Failure.of(
                                failure.code(),
                                failure.message() + "; it is " + BrowserInstallation.OTHER_RELEASE,
                                PlaywrightRelease.install(product(installation)))
                        : failure);
    }

    /** Playwright's word for its own build of the same engine. */
    public static String product(BrowserInstallation browser) {
        return switch (browser.family().engine()) {
            case CHROMIUM -> "chromium";
            case GECKO -> "firefox";
            case WEBKIT -> "webkit";
        };
    }
}
