package dev.bascule.bridge.direct;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserSettings;
import dev.bascule.bridge.page.LaunchErrorSummary;
import dev.bascule.bridge.page.LaunchOptions;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.process.ProfileFolder;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Starts a browser's binary headless with a fresh profile and no driver. Thread-safe. */
public final class ProcessHosts implements PageHosts {
    public static final String ID = "process";

    private final BrowserInstallation installation;
    private final BrowserSettings settings;
    private final Path profiles;

    public ProcessHosts(BrowserInstallation installation, LaunchOptions options) {
        this(installation, options, ProfileFolder.parentFor(installation.profileRoot()));
    }

    /** @param profiles the folder to make profiles in */
    public ProcessHosts(BrowserInstallation installation, LaunchOptions options, Path profiles) {
        this(installation, options.settings(installation.family().engine()), profiles);
    }

    private ProcessHosts(BrowserInstallation installation, BrowserSettings settings, Path profiles) {
        this.installation = installation;
        this.settings = settings;
        this.profiles = profiles;
    }

    /** Whether it can be started with a profile of its own and without a window. */
    public static boolean canStart(BrowserInstallation browser) {
        return browser.family().engine() != BrowserEngine.WEBKIT;
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
        return Optional.of(new ProcessHosts(installation, settings.and(more), profiles));
    }

    @Override
    public Start start(Duration limit) {
        if (!canStart(installation)) {
            return new Start.Refused(Failure.of(
                    ErrorCode.UNKNOWN_BROWSER,
                    "%s cannot be started with a profile of its own".formatted(installation),
                    "use its driver (--launcher selenium), or open the link of `bascule serve` in it"));
        }
        ProcessHost host = new ProcessHost(installation, settings, ProfileFolder.create(profiles));
        Optional<String> complaint = host.start(limit);
        if (complaint.isPresent()) {
            host.kill();
            return new Start.Refused(LaunchErrorSummary.explain(installation, complaint.get()));
        }
        return new Start.Up(host);
    }
}
