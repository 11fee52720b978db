package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.discovery.DriverInstallation;
import dev.bascule.bridge.discovery.DriverKind;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.page.LaunchErrorSummary;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Starts a browser through its WebDriver server, with a fresh profile. Nothing is ever fetched. Thread-safe. */
public final class SeleniumHosts implements PageHosts {
    public static final String ID = "selenium";

    private final BrowserInstallation installation;
    private final DriverInstallation driver;
    private final BrowserSettings settings;
    private final Map<String, String> environment;

    /** @param driver one that fits the browser */
    public SeleniumHosts(BrowserInstallation installation, DriverInstallation driver, LaunchOptions options) {
        this(installation, driver, options, System.getenv());
    }

    SeleniumHosts(
            BrowserInstallation installation,
            DriverInstallation driver,
            LaunchOptions options,
            Map<String, String> environment) {
        this(installation, driver, options.settings(installation.family().engine()), environment);
    }

    private SeleniumHosts(
            BrowserInstallation installation,
            DriverInstallation driver,
            BrowserSettings settings,
            Map<String, String> environment) {
        this.installation = installation;
        this.driver = driver;
        this.environment = Map.copyOf(environment);
        this.settings = settings;
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
        // Safari takes none: it would open whatever device the machine has.
        return driver.kind() == DriverKind.SAFARIDRIVER
                ? Optional.empty()
                : Optional.of(new SeleniumHosts(installation, driver, settings.and(more), environment));
    }

    @Override
    public Start start(Duration limit) {
        Optional<Path> xvfb = Optional.empty();
        if (needsDisplay()) {
            xvfb = VirtualDisplay.program(environment);
            if (xvfb.isEmpty()) {
                return new Start.Refused(Failure.of(
                        ErrorCode.TOOL_MISSING,
                        "%s needs a display, and there is neither DISPLAY nor Xvfb".formatted(installation),
                        "%s, or set DISPLAY"
                                .formatted(SystemPackages.ofThisMachine().remedy(Software.XVFB))));
            }
        }
        if (driver.kind() == DriverKind.SAFARIDRIVER && !onMacos()) {
            return new Start.Refused(Failure.of(
                    ErrorCode.BROWSER_LAUNCH_FAILED,
                    "safaridriver drives Safari on macOS only",
                    "run it on a Mac, where `safaridriver --enable` was run once"));
        }
        SeleniumHost host = new SeleniumHost(
                installation,
                driver,
                settings,
                ProfileFolder.create(ProfileFolder.parentFor(installation.profileRoot())));
        try {
            host.start(xvfb, limit);
            return new Start.Up(host);
        } catch (TimeoutException e) {
            return refused(host, "it was not up within %d s".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            return refused(host, DrivenBrowser.reason(e));
        } catch (IOException e) {
            return refused(host, LaunchErrorSummary.words(e));
        }
    }

    /** What the driver says comes first, what was printed meanwhile may tell more. */
    private Start refused(SeleniumHost host, String reason) {
        String printed = host.lastWords();
        host.kill();
        return new Start.Refused(LaunchErrorSummary.explain(installation, "%s\n%s".formatted(reason, printed)));
    }

    private boolean needsDisplay() {
        return installation.family() == BrowserFamily.WEBKITGTK && !VirtualDisplay.isThere(environment);
    }

    private static boolean onMacos() {
        return System.getProperty("os.name", "").startsWith("Mac");
    }
}
