package dev.bascule.app.local;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.execution.service.ThisBuild;
import dev.bascule.execution.source.AbsentSource;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.ColumnPlanner;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.run.RunAbortedException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.ConformanceService;
import dev.bascule.studies.conformance.PackFiles;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs conformance cases on this machine. Each call is a run of its own; not for concurrent use. */
public final class LocalConformanceService implements ConformanceService {
    /** Of one pack, which a page and a child hold in memory as a whole. */
    private static final long MOST_BYTES = 256L << 20;

    private final Environments environments;
    private final Clock clock;
    private final long mostBytes;
    private final long packHolds;

    /** The factory of a run's environment; tests put scripted runners on theirs. */
    @FunctionalInterface
    public interface Environments {

        /** @param sides which take part; another one's runners start when something asks for them */
        RunEnvironment open(BrowserSetup setup, Set<Side> sides, TimeBreakdown times, RunListener listener);
    }

    public LocalConformanceService(Environments environments, Clock clock) {
        this(environments, clock, MOST_BYTES, Integer.MAX_VALUE);
    }

    /**
     * @param mostBytes of one pack; a column of more is run in parts
     * @param packHolds a case of more is in none
     */
    LocalConformanceService(Environments environments, Clock clock, long mostBytes, long packHolds) {
        this.environments = environments;
        this.clock = clock;
        this.mostBytes = mostBytes;
        this.packHolds = packHolds;
    }

    public static LocalConformanceService ofThisMachine(Clock clock) {
        return new LocalConformanceService(LocalRunEnvironments.ofThisMachine()::open, clock);
    }

    @Override
    public RunRecord run(ConformanceRequest request, RunTurn turn, ConformanceListener listener) {
        turn.store().check();
        Instant startedAt = clock.instant();
        TimeBreakdown times = new TimeBreakdown();
        List<Backend> backends =
                request.backends().stream().map(Backends.installed()::require).toList();
        Set<Side> sides = backends.stream().map(Backend::side).collect(Collectors.toUnmodifiableSet());
        RunEnvironment environment = environments.open(setup(request, sides), sides, times, listener);
        List<CaseRun> runs = new ArrayList<>();
        List<CaseRun> told = new ArrayList<>();
        boolean interrupted = false;
        Optional<Throwable> broken = Optional.empty();
        try (PackFiles files = new PackFiles(packHolds)) {
            turn.store().check();
            List<ConformanceColumn> columns = columns(request, backends, environment);
            turn.store().await();
            listener.planned(
                    columns.stream().mapToInt(column -> column.cases().size()).sum());
            ConformanceRun run =
                    new ConformanceRun(request, environment, files, clock, times, listener, mostBytes, told::add);
            for (ConformanceColumn column : columns) {
                if (!Thread.currentThread().isInterrupted()) {
                    runs.addAll(run.run(column));
                }
            }
        } catch (RuntimeException | Error e) {
            if (told.isEmpty()) {
                throw e;
            }
            broken = Optional.of(e);
        } finally {
            interrupted = environment.end();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        RunRecord record = new RunRecord(
                request.invocation(),
                new RunRecord.Times(startedAt, clock.instant(), times.spent()),
                environment.machine(),
                new RunRecord.Extent(Optional.empty(), interrupted || broken.isPresent(), List.of()),
                broken.isPresent() ? told : runs,
                List.of(),
                environment.errors(),
                List.of(),
                RunRecord.Provenance.measuredBy(Optional.of(ThisBuild.tool())));
        broken.ifPresent(cause -> {
            throw new RunAbortedException(record, cause);
        });
        return record;
    }

    private static BrowserSetup setup(ConformanceRequest request, Set<Side> sides) {
        return (sides.contains(Side.BROWSER) ? request.setup() : request.setup().withChoice(new BrowserChoice.None()))
                .untimed();
    }

    private static List<ConformanceColumn> columns(
            ConformanceRequest request, List<Backend> backends, RunEnvironment environment) {
        ColumnPlanner planner = new ColumnPlanner(
                request.setup().choice(),
                environment.browsers().isEmpty()
                        ? List.of(AbsentSource.browser(environment.defects()))
                        : environment.browsers(),
                environment.nativeSource(),
                environment.machine().hasHardwareGpu());
        List<ConformanceCase> cases = request.cases().cases();
        List<ConformanceColumn> columns = new ArrayList<>();
        for (Backend backend : backends) {
            for (Column column : planner.columns(Chain.of(backend))) {
                ConformanceColumn.models(column, cases).ifPresent(columns::add);
                if (backend.equals(Backends.WEBNN)) {
                    ConformanceColumn.graphs(column, cases).ifPresent(columns::add);
                }
            }
        }
        return columns;
    }
}
