package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.page.LaunchComplaint;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Starts a browser headless through Playwright, with a fresh profile. Thread-safe. */
public final class PlaywrightHosts implements PageHosts {
    public static final String ID = "playwright";

    private final BrowserInstallation installation;
    private final BrowserSettings settings;
    private final Map<String, String> environment;

    public PlaywrightHosts(BrowserInstallation installation, LaunchOptions options) {
        this(installation, options, System.getenv());
    }

    PlaywrightHosts(BrowserInstallation installation, LaunchOptions options, Map<String, String> environment) {
        this.installation = installation;
        this.environment = Map.copyOf(environment);
        this.settings = options.settings(installation.family().engine());
    }

    /** Whether Playwright can drive it as it is installed. */
    public static boolean canDrive(BrowserInstallation browser) {
        return browser.family().engine() == BrowserEngine.CHROMIUM;
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
    public Start start(Duration limit) {
        if (!canDrive(installation)) {
            return new Start.Refused(Failure.of(
                    ErrorCode.UNKNOWN_BROWSER,
                    "%s cannot be driven by Playwright as it is installed".formatted(installation),
                    "choose a browser of the Chromium family, or another launcher"));
        }
        Optional<Path> node = NodeTool.find(environment);
        if (node.isEmpty()) {
            return new Start.Refused(Failure.of(
                    ErrorCode.TOOL_MISSING,
                    "Playwright's driver needs Node.js, and there is no `node` on PATH",
                    "install Node.js 20 or later, or set %s to its executable".formatted(NodeTool.VARIABLE)));
        }
        PlaywrightHost host = new PlaywrightHost(installation, settings);
        try {
            host.start(node.get(), limit);
            return new Start.Up(host);
        } catch (TimeoutException e) {
            host.kill();
            return new Start.Refused(
                    LaunchComplaint.explain(installation, "it was not up within %d s".formatted(limit.toSeconds())));
        } catch (ExecutionException e) {
            host.kill();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return new Start.Refused(LaunchComplaint.explain(installation, String.valueOf(cause.getMessage())));
        }
    }
}
