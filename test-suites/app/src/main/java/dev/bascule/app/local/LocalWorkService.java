package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.work.ModelTracer;
import dev.bascule.execution.work.Traced;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.collect.WorkService;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Learns the work of models on this machine. Each call is one of its own; not for concurrent use. */
public final class LocalWorkService implements WorkService {
    private static final int THREADS = 1;

    private final RunEnvironmentFactory environments;

    public LocalWorkService(RunEnvironmentFactory environments) {
        this.environments = environments;
    }

    @Override
    public List<ModelWork> works(RunRequest request, Predicate<String> known, RunListener listener) {
        RunRequest alone = request.with(request.setup().withChoice(new BrowserChoice.None()));
        RunEnvironment environment = environments.open(alone, new TimeBreakdown(), listener);
        List<ModelWork> works = new ArrayList<>();
        Set<String> tried = new HashSet<>();
        try {
            for (SuiteCase wanted : alone.cases()) {
                if (!Thread.currentThread().isInterrupted()) {
                    work(alone, wanted, environment, sha256 -> !tried.add(sha256) || known.test(sha256), listener)
                            .ifPresent(works::add);
                }
            }
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
        return works;
    }

    private static Optional<ModelWork> work(
            RunRequest request,
            SuiteCase wanted,
            RunEnvironment environment,
            Predicate<String> known,
            RunListener listener) {
        try {
            ResolvedModel model = environment.resolve(wanted.model().reference());
            if (known.test(model.info().sha256())) {
                return Optional.empty();
            }
            long seed = request.invocation().seed();
            PreparedCase testCase = environment.fitted(wanted, model, seed, environment.prepare(wanted, model, seed));
            if (testCase.artifact().format() != ModelFormat.ONNX
                    || testCase.feeding().sizing().refused().isPresent()) {
                return Optional.empty();
            }
            try (ModelTracer tracer = new ModelTracer(
                    environment.nativeSource(),
                    environment.jobIds(),
                    wanted.settings().get(CaseKeys.TIMEOUT))) {
                Traced traced = tracer.trace(testCase, THREADS);
                if (traced instanceof Traced.Failed failed
                        && !Thread.currentThread().isInterrupted()) {
                    told(wanted, failed.failure().message(), listener);
                }
                return traced.result();
            }
        } catch (BasculeException e) {
            told(wanted, e.failure().message(), listener);
            return Optional.empty();
        }
    }

    private static void told(SuiteCase wanted, String why, RunListener listener) {
        listener.note(
                "the kernels of %s are not learned: %s".formatted(wanted.model().name(), why));
    }
}
