package dev.bascule.studies.distribute;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A model open in a process of its own at one place. Belongs to one thread at a time, but for {@link #kill}; opened and
 * closed by the thread of its source.
 */
final class DeviceSession implements Replica, AutoCloseable {
    private final String name;
    private final Place place;
    private final IsolatedRunner runner;
    private final Duration timeout;
    private Supplier<Job> jobs;
    private Optional<CheckedSession> session = Optional.empty();

    private DeviceSession(String name, Place place, Supplier<Job> jobs, Duration timeout) {
        this.name = name;
        this.place = place;
        this.runner = place.source().isolated(place.backend());
        this.jobs = jobs;
        this.timeout = timeout;
    }

    /** Either a device session with its model open, or why there is none. */
    sealed interface Taken {
        record Ready(DeviceSession deviceSession) implements Taken {}

        record NotStarted(Failure failure) implements Taken {}

        record NotOpened(Fault fault) implements Taken {}
    }

    /** @param jobs a job to open the model with, with an id of its own each time */
    static Taken take(String name, Place place, Supplier<Job> jobs, Duration timeout) {
        DeviceSession deviceSession = new DeviceSession(name, place, jobs, timeout);
        Optional<Failure> absent = deviceSession.runner.start();
        if (absent.isPresent()) {
            return new Taken.NotStarted(absent.get());
        }
        Optional<Fault> fault = deviceSession.reopen();
        if (fault.isPresent()) {
            deviceSession.close();
            return new Taken.NotOpened(fault.get());
        }
        return new Taken.Ready(deviceSession);
    }

    @Override
    public String name() {
        return name;
    }

    Place place() {
        return place;
    }

    @Override
    public Reply<Inference> infer(Map<String, Tensor> inputs, Duration limit) {
        return session.map(open -> open.infer(inputs, limit))
                .orElseGet(() -> new Reply.Failed<>(
                        new Fault.Refused("infer", "NoSession", "no model is open", Optional.empty(), Phases.NONE)));
    }

    /** Opens another model, in the same process unless that was found unsound; why it cannot, where it cannot. */
    Optional<Fault> open(Supplier<Job> next) {
        jobs = next;
        session.ifPresent(CheckedSession::finish);
        return reopen();
    }

    @Override
    public Optional<Fault> reopen() {
        Reply<CheckedSession> reply = runner.open(jobs.get(), timeout);
        session = reply.result();
        return reply instanceof Reply.Failed<CheckedSession> failed ? Optional.of(failed.fault()) : Optional.empty();
    }

    /** Disposes of the session, and judges where it ran. It was opened with evidence. */
    SessionPlacement placed() {
        Optional<CheckedSession> open = session;
        session = Optional.empty();
        return open.map(ended -> SessionPlacement.of(
                        place, ended.capabilities(), ended.finish().result().flatMap(SessionEnd::evidence)))
                .orElseGet(() -> SessionPlacement.unknown(place));
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
