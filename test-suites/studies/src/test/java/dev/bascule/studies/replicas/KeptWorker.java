package dev.bascule.studies.replicas;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.AdvanceRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.session.PlaceSessions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A replica in a child that outlives it, so that many trainings start no child each. As {@link PlaceWorker} otherwise. */
final class KeptWorker implements Worker {
    private final ReplicaModel model;
    private final Duration timeout;
    private final IsolatedRunner runner;
    private final PlaceSessions sessions;
    private Optional<CheckedSession> session = Optional.empty();

    KeptWorker(Place place, IsolatedRunner runner, ReplicaModel model, JobIds ids, Duration timeout) {
        this.model = model;
        this.timeout = timeout;
        this.runner = runner;
        this.sessions = new PlaceSessions(place, runner, ids, timeout);
    }

    @Override
    public Optional<Ended> open(Map<String, Tensor> inputs) {
        Map<String, List<Tensor>> fed = new LinkedHashMap<>();
        inputs.forEach((name, tensor) -> fed.put(name, List.of(tensor)));
        PlaceSessions.Asked asked = sessions.open(
                model.artifact(),
                new Feeds(fed, model.carry()),
                model.outputs(),
                SessionSettings.defaults().withEvidence(false));
        session = asked.session();
        return asked.fault().map(Ended::of);
    }

    @Override
    public Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read) {
        return session.orElseThrow().advance(new AdvanceRequest(List.of(inputs), read, timeout));
    }

    @Override
    public Optional<WireTraffic> traffic() {
        return runner.traffic();
    }

    @Override
    public Optional<SessionPlacement> end() {
        close();
        return Optional.empty();
    }

    @Override
    public void kill() {
        runner.kill();
    }

    @Override
    public void close() {
        session.ifPresent(PlaceSessions::end);
        session = Optional.empty();
    }
}
