package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.attempt.AttemptJudge;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.ColumnPlanner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.arithmetic.ProductProbes;
import dev.bascule.studies.bisect.ProbeState;
import dev.bascule.studies.bisect.Prober;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the case of a bisection in a pair in turn (ABBA) with the good end, each in a browser of its own; the good end, too, is
 * measured against itself. Both browsers are fresh in every run: what a process was lucky with shall not stay. Belongs to one thread.
 */
final class SpeedProber implements Prober {
    private final RunEnvironmentFactory environments;
    private final PairRuns pairs;
    private final VersionPair good;
    private final ProbeReading reading;
    private final RunTurn turn;
    private final Clock clock;
    private final TimeBreakdown times = new TimeBreakdown();
    private final Map<VersionPair, String> repeats = new LinkedHashMap<>();
    private final Map<VersionPair, List<Ratio>> ratios = new LinkedHashMap<>();
    private Optional<Machine> machine = Optional.empty();

    /** A place to measure in. */
    private record Bench(RunRequest request, RunEnvironment environment, Column column, Place place) {}

    SpeedProber(
            RunEnvironmentFactory environments,
            PairRuns pairs,
            VersionPair good,
            ProbeReading reading,
            RunTurn turn,
            Clock clock) {
        this.environments = environments;
        this.pairs = pairs;
        this.good = good;
        this.reading = reading;
        this.turn = turn;
        this.clock = clock;
    }

    @Override
    public ProbeState probe(VersionPair pair) {
        return PairRuns.guarded(
                () -> pairs.missing(good).or(() -> pairs.missing(pair)).orElseGet(() -> measure(pair)));
    }

    private ProbeState measure(VersionPair pair) {
        Bench standard = open(good);
        try {
            return measure(pair, standard);
        } finally {
            end(standard);
        }
    }

    private ProbeState measure(VersionPair pair, Bench standard) {
        machine = Optional.of(standard.environment().machine());
        Bench bench = open(pair);
        try {
            CaseRun run = compared(pair, bench, standard);
            List<Ratio> before = ratios.computeIfAbsent(pair, any -> new ArrayList<>());
            ProbeState state = reading.of(run, before);
            run.decisive().comparison().ifPresent(comparison -> before.add(comparison.ratio()));
            return state;
        } finally {
            end(bench);
        }
    }

    private CaseRun compared(VersionPair pair, Bench bench, Bench standard) {
        SuiteCase wanted = bench.request().cases().get(0);
        PreparedCase testCase = prepared(bench, wanted);
        MeasurementPlan plan = MeasurementPlan.of(wanted.settings());
        RunEnvironment environment = bench.environment();
        AttemptExecutor executor = new AttemptExecutor(
                environment.references(plan.timeout()),
                new AttemptJudge(
                        new EvidenceJudge(Backends.installed()),
                        Machines.hasGpu(environment.machine()),
                        environment.noise().and(NoiseMeter.beside(turn.machine()::others)),
                        outputs -> {}),
                plan,
                environment.jobIds(),
                clock,
                times,
                environment.usage(),
                new ProductProbes());
        Column.startAll(List.of(standard.column(), bench.column()));
        Attempt attempt = executor.attempt(testCase, bench.place(), Optional.of(standard.place()));
        String repeat = Reproduction.line(bench.request(), wanted, bench.column());
        repeats.put(pair, repeat);
        return new CaseRun(
                testCase.id(),
                testCase.model(),
                Chain.of(bench.place().backend()),
                List.of(attempt),
                Optional.empty(),
                repeat);
    }

    private static PreparedCase prepared(Bench bench, SuiteCase wanted) {
        long seed = bench.request().invocation().seed();
        ResolvedModel model = bench.environment().resolve(wanted.model().reference());
        PreparedCase testCase = bench.environment()
                .fitted(wanted, model, seed, bench.environment().prepare(wanted, model, seed));
        testCase.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(why -> {
            throw new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
        });
        return testCase;
    }

    private Bench open(VersionPair pair) {
        RunRequest request = pairs.of(pair);
        Backend backend = pairs.request().backend();
        RunEnvironment environment = environments.open(request, times, RunListener.silent());
        try {
            List<Column> columns = new ColumnPlanner(
                            request.setup().choice(),
                            environment.browsers(),
                            environment.nativeSource(),
                            environment.machine().hasHardwareGpu())
                    .columns(Chain.of(backend));
            if (columns.isEmpty()) {
                throw new BasculeException(ErrorCode.NOTHING_SELECTED_TO_RUN, "no browser takes part");
            }
            Column column = columns.get(0);
            return new Bench(request, environment, column, column.place(backend));
        } catch (RuntimeException e) {
            environment.close();
            throw e;
        }
    }

    private static void end(Bench bench) {
        if (bench.environment().end()) {
            Thread.currentThread().interrupt();
        }
    }

    Optional<Machine> machine() {
        return machine;
    }

    Map<VersionPair, String> repeats() {
        return repeats;
    }
}
