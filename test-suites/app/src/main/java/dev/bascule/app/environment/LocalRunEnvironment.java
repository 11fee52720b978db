package dev.bascule.app.environment;

import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.bridge.page.PageLauncher;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.nativerunner.machine.Load;
import dev.bascule.nativerunner.machine.LoadProbe;
import dev.bascule.nativerunner.usage.LocalUsage;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** This machine's run environment: one bridge, the native side, the browsers chosen, all started side by side. */
public final class LocalRunEnvironment extends StoreRunEnvironment {
    private static final Duration LAUNCH_LIMIT = Duration.ofSeconds(60);

    private final BridgeServer bridge;
    private final Machine machine;
    private final Load before;
    private final Map<RunnerSource, LocalBrowser> browsers;
    private final Optional<EnginePackage> engine;
    private final List<Failure> defects;
    private final UsageMeter usage = new UsageMeter(LocalUsage.probe());

    private LocalRunEnvironment(
            BridgeServer bridge,
            Optional<EnginePackage> engine,
            Machine machine,
            Load before,
            RunnerSource nativeSource,
            Map<RunnerSource, LocalBrowser> browsers,
            List<Failure> defects,
            ModelStores stores,
            TimeBreakdown times,
            ErrorCollector errors) {
        super(nativeSource, stores, times, errors);
        this.bridge = bridge;
        this.engine = engine;
        this.machine = machine;
        this.before = before;
        this.browsers = browsers;
        this.defects = List.copyOf(defects);
    }

    /**
     * @param looking finds the browsers that the setup asks for, while the native side starts and the machine is read
     * @param engine what pages load; the bundled one where empty
     * @param probe reads what this machine is
     * @param nativeAtOnce whether the native side starts with the browsers, else when something asks for it
     */
    static LocalRunEnvironment open(
            BrowserSetup setup,
            Supplier<BrowserFleet> looking,
            Optional<EnginePackage> engine,
            ModelStores stores,
            Supplier<Machine> probe,
            boolean nativeAtOnce,
            TimeBreakdown times,
            RunListener listener) {
        ErrorCollector errors = new ErrorCollector(Clock.systemUTC());
        return times.time("starting browsers and native runners", () -> {
            Load before = LoadProbe.beforeRun();
            CompletableFuture<Machine> machine =
                    CompletableFuture.supplyAsync(() -> MachineReading.read(probe, errors));
            BridgeConfig bundled = BridgeConfig.defaults();
            BridgeConfig usual = engine.map(bundled::withEngine).orElse(bundled);
            BridgeServer bridge = BridgeServer.start(
                    setup.remote().bridgeHost().map(usual::withHost).orElse(usual));
            RunnerSource nativeSource = new RunnerSource(
                            "native",
                            Side.NATIVE,
                            new NativeLauncher(bridge.runnerSocket()),
                            bridge,
                            LAUNCH_LIMIT,
                            times)
                    .reportTo(errors);
            CompletableFuture<Void> started = nativeAtOnce
                    ? CompletableFuture.runAsync(nativeSource::start)
                    : CompletableFuture.completedFuture(null);
            try {
                BrowserFleet fleet = looking.get();
                listener.phase("starting browsers and native runners");
                Machine known = machine.join();
                BrowserFleet.LauncherChoice chosen = fleet.man(known.hasHardwareGpu(), bridge);
                chosen.defects().forEach(defect -> errors.report(ErrorPlace.of(ErrorPlace.BROWSER), defect));
                Map<RunnerSource, LocalBrowser> browsers = sources(chosen.browsers(), setup, bridge, times);
                browsers.keySet().forEach(source -> source.reportTo(errors));
                browsers.keySet().stream().findFirst().ifPresent(RunnerSource::start);
                started.join();
                return new LocalRunEnvironment(
                        bridge, engine, known, before, nativeSource, browsers, chosen.defects(), stores, times, errors);
            } catch (RuntimeException e) {
                // Its own failure may be the one at hand: wait for its end, whatever that is.
                started.handle((done, failure) -> true).join();
                nativeSource.close();
                bridge.close();
                throw e;
            }
        });
    }

    private static Map<RunnerSource, LocalBrowser> sources(
            List<LocalBrowser> browsers, BrowserSetup setup, BridgeServer bridge, TimeBreakdown times) {
        Map<RunnerSource, LocalBrowser> sources = new LinkedHashMap<>();
        browsers.forEach(browser -> sources.put(
                new RunnerSource(
                                browser.name(),
                                browser.installation().map(BrowserInstallation::id),
                                Side.BROWSER,
                                new PageLauncher(bridge, browser.hosts()),
                                bridge,
                                LAUNCH_LIMIT,
                                times)
                        .askWebNnFor(setup.webNnDevice())
                        .askForBuild(setup.build())
                        .countingProcessors(browser.installation()
                                .map(one -> one.family().engine().countsProcessors())
                                .orElse(true)),
                browser));
        return sources;
    }

    @Override
    public Optional<EnginePackage> engine() {
        return engine;
    }

    @Override
    public Machine machine() {
        return machine;
    }

    @Override
    public NoiseMeter noise() {
        return () -> {
            Load begin = LoadProbe.read();
            // Later load averages hold this very run: only the one from before it tells of others' work.
            Load start = before.at(begin);
            return () -> start.noiseUntil(LoadProbe.read());
        };
    }

    @Override
    public UsageMeter usage() {
        return usage;
    }

    @Override
    public List<RunnerSource> browsers() {
        return List.copyOf(browsers.keySet());
    }

    /** What is behind a browser's source. */
    public LocalBrowser browser(RunnerSource source) {
        return Optional.ofNullable(browsers.get(source)).orElseThrow();
    }

    @Override
    public List<Failure> defects() {
        return defects;
    }

    @Override
    void release() {
        usage.close();
        bridge.close();
    }
}
