package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.source.Column;
import dev.bascule.execution.source.ColumnPlanner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.reduce.ReduceRequest;
import dev.bascule.studies.reduce.ReduceService;
import dev.bascule.studies.reduce.Reducer;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.trial.ExactTrial;
import dev.bascule.studies.reduce.trial.RunnerTrial;
import dev.bascule.studies.reduce.trial.RunnerTrial.Freshness;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.suites.setting.ReferenceKind;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Reduces cases on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalReduceService implements ReduceService {
    private final RunEnvironmentFactory environments;
    private final Clock clock;

    public LocalReduceService(RunEnvironmentFactory environments, Clock clock) {
        this.environments = environments;
        this.clock = clock;
    }

    @Override
    public Report reduce(ReduceRequest request, Listener listener) {
        RunListener phases = new RunListener() {
            @Override
            public void phase(String activity) {
                listener.phase(activity);
            }
        };
        RunEnvironment environment = environments.open(asItIsRerun(request), new TimeBreakdown(), phases);
        try {
            Path models = TemporaryFolder.make("bascule-reduce");
            try {
                return reduce(request, listener, environment, models);
            } catch (RuntimeException e) {
                // Before the first look there is nothing to keep; after it nothing interrupted comes this far.
                if (!Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                return new Report(new Reduction.Interrupted(), Optional.empty());
            } finally {
                TemporaryFolder.delete(models);
            }
        } finally {
            boolean interrupted = Thread.interrupted();
            if (interrupted) {
                environment.kill();
            }
            environment.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A conformance case fails in browsers that are set up as conformance sets them up. */
    private static RunRequest asItIsRerun(ReduceRequest request) {
        RunRequest run = request.run();
        return request.isConformance() ? run.with(run.setup().untimed()) : run;
    }

    private Report reduce(ReduceRequest request, Listener listener, RunEnvironment environment, Path models) {
        Column column = column(request, environment);
        Place place = column.place(request.backend());
        place.source().unavailable(request.backend()).ifPresent(why -> {
            throw new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
        });
        SuiteCase wanted = request.run().cases().get(0);
        ResolvedModel resolved = environment.resolve(wanted.model().reference());
        PreparedCase testCase = environment.fitted(
                wanted,
                resolved,
                request.run().invocation().seed(),
                environment.prepare(wanted, resolved, request.run().invocation().seed()));
        testCase.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(why -> {
            throw new BasculeException(why.code(), why.message(), why.remedies().toArray(String[]::new));
        });
        listener.phase("reducing %s on %s".formatted(testCase.model().name(), place.target()));
        SessionSettings settings = place.settings(testCase.settings());
        try (RunnerTrial reference = trial(
                        environment,
                        environment.nativeSource(),
                        Backends.NATIVE_CPU,
                        settings.asReference().withBuild(Optional.empty()),
                        request,
                        models,
                        Freshness.AFTER_A_FALL);
                RunnerTrial target = trial(
                        environment, place.source(), request.backend(), settings, request, models, Freshness.ALWAYS)) {
            Trial right = expected(testCase, reference);
            Reducer reducer = new Reducer(
                    right, target, request.limits(), request.run().invocation().seed(), clock);
            return new CaseReduction(request, listener, environment, column, testCase, right, target, reducer).play();
        }
    }

    private static Trial expected(PreparedCase testCase, Trial nativeCpu) {
        return testCase.answers().reference() == ReferenceKind.EXACT ? new ExactTrial(nativeCpu) : nativeCpu;
    }

    private static Column column(ReduceRequest request, RunEnvironment environment) {
        List<Column> columns = new ColumnPlanner(
                        request.run().setup().choice(),
                        environment.browsers(),
                        environment.nativeSource(),
                        environment.machine().hasHardwareGpu())
                .columns(Chain.of(request.backend()));
        if (columns.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no browser takes part, and %s is a browser's backend"
                            .formatted(request.backend().id()));
        }
        return columns.get(0);
    }

    private static RunnerTrial trial(
            RunEnvironment environment,
            RunnerSource source,
            Backend backend,
            SessionSettings settings,
            ReduceRequest request,
            Path models,
            Freshness freshness) {
        return new RunnerTrial(source, backend, settings, request.stepLimit(), environment.jobIds(), models, freshness);
    }
}
