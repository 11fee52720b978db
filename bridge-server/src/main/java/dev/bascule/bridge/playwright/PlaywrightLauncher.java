package dev.bascule.bridge.playwright;

import dev.bascule.bridge.discovery.BrowserEngine;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.flags.BrowserFlags;
import dev.bascule.bridge.flags.BrowserFlags.Purpose;
import dev.bascule.bridge.flags.FlagSet;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.target.Browser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Starts a browser of the Chromium family headless through Playwright, with a fresh profile, and opens the bridge's
 * runner page in it. Thread-safe.
 */
public final class PlaywrightLauncher implements Launcher {
    public static final String ID = "playwright";

    private final BridgeServer bridge;
    private final BrowserInstallation installation;
    private final FlagSet flags;
    private final boolean sandbox;
    private final Map<String, String> environment;

    public PlaywrightLauncher(BridgeServer bridge, BrowserInstallation installation, LaunchOptions options) {
        this(bridge, installation, options, System.getenv(), "root".equals(System.getProperty("user.name")));
    }

    PlaywrightLauncher(
            BridgeServer bridge,
            BrowserInstallation installation,
            LaunchOptions options,
            Map<String, String> environment,
            boolean root) {
        this.bridge = bridge;
        this.installation = installation;
        this.environment = Map.copyOf(environment);
        Set<Purpose> purposes = EnumSet.of(
                Purpose.QUIET, Purpose.WEBNN, options.hardwareGpu() ? Purpose.HARDWARE_GPU : Purpose.SOFTWARE_GPU);
        if (root) {
            purposes.add(Purpose.ROOT);
        }
        this.flags = BrowserFlags.of(installation.family().engine(), purposes).and(FlagSet.of(options.extraFlags()));
        this.sandbox = !flags.arguments().contains("--no-sandbox");
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
    public Launch launch(RunnerGateway gateway, Duration timeout) {
        if (!canDrive(installation)) {
            return refused(Failure.of(
                    ErrorCode.UNKNOWN_BROWSER,
                    "%s cannot be driven by Playwright as it is installed".formatted(installation),
                    "choose a browser of the Chromium family"));
        }
        Optional<Path> node = NodeTool.find(environment);
        if (node.isEmpty()) {
            return refused(Failure.of(
                    ErrorCode.TOOL_MISSING,
                    "Playwright's driver needs Node.js, and there is no `node` on PATH",
                    "install Node.js 20 or later, or set %s to its executable".formatted(NodeTool.VARIABLE)));
        }
        return launch(gateway, node.get(), timeout);
    }

    private Launch launch(RunnerGateway gateway, Path node, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        BrowserProcess process = new BrowserProcess(installation.toString());
        BrowserProcess.Started started;
        try {
            List<String> arguments = flags.arguments().stream()
                    .filter(flag -> !flag.equals("--no-sandbox"))
                    .toList();
            started = process.start(node, installation, arguments, sandbox, timeout);
        } catch (TimeoutException e) {
            process.kill();
            return refused(
                    LaunchComplaint.explain(installation, "it was not up within %d s".formatted(timeout.toSeconds())));
        } catch (ExecutionException e) {
            process.kill();
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return refused(LaunchComplaint.explain(installation, String.valueOf(cause.getMessage())));
        }
        Browser browser = new Browser(installation.name(), started.version(), ID, flags.arguments());
        PlaywrightRunner runner =
                new PlaywrightRunner(process, started.root(), browser, bridge.origin(), bridge.assets());
        Duration left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
        Optional<Failure> failure = runner.join(gateway, left);
        if (failure.isPresent()) {
            runner.kill();
            return refused(failure.get());
        }
        return new Launch.Started(runner);
    }

    private static Launch refused(Failure failure) {
        return new Launch.NotStarted(failure);
    }
}
