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
import dev.bascule.fallback.target.Machine;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.arithmetic.ProductProbes;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Measures the one case of a request in turn (ABBA) with the same case of another, each in a browser of its own. Both browsers are
 * fresh each time: what a process was lucky with shall not stay. Belongs to one thread.
 */
final class BesideMeasurement {
    private final RunEnvironmentFactory environments;
    private final Clock clock;
    private final TimeBreakdown times = new TimeBreakdown();

    /** A place to measure in. */
    private record Bench(RunRequest request, RunEnvironment environment, Column column, Place place) {}

    /** The case with its comparison, and where it was. */
    record Measured(CaseRun run, Machine machine) {}

    BesideMeasurement(RunEnvironmentFactory environments, Clock clock) {
        this.environments = environments;
        this.clock = clock;
    }

    /** @param standard what it is measured beside */
    Measured measure(RunRequest wanted, RunRequest standard, Backend backend, RunTurn turn) {
        Bench beside = open(standard, backend);
        try {
            Bench bench = open(wanted, backend);
            try {
                return new Measured(
                        compared(bench, beside, turn), beside.environment().machine());
            } finally {
                end(bench);
            }
        } finally {
            end(beside);
        }
    }

    private CaseRun compared(Bench bench, Bench standard, RunTurn turn) {
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

    private Bench open(RunRequest request, Backend backend) {
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
}
