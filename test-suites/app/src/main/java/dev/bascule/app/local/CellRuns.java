package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.TimedRegions;
import dev.bascule.execution.attempt.AttemptCache;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.attempt.AttemptJudge;
import dev.bascule.execution.attempt.ChainExecutor;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.PairCheck;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.run.UnrunCell;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.workload.FreeMemory;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.models.workload.OutOfMemoryCheck;
import dev.bascule.studies.arithmetic.ProductProbes;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs planned cells: the first pass browser by browser, so that no idle browser stands beside a measurement, then the
 * retries. What was measured stays when the thread is interrupted. Belongs to one thread.
 */
final class CellRuns {
    private static final Logger LOG = LoggerFactory.getLogger(CellRuns.class);

    private final RunEnvironment environment;
    private final Clock clock;
    private final TimeBreakdown times;
    private final TimedRegions regions;
    private final RunListener listener;
    private final AttemptJudge judge;
    private final Map<PlannedCell, CaseRun> done = new LinkedHashMap<>();
    private final AttemptCache made = new AttemptCache();

    /**
     * @param others notices who else works on the machine
     * @param regions hears of what is timed
     */
    CellRuns(
            RunEnvironment environment,
            NoiseMeter others,
            Clock clock,
            TimeBreakdown times,
            TimedRegions regions,
            RunListener listener) {
        this.regions = regions;
        this.environment = environment;
        this.clock = clock;
        this.times = times;
        this.listener = listener;
        this.judge = new AttemptJudge(
                new EvidenceJudge(Backends.installed()),
                Machines.hasGpu(environment.machine()),
                environment.noise().and(others),
                listener::right);
    }

    /** Every cell down its chain, once. */
    void firstPass(List<PlannedCell> plan) {
        Map<Set<RunnerSource>, List<PlannedCell>> groups = new LinkedHashMap<>();
        plan.forEach(cell -> groups.computeIfAbsent(cell.browsers(), any -> new ArrayList<>())
                .add(cell));
        groups.forEach((browsers, cells) -> {
            if (!Thread.currentThread().isInterrupted()) {
                closeAllBut(browsers);
                startAll(cells);
                cells.forEach(this::run);
            }
        });
    }

    private void closeAllBut(Set<RunnerSource> browsers) {
        times.time("stopping browsers and native runners", () -> {
            environment.browsers().stream()
                    .filter(source -> !browsers.contains(source))
                    .forEach(RunnerSource::close);
            return true;
        });
    }

    private void startAll(List<PlannedCell> cells) {
        times.time("starting browsers and native runners", () -> {
            Column.startAll(cells.stream().map(PlannedCell::column).toList());
            return true;
        });
    }

    private void run(PlannedCell cell) {
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        listener.started(cell.cell());
        CaseRun run = regions.timed(() -> chains(cell).run(cell.testCase(), cell.column(), cell.reproduce()));
        done.put(cell, run);
        listener.finished(cell.cell(), run);
    }

    /**
     * Each cell that ran out of memory with half of its batch, until it runs or one row is left; the failure stays.
     *
     * @param half makes the cell of half the batch
     * @return the plan with the new cells behind those that they stand in for
     */
    List<PlannedCell> halve(List<PlannedCell> plan, UnaryOperator<PlannedCell> half) {
        List<PlannedCell> all = new ArrayList<>();
        for (PlannedCell cell : plan) {
            all.add(cell);
            PlannedCell now = cell;
            while (!Thread.currentThread().isInterrupted() && mayHalve(now)) {
                int batch = now.wanted().batch();
                PlannedCell smaller = half.apply(now);
                if (!BatchFit.isSmaller(smaller.testCase(), now.testCase())) {
                    listener.note(
                            "%s ran out of memory, and half of its batch would change nothing: no input follows it"
                                    .formatted(now.cell()));
                    break;
                }
                listener.note("%s ran out of memory: the batch is halved from %d to %d and tried again"
                        .formatted(now.cell(), batch, batch / 2));
                closeAllBut(now.browsers());
                now = smaller;
                run(now);
                all.add(now);
            }
        }
        return all;
    }

    private boolean mayHalve(PlannedCell cell) {
        return of(cell).filter(run -> BatchFit.mayHalve(cell.wanted(), run)).isPresent();
    }

