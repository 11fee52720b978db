package dev.bascule.bridge.page;

import dev.bascule.bridge.flags.CaptureSettings;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.CaptureFiles;
import dev.bascule.fallback.runner.Capturing;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.RunnerGateway;
import java.time.Duration;
import java.util.Optional;

/** Starts a browser in one of the ways there are and opens the bridge's runner page in it. Thread-safe. */
public final class PageLauncher implements Launcher {
    private final BridgeServer bridge;
    private final PageHosts hosts;

    public PageLauncher(BridgeServer bridge, PageHosts hosts) {
        this.bridge = bridge;
        this.hosts = hosts;
    }

    @Override
    public String id() {
        return hosts.id();
    }

    @Override
    public Launch launch(RunnerGateway gateway, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        PageHosts.Start start = hosts.start(timeout);
        if (start instanceof PageHosts.Start.Refused refused) {
            return new Launch.NotStarted(refused.failure());
        }
        PageHost host = ((PageHosts.Start.Up) start).host();
        PageRunner runner = new PageRunner(host, hosts.origin(bridge), bridge.assets());
        Duration left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
        Optional<Failure> failure = runner.join(gateway, left);
        if (failure.isPresent()) {
            runner.kill();
            return new Launch.NotStarted(failure.get());
        }
        return new Launch.Started(runner);
    }

    @Override
    public Optional<Capturing> capturing(CaptureFiles files) {
        return hosts.engine()
                .flatMap(engine -> hosts.with(CaptureSettings.of(engine, files))
                        .map(own -> new Capturing(new PageLauncher(bridge, own), CaptureSettings.brings(engine))));
    }

    @Override
    public String toString() {
        return hosts.name() + " by " + hosts.id();
    }
}
