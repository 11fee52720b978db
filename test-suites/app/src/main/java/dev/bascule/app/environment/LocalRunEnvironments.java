package dev.bascule.app.environment;

import dev.bascule.app.versions.VersionStore;
import dev.bascule.app.versions.Versions;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.bridge.engine.EnginePackage;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ErrorSink;
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.nativerunner.machine.MachineProbe;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The factory of this machine's run environments. Thread-safe. */
public final class LocalRunEnvironments implements RunEnvironmentFactory {
    private final BrowserDiscovery discovery;
    private final CacheFolder cache;
    private final Map<String, String> environment;
    private final Supplier<Machine> machine;

    public LocalRunEnvironments(BrowserDiscovery discovery, CacheFolder cache, Map<String, String> environment) {
        this(discovery, cache, environment, MachineProbe::read);
    }

    /** @param machine reads what this machine is; may throw */
    LocalRunEnvironments(
            BrowserDiscovery discovery, CacheFolder cache, Map<String, String> environment, Supplier<Machine> machine) {
        this.machine = machine;
        this.discovery = discovery;
        this.cache = cache;
        this.environment = Map.copyOf(environment);
    }

    public static LocalRunEnvironments ofThisMachine() {
        return new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), CacheFolder.ofProcess(), System.getenv());
    }

    @Override
    public RunEnvironment open(RunRequest request, TimeBreakdown times, RunListener listener) {
        ModelResolver models = new ModelResolver(cache, HubSettings.of(environment));
        List<String> references = request.cases().stream()
                .map(wanted -> wanted.model().reference())
                .distinct()
                .toList();
        times.time("models and inputs", () -> {
            references.forEach(reference -> models.check(reference, Path.of("")));
            return references;
        });
        boolean anyInBrowser = request.cases().stream()
                .flatMap(wanted -> wanted.chains().stream())
                .anyMatch(chain -> chain.first().side() == Side.BROWSER);
        BrowserSetup setup = anyInBrowser ? request.setup() : request.setup().withChoice(new BrowserChoice.None());
        return open(setup, times, listener);
    }

    /** With the native side, beside the browsers that the setup has. */
    public LocalRunEnvironment open(BrowserSetup setup, TimeBreakdown times, RunListener listener) {
        return open(setup, EnumSet.allOf(Side.class), times, listener);
    }

    /** @param sides whose runners are started at once; another one's start when something asks for them */
    public LocalRunEnvironment open(BrowserSetup setup, Set<Side> sides, TimeBreakdown times, RunListener listener) {
        BrowserFleet.checkNames(setup);
        Optional<EnginePackage> engine =
                setup.engineVersion().flatMap(version -> Versions.engine(new VersionStore(cache), version));
        listener.phase("looking for browsers");
        Once<BrowserDiscovery.Found> installed = new Once<>(discovery::find);
        return LocalRunEnvironment.open(
                setup,
                () -> find(setup, installed, times, listener),
                engine,
                new ModelStores(cache, HubSettings.of(environment)),
                // Beside the start of the runners, where no browser takes part and so none was looked for.
                () -> InstalledSoftware.on(
                        machine.get(), installed.get().browsers(), LibrarySet.installed(HostEnvironment.ofProcess())),
                sides.contains(Side.NATIVE),
                times,
                listener);
    }

    /** What this machine is, with the libraries on it but without its browsers, which take seconds to find. */
    public Machine machine() {
        return MachineReading.read(
                () -> InstalledSoftware.on(machine.get(), List.of(), LibrarySet.installed(HostEnvironment.ofProcess())),
                ErrorSink.NONE);
    }

    private BrowserFleet find(
            BrowserSetup setup, Supplier<BrowserDiscovery.Found> installed, TimeBreakdown times, RunListener listener) {
        BrowserFleet fleet = times.time("looking for browsers", () -> BrowserFleet.find(setup, discovery, installed));
        if (!(setup.choice() instanceof BrowserChoice.None)
                && fleet.installations().isEmpty()
                && !fleet.defects().isEmpty()) {
            listener.note(fleet.defects().get(0).message());
        }
        return fleet;
    }

    /** Asks once. Thread-safe. */
    private static final class Once<T> implements Supplier<T> {
        private final Supplier<T> question;
        private Optional<T> answer = Optional.empty();

        Once(Supplier<T> question) {
            this.question = question;
        }

        @Override
        public synchronized T get() {
            T known = answer.orElseGet(question);
            answer = Optional.of(known);
            return known;
        }
    }
}