    /** Each attempt that failed again, in a clean browser or process. */
    void retry(List<PlannedCell> plan, int retries) {
        List<PlannedCell> failed = plan.stream()
                .filter(cell -> of(cell).map(ChainExecutor::mayRetry).orElse(false))
                .toList();
        if (retries == 0 || failed.isEmpty() || Thread.currentThread().isInterrupted()) {
            return;
        }
        listener.phase("trying %d failed cells again, each in a clean browser or process".formatted(failed.size()));
        for (PlannedCell cell : failed) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            closeAllBut(cell.browsers());
            of(cell).map(run -> regions.timed(() -> chains(cell).retry(run, cell.testCase(), cell.column(), retries)))
                    .ifPresent(run -> {
                        done.put(cell, run);
                        listener.retried(cell.cell(), run);
                    });
        }
    }

    /** Gives what ran out of memory the remedy that is known by now: the batch that ran, or one that fits by the graph. */
    void adviseOnMemory(List<PlannedCell> plan) {
        for (PlannedCell cell : plan) {
            adviseOnMemory(cell, plan);
        }
    }

    /** Advice that fails costs itself, and nothing that was measured. */
    private void adviseOnMemory(PlannedCell cell, List<PlannedCell> plan) {
        try {
            Optional<CaseRun> run = of(cell).filter(BatchFit::lacksMemory);
            if (run.isPresent() && cell.testCase().isReadable()) {
                List<String> advice = MemoryRemedy.of(
                        MemoryEstimate.of(
                                OnnxModelFile.open(cell.testCase().artifact().file()),
                                cell.testCase().feeds().step(0)),
                        cell.wanted().batch(),
                        FreeMemory.ofHost().within(cell.column().chain().rungs()),
                        smallerThatRan(cell, plan));
                amend(
                        cell,
                        run.get()
                                .mapAttempts(attempt -> attempt.failure()
                                                .filter(OutOfMemoryCheck::isLikely)
                                                .isPresent()
                                        ? attempt.withRemedies(advice)
                                        : attempt));
            }
        } catch (RuntimeException e) {
            LOG.debug("advice on the memory of {}", cell.testCase().id(), e);
        }
    }

    private OptionalInt smallerThatRan(PlannedCell failed, List<PlannedCell> plan) {
        return plan.stream()
                .filter(other -> other.column().equals(failed.column())
                        && other.testCase()
                                .model()
                                .sha256()
                                .equals(failed.testCase().model().sha256())
                        && other.wanted().batch() < failed.wanted().batch()
                        && of(other).filter(run -> run.verdict().isRight()).isPresent())
                .mapToInt(other -> other.wanted().batch())
                .max();
    }

    /** Takes the ratio from each attempt whose baseline's own cell of the same case says the opposite, and says so there. */
    void refuseContradicted(List<PlannedCell> plan) {
        for (PlannedCell cell : plan) {
            of(cell).map(run -> run.mapAttempts(attempt -> contradiction(cell, attempt, plan)
                            .map(attempt::withoutComparison)
                            .orElse(attempt)))
                    .ifPresent(run -> amend(cell, run));
        }
    }

    private void amend(PlannedCell cell, CaseRun run) {
        if (!of(cell).equals(Optional.of(run))) {
            done.put(cell, run);
            listener.amended(cell.cell(), run);
        }
    }

    private Optional<String> contradiction(PlannedCell cell, Attempt attempt, List<PlannedCell> plan) {
        return attempt.comparison()
                .flatMap(pair -> plan.stream()
                        .filter(other ->
                                other.testCase().id().equals(cell.testCase().id()))
                        .flatMap(other -> of(other).stream())
                        .flatMap(run -> run.attempts().stream())
                        .filter(other ->
                                other.succeeded() && other.target().id().equals(pair.baseline()))
                        .flatMap(other -> other.measured().timing().stream())
                        .flatMap(timing -> PairCheck.contradiction(pair, timing.measured()).stream())
                        .findFirst());
    }

    /** What was run so far, in the order of the plan; behind it what was run without having come into it. */
    List<CaseRun> inOrderOf(List<PlannedCell> plan) {
        Set<PlannedCell> all = new LinkedHashSet<>(plan);
        all.addAll(done.keySet());
        return all.stream()
                .flatMap(cell -> Optional.ofNullable(done.get(cell)).stream())
                .toList();
    }

    /** The cells of the plan that it did not come to, in order. */
    List<UnrunCell> unrun(List<PlannedCell> plan) {
        return plan.stream()
                .filter(cell -> !done.containsKey(cell))
                .map(PlannedCell::cell)
                .map(cell -> new UnrunCell(cell.caseId(), cell.chain(), cell.browsers()))
                .toList();
    }

    /** The run of a cell, if it came to that. */
    Optional<CaseRun> of(PlannedCell cell) {
        return Optional.ofNullable(done.get(cell));
    }

    private ChainExecutor chains(PlannedCell cell) {
        return new ChainExecutor(
                attempts(cell.wanted()),
                own -> baseline(cell, own),
                cell.wanted().fallBackOn(),
                made);
    }

    /** In the same browser, or on the native side. */
    private Optional<Place> baseline(PlannedCell cell, Place own) {
        return cell.wanted()
                .comparisons()
                .baselineOf(own.backend())
                .map(baseline -> new Place(
                        baseline.side() == own.backend().side() ? own.source() : environment.nativeSource(), baseline));
    }

    AttemptExecutor attempts(SuiteCase wanted) {
        MeasurementPlan plan = MeasurementPlan.of(wanted.settings());
        return new AttemptExecutor(
                environment.references(plan.timeout()),
                judge,
                plan,
                environment.jobIds(),
                clock,
                times,
                environment.usage(),
                new ProductProbes());
    }
}
