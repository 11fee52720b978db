package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.pool.Arrival;
import dev.bascule.studies.pool.PoolHost;
import dev.bascule.studies.pool.PoolRequest;
import dev.bascule.studies.pool.PoolServer;
import dev.bascule.studies.pool.PoolService;
import dev.bascule.studies.pool.PoolSlot;
import dev.bascule.studies.pool.RequestCost;
import dev.bascule.studies.pool.ServedPool;
import dev.bascule.studies.pool.SessionReplica;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.suite.SuiteCase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Serves pools on this machine's native backends and in its browsers. Each call is one of its own; not for concurrent use. */
public final class LocalPoolService implements PoolService {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration ASKED = Duration.ofMillis(1500);

    private final RunEnvironmentFactory environments;

    public LocalPoolService(RunEnvironmentFactory environments) {
        this.environments = environments;
    }

    @Override
    public <T> T during(RunRequest run, RunListener listener, Function<PoolHost, T> work) {
        RunEnvironment environment = environments.open(run, new TimeBreakdown(), listener);
        try {
            return work.apply(new Host(environment, listener));
        } finally {
            if (environment.end()) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private record Host(RunEnvironment environment, RunListener listener) implements PoolHost {
        @Override
        public ServedPool serve(PoolRequest request) {
            SortedMap<String, Double> rates = new TreeMap<>();
            request.models().forEach(model -> rates.put(model.name(), model.rate()));
            List<PoolSlot> slots = slots(request, environment);
            listener.phase("serving for " + request.length().toSeconds() + " s");
            return new PoolServer(slots, request.most(), request.oneAtATime(), PATIENCE, System::nanoTime)
                    .serve(Arrival.poisson(rates, request.length(), request.seed()));
        }

        @Override
        public List<Optional<RequestCost>> costs(PoolRequest request) {
            List<Optional<RequestCost>> costs = new ArrayList<>();
            for (PoolSlot slot : slots(request, environment)) {
                double rate = request.models().stream()
                        .filter(model -> model.name().equals(slot.model()))
                        .mapToDouble(PoolRequest.Model::rate)
                        .findFirst()
                        .orElseThrow();
                listener.phase("asking %s on %s".formatted(slot.model(), slot.target()));
                try {
                    costs.add(
                            Thread.currentThread().isInterrupted()
                                    ? Optional.empty()
                                    : RequestCost.of(slot.replica(), rate, ASKED, System::nanoTime));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    costs.add(Optional.empty());
                }
            }
            return costs;
        }
    }

    private static List<PoolSlot> slots(PoolRequest request, RunEnvironment environment) {
        List<PoolSlot> slots = new ArrayList<>();
        for (int i = 0; i < request.models().size(); i++) {
            slots.addAll(slots(request.models().get(i), request.run().cases().get(i), request, environment));
        }
        return slots;
    }

    private static List<PoolSlot> slots(
            PoolRequest.Model model, SuiteCase wanted, PoolRequest request, RunEnvironment environment) {
        long seed = request.run().invocation().seed();
        ResolvedModel resolved = environment.resolve(wanted.model().reference());
        PreparedCase testCase = environment.fitted(wanted, resolved, seed, environment.prepare(wanted, resolved, seed));
        testCase.feeding().sizing().refused().map(CaseRefusal::failure).ifPresent(ChosenPlaces::refuse);
        Duration timeout = wanted.settings().get(CaseKeys.TIMEOUT);
        Optional<Reference> reference =
                environment.references(timeout).of(testCase) instanceof References.Found.Known known
                        ? Optional.of(ofFirstStep(known.reference()))
                        : Optional.empty();
        List<PoolSlot> slots = new ArrayList<>();
        for (PoolRequest.Part part : model.parts()) {
            Place place = new Place(source(part, environment), part.backend(), part.type());
            for (int i = 0; i < part.replicas(); i++) {
                slots.add(new PoolSlot(
                        model.name(),
                        part.target(),
                        slots.size(),
                        part.plannedBytes(),
                        new SessionReplica(
                                runner(place),
                                () -> job(place, testCase, part.threads(), environment),
                                testCase.feeds().step(0),
                                reference,
                                timeout)));
            }
        }
        return slots;
    }

    private static RunnerSource source(PoolRequest.Part part, RunEnvironment environment) {
        if (part.browser().isEmpty()) {
            return environment.nativeSource();
        }
        RunnerSource source = environment.browsers().stream()
                .filter(each -> each.address().equals(part.browser()))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.NO_BROWSER, part.browser().orElse("the browser") + " is not here any more"));
        source.unavailable(part.backend()).ifPresent(ChosenPlaces::refuse);
        return source;
    }

    /** A browser was started to see what it has: its first replica takes that one. */
    private static IsolatedRunner runner(Place place) {
        return place.backend().side() == Side.BROWSER
                ? place.source().spare(place.backend())
                : place.source().isolated(place.backend());
    }

    /** Every request has the inputs of the first step. */
    private static Reference ofFirstStep(Reference whole) {
        return new Reference(
                whole.kind(),
                first(whole.steps()),
                whole.notJudged(),
                whole.rule(),
                first(whole.noise()),
                first(whole.narrow()));
    }

    private static <T> List<T> first(List<T> steps) {
        return steps.subList(0, Math.min(1, steps.size()));
    }

    private static Job job(Place place, PreparedCase testCase, int threads, RunEnvironment environment) {
        return new Job(
                environment.jobIds().next(),
                place.backend(),
                testCase.artifact(),
                Feeds.of(testCase.feeds().step(0)),
                testCase.outputs(),
                place.settings(testCase.settings().withThreads(threads).withEvidence(false)));
    }
}
