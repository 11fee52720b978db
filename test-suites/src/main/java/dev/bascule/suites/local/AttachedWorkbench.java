package dev.bascule.suites.local;

import dev.bascule.bridge.attach.AttachedDevice;
import dev.bascule.bridge.attach.AttachedHosts;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.target.Machine;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.suites.execution.JobIds;
import dev.bascule.suites.execution.NoiseMeter;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.References;
import dev.bascule.suites.execution.RunnerSource;
import dev.bascule.suites.execution.TimeLedger;
import dev.bascule.suites.models.ModelResolver;
import dev.bascule.suites.scenario.StreamInput;
import dev.bascule.suites.service.RunListener;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.zoo.ZooStore;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The workbench of a run on an attached device: its browser is the only one, and the machine is the device, of which this
 * one knows neither load nor GPU. Inputs and references are made here, natively.
 */
final class AttachedWorkbench implements Workbench {
    /** A phone fetches some tens of megabytes first, through the air. */
    private static final Duration LAUNCH_LIMIT = Duration.ofSeconds(120);

    private final AttachedDevice device;
    private final RunnerSource browser;
    private final RunnerSource nativeSource;
    private final JobIds ids = new JobIds();
    private final TimeLedger ledger;
    private final ModelStores stores;
    private final CasePreparer preparer;
    private Optional<References> references = Optional.empty();

    private AttachedWorkbench(BridgeServer bridge, AttachedDevice device, ModelStores stores, TimeLedger ledger) {
        this.device = device;
        this.stores = stores;
        this.ledger = ledger;
        this.browser = new RunnerSource(
                device.browser().label(),
                Side.BROWSER,
                new PageLauncher(bridge, new AttachedHosts(device)),
                bridge,
                LAUNCH_LIMIT,
                ledger);
        this.nativeSource = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LAUNCH_LIMIT, ledger);
        this.preparer =
                new CasePreparer(new ModelResolver(stores.cache(), stores.hub()), new ZooStore(stores.cache()), ids);
    }

    static AttachedWorkbench open(
            BridgeServer bridge, AttachedDevice device, ModelStores stores, TimeLedger ledger, RunListener listener) {
        AttachedWorkbench bench = new AttachedWorkbench(bridge, device, stores, ledger);
        listener.phase("opening a runner page on " + device);
        return ledger.time("starting browsers and native runners", () -> {
            CompletableFuture<Void> started = CompletableFuture.runAsync(bench.nativeSource::start);
            bench.browser.start();
            started.join();
            return bench;
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
    public RunnerSource nativeSource() {
        return nativeSource;
    }

    @Override
    public List<RunnerSource> browsers() {
        return List.of(browser);
    }

    @Override
    public JobIds jobIds() {
        return ids;
    }

    @Override
    public References references(Duration timeout) {
        References store = references.orElseGet(() -> new References(nativeSource, timeout, ids, ledger));
        references = Optional.of(store);
        return store;
    }

    @Override
    public PreparedCase prepare(SuiteCase wanted, long seed, Collection<RunnerSource> pages) {
        return preparer.prepare(wanted, seed, request -> PipelineRuns.run(request, nativeSource, pages));
    }

    @Override
    public StreamInput sound(SuiteCase wanted) {
        return preparer.sound(wanted);
    }

    @Override
    public Map<String, ModelArtifact> sounds() {
        return preparer.sounds();
    }

    @Override
    public PreparedCase probe() {
        return ProbeModel.prepared(stores.cache());
    }

    @Override
    public void kill() {
        browser.kill();
        nativeSource.kill();
    }

    @Override
    public void close() {
        ledger.time("stopping browsers and native runners", () -> {
            browser.close();
            nativeSource.close();
            return true;
        });
    }
}
