package dev.bascule.studies.distribute;

import dev.bascule.execution.Place;
import dev.bascule.execution.Placed;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Closing;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.runner.Inference;
import dev.bascule.fallback.runner.Job;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.Phases;
import dev.bascule.fallback.runner.Reply;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A model open in a process of its own at one place. Belongs to one thread at a time, but for {@link #kill}; opened and
 * closed by the thread of its source.
 */
final class Seat implements Replica, AutoCloseable {
    private final String name;
    private final Place place;
    private final LaunchedRunner launched;
    private Supplier<Job> jobs;
    private final Duration timeout;
    private Optional<RunnerSession> session = Optional.empty();

    private Seat(String name, Place place, LaunchedRunner launched, Supplier<Job> jobs, Duration timeout) {
        this.name = name;
        this.place = place;
        this.launched = launched;
        this.jobs = jobs;
        this.timeout = timeout;
    }

    /** Either a seat with its model open, or why there is none. */
    sealed interface Taken {
        record Ready(Seat seat) implements Taken {}

        record NotStarted(Failure failure) implements Taken {}

        record NotOpened(Fault fault) implements Taken {}
    }

    /** @param jobs a job to open the model with, with an id of its own each time */
    static Taken take(String name, Place place, Supplier<Job> jobs, Duration timeout) {
        Launcher.Launch launch = place.source().fresh(place.backend());
        if (launch instanceof Launcher.Launch.NotStarted none) {
            return new Taken.NotStarted(none.failure());
        }
        Seat seat = new Seat(name, place, ((Launcher.Launch.Started) launch).launched(), jobs, timeout);
        Optional<Fault> fault = seat.reopen();
        if (fault.isPresent()) {
            seat.close();
            return new Taken.NotOpened(fault.get());
        }
        return new Taken.Ready(seat);
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

    /** Opens another model in the same process; why it cannot, where it cannot. */
    Optional<Fault> open(Supplier<Job> next) {
        jobs = next;
        finish();
        return reopen();
    }

    @Override
    public Optional<Fault> reopen() {
        session = Optional.empty();
        Reply<RunnerSession> reply = launched.runner().open(jobs.get(), timeout);
        session = reply.result();
        return reply instanceof Reply.Failed<RunnerSession> failed ? Optional.of(failed.fault()) : Optional.empty();
    }

    /** Disposes of the session and reads the evidence; empty where that fails. */
    Optional<Closing> finish() {
        Optional<Closing> closing = session.flatMap(open -> open.finish(timeout).result());
        session = Optional.empty();
        return closing;
    }

    /** Disposes of the session, and judges where it ran. It was opened with evidence. */
    Placed placed() {
        return Placed.of(place, launched.runner(), finish().flatMap(Closing::evidence));
    }

    @Override
    public void kill() {
        launched.kill();
    }

    @Override
    public void close() {
        place.source().release(launched);
    }
}
