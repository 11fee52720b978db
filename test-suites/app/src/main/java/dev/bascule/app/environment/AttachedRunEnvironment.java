package dev.bascule.app.environment;

import dev.bascule.bridge.attach.AttachedDevice;
import dev.bascule.bridge.attach.AttachedHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The run environment of an attached device: its browser is the only one, and the machine is the device, of which this one
 * knows neither load nor GPU. Inputs and references are made here, natively.
 */
public final class AttachedRunEnvironment extends StoreRunEnvironment {
    /** A phone fetches some tens of megabytes first, through the air. */
    private static final Duration LAUNCH_LIMIT = Duration.ofSeconds(120);

    private final AttachedDevice device;
    private final RunnerSource browser;

    private AttachedRunEnvironment(
            BridgeServer bridge,
            AttachedDevice device,
            ModelStores stores,
            TimeBreakdown times,
            ErrorCollector errors) {
        super(
                new RunnerSource(
                                "native",
                                Side.NATIVE,
                                new NativeLauncher(bridge.runnerSocket()),
                                bridge,
                                LAUNCH_LIMIT,
                                times)
                        .reportTo(errors),
                stores,
                times,
                errors);
        this.device = device;
        this.browser = new RunnerSource(
                        device.browser().label(),
                        Side.BROWSER,
                        new PageLauncher(bridge, new AttachedHosts(device)),
                        bridge,
                        LAUNCH_LIMIT,
                        times)
                .reportTo(errors);
    }

    public static AttachedRunEnvironment open(
            BridgeServer bridge, AttachedDevice device, ModelStores stores, TimeBreakdown times, RunListener listener) {
        AttachedRunEnvironment environment =
                new AttachedRunEnvironment(bridge, device, stores, times, new ErrorCollector(Clock.systemUTC()));
        listener.phase("opening a runner page on " + device);
        return times.time("starting browsers and native runners", () -> {
            CompletableFuture<Void> started = CompletableFuture.runAsync(environment.nativeSource()::start);
            environment.browser.start();
            started.join();
            return environment;
        });
    }

    @Override
    public Machine machine() {
        return DeviceMachine.of(device.identity(), browser.capabilities());
    }

    @Override
    public NoiseMeter noise() {
        return NoiseMeter.DEAF;
    }

    @Override
    public UsageMeter usage() {
        return UsageMeter.none("the counters of an attached device are out of reach: a page cannot read them");
    }

    @Override
    public List<RunnerSource> browsers() {
        return List.of(browser);
    }

    /** The bridge is another's: it serves more devices than this one. */
    @Override
    void release() {}
}
