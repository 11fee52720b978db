package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunPlan;
import dev.bascule.app.run.SuiteArguments;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.cli.command.MachineTurn;
import dev.bascule.cli.machine.ModelCheck.Known;
import dev.bascule.cli.machine.ModelCheck.Untried;
import dev.bascule.cli.output.run.Progress;
import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.hardware.DeviceFit;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.graph.EngineLimits;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.outlook.CompatibilityChecker;
import dev.bascule.models.outlook.EngineBuilds;
import dev.bascule.models.outlook.MemoryNeed;
import dev.bascule.models.outlook.StaticCompatibility;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.prediction.memory.MemoryBound;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.reports.coverage.Forecast;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds out whether a model will run here: by trying it, shortly, on every backend, else by what the history knows.
 *
 * @param setup the browsers that take part
 */
record ModelChecker(CliContext context, Config config, BrowserSetup setup) {
    /** Enough to see whether it runs and is right; nobody times anything. */
    private static final int ITERATIONS = 1;

    private static final Untried NOT_RUN = new Untried(
            "not tried, and the history has neither the model nor its operators there", "leave --no-run out");

    ModelCheck check(String model, boolean run, String command) {
        ResolvedModel resolved = ModelResolver.lenient(
                        CacheFolder.of(context.environment(), context.home()), HubSettings.of(context.environment()))
                .resolve(model, Path.of(""));
        ModelInspection inspection = resolved.inspection();
        Collection<Backend> backends = Backends.installed().all();
        List<CaseResult> seen = seen();
        Optional<Forecast> forecast = Forecast.of(resolved.info(), seen);
        EngineBuilds builds = EngineBuilds.ofThisMachine();
        FreeMemory free = FreeMemory.ofHost();
        MemoryNeed need = MemoryNeed.of(inspection, Map.of());
        MemoryBounds bounds = MemoryBounds.shipped().with(seen, resolved.info(), need);
        Optional<HardwareMap> devices = context.services().doctor().devices();
        CompatibilityChecker compatibility = new CompatibilityChecker(builds, free, () -> devices);
        Function<Backend, Optional<Untried>> deviceless = backend -> deviceless(backend, devices);
        Optional<Untried> untried = run ? refusal(inspection) : Optional.of(NOT_RUN);
        Optional<RunRecord> tried = untried.isEmpty()
                ? Optional.of(run(
                        model,
                        backends.stream()
                                .filter(backend -> deviceless.apply(backend).isEmpty())
                                .toList(),
                        command))
                : Optional.empty();
        return ModelCheck.of(
                resolved.info(),
                need,
                free,
                backends,
                new Known(
                        tried,
                        untried,
                        seen,
                        forecast,
                        backend -> grown(compatibility.of(backend, inspection, need), backend, need, free, bounds),
                        backend -> builds.absence(backend, inspection.artifact().format()),
                        deviceless));
    }

    /** Beside the tensors, which surely do not fit where they do not, what a process may grow by: that is no proof against it. */
    private static StaticCompatibility grown(
            StaticCompatibility said, Backend backend, MemoryNeed need, FreeMemory free, MemoryBounds bounds) {
        if (said.obstacle().isPresent() || need.estimate().isEmpty()) {
            return said;
        }
        List<String> more = new ArrayList<>(said.inFavor());
        more.add(bounds.of(backend, need.estimate().get())
                .map(most -> "its process may grow by %s, %s; %s"
                        .formatted(
                                ByteSizes.text(most.bytes()),
                                most.basis(),
                                free.bytes().isEmpty()
                                        ? "what is free is not known: " + free.source()
                                        : "%s (%s)"
                                                .formatted(
                                                        most.bytes()
                                                                        > free.bytes()
                                                                                .getAsLong()
                                                                ? "more than is free, so it may not fit"
                                                                : "less than is free",
                                                        free.source())))
                .orElseGet(() -> MemoryBound.unmeasured(backend)));
        return new StaticCompatibility(said.obstacle(), more);
    }

    /** A backend is offered only where this machine has a device for it, or nobody can tell. */
    private static Optional<Untried> deviceless(Backend backend, Optional<HardwareMap> devices) {
        return devices.filter(map -> backend.side() == Side.NATIVE)
                .map(map -> DeviceFit.here(backend, map))
                .filter(DeviceFit.Nowhere.class::isInstance)
                .map(DeviceFit.Nowhere.class::cast)
                .map(nowhere -> new Untried("not tried: " + nowhere.reason(), nowhere.remedy()));
    }

    /** What no run takes: {@code run} turns it away before any engine sees it. */
    private static Optional<Untried> refusal(ModelInspection model) {
        return model.artifact().format() == ModelFormat.ONNX
                ? EngineLimits.ONNX_RUNTIME
                        .problem(model)
                        .map(problem -> new Untried("not tried: it " + problem.text(), problem.remedy()))
                : Optional.empty();
    }

    /** The newest cell of each case and target; none where there is no history yet. */
    private List<CaseResult> seen() {
        String store = config.get(Keys.STORE);
        if (!Files.exists(context.folder().resolve(store))) {
            return List.of();
        }
        try (History history = HistoryAccess.existing(context, store)) {
            return history.latestCells(RunFilter.ALL);
        }
    }

    /** Is not kept in the history: one inference of each is no measurement of speed. */
    private RunRecord run(String model, Collection<Backend> backends, String command) {
        Suite suite = SuiteArguments.read(List.of(model)).get(0);
        List<Chain> chains = backends.stream()
                .filter(backend -> backend.side() == Side.NATIVE || !(setup.choice() instanceof BrowserChoice.None))
                .map(Chain::of)
                .toList();
        RunPlan plan = new RunPlan(config);
        RunSettings brief = RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, ITERATIONS)
                .with(CaseKeys.SOFTWARE_ITERATIONS, ITERATIONS)
                .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ZERO)
                .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(1))
                .with(CaseKeys.TIMEOUT, config.get(CaseKeys.TIMEOUT))
                .with(CaseKeys.THREADS, config.get(CaseKeys.THREADS))
                .with(CaseKeys.BATCH, config.get(CaseKeys.BATCH))
                .with(CaseKeys.GRAPH_OPTIMIZATION, config.get(CaseKeys.GRAPH_OPTIMIZATION));
        List<SuiteCase> cases = plan.cases(List.of(suite), List.of(), setup.choice()).stream()
                .map(one -> new SuiteCase(one.id(), one.model(), brief, chains, Comparisons.OFF))
                .toList();
        RunRequest request = new RunRequest(
                new Invocation(context.newRunId(), suite.name(), suite.hash(), plan.seed(List.of(suite)), command),
                cases,
                setup,
                0);
        try (Progress progress = Progress.on(context.console());
                MachineLease turn = MachineTurn.of(context, request, progress)) {
            return context.services().runs().run(request, RunTurn.of(turn), progress);
        }
    }
}
