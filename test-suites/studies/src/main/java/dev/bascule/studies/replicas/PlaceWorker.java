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
import dev.bascule.studies.training.FullPrecision;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A replica in a page or native child of its own, whose session stays open from round to round. */
final class PlaceWorker implements Worker {
    private final Place place;
    private final ReplicaModel model;
    private final SessionSettings settings;
    private final Duration timeout;
    private final IsolatedRunner runner;
    private final PlaceSessions sessions;
    private Optional<CheckedSession> session = Optional.empty();

    PlaceWorker(Place place, ReplicaModel model, SessionSettings settings, JobIds ids, Duration timeout) {
        this.place = place;
        this.model = model;
        this.settings = FullPrecision.of(place.backend(), place.settings(settings))
                .settings()
                .withEvidence(true);
        this.timeout = timeout;
        this.runner = place.source().isolated(place.backend());
        this.sessions = new PlaceSessions(place, runner, ids, timeout);
    }

    @Override
    public Optional<Ended> open(Map<String, Tensor> inputs) {
        Map<String, List<Tensor>> fed = new LinkedHashMap<>();
        inputs.forEach((name, tensor) -> fed.put(name, List.of(tensor)));
        PlaceSessions.Asked asked =
                sessions.open(model.artifact(), new Feeds(fed, model.carry()), model.outputs(), settings);
        session = asked.session();
        return asked.fault().map(Ended::of);
    }

    @Override
    public Reply<Advance> compute(Map<String, Tensor> inputs, Set<String> read) {
        return session.orElseThrow(() -> new IllegalStateException("no session is open"))
                .advance(new AdvanceRequest(List.of(inputs), read, timeout));
    }

    @Override
    public Optional<WireTraffic> traffic() {
        return runner.traffic();
    }

    @Override
    public Optional<SessionPlacement> end() {
        return session.flatMap(open ->
                PlaceSessions.end(open).map(end -> SessionPlacement.of(place, open.capabilities(), end.evidence())));
    }

    @Override
    public void kill() {
        runner.kill();
    }

    @Override
    public void close() {
        runner.close();
    }
}
