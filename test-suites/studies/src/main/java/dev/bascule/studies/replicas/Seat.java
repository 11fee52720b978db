package dev.bascule.studies.replicas;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.WireTraffic;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** One replica as its host sees it, with a thread on which its worker works. Belongs to the host's thread. */
final class Seat {
    private static final long LONGEST_FAREWELL_SECONDS = 15;

    private final int rank;
    private final Worker worker;
    private final Queue<Event> events;
    private final ExecutorService thread;
    private State state = State.STARTING;
    private long since = System.nanoTime();
    private long step;
    private int deaths;

    enum State {
        STARTING,
        READY,
        BUSY,
        OUT
    }

    /**
     * What it is asked in one round.
     *
     * @param pieces inputs of each
     * @param read what else it is to bring of each
     */
    record Question(List<Map<String, Tensor>> pieces, Set<String> read) {
        Question {
            pieces = List.copyOf(pieces);
            read = Set.copyOf(read);
        }
    }

    /** What comes from a replica's thread. */
    sealed interface Event {
        Seat seat();

        record Opened(Seat seat, Optional<Ended> fault) implements Event {}

        /**
         * @param took from the question to the answer, by the host's clock
         * @param traffic of its connection meanwhile
         */
        record Answered(Seat seat, int round, Duration took, Reply<List<Advance>> reply, Optional<WireTraffic> traffic)
                implements Event {

            /** Where the time of an answer went. */
            Share.Times times(List<Advance> done) {
                Duration feed = sum(done, each -> millis(each.feeds().totalMillis()));
                Duration compute = sum(done, each -> millis(each.steps().totalMillis()));
                Duration readBack = sum(done, Advance::readBack);
                Duration rest = took.minus(feed).minus(compute).minus(readBack);
                return new Share.Times(
                        feed, compute, readBack, rest.isNegative() ? Duration.ZERO : rest, Duration.ZERO, traffic);
            }

            private static Duration millis(double millis) {
                return Duration.ofNanos(Math.round(1e6 * millis));
            }

            private static Duration sum(List<Advance> done, Function<Advance, Duration> which) {
                return done.stream().map(which).reduce(Duration.ZERO, Duration::plus);
            }
        }

        /** What nobody expects of a worker, to be thrown where somebody hears it. */
        record Broken(Seat seat, RuntimeException why) implements Event {}

        /** Why it is no good; empty where it is. */
        static Optional<Ended> fault(Event event) {
            if (event instanceof Broken broken) {
                throw new IllegalStateException("a replica's thread ended", broken.why());
            }
            return event instanceof Opened opened
                    ? opened.fault()
                    : ((Answered) event).reply().failed().map(Ended::of);
        }
    }

    /** @param events hears of what its thread did; thread-safe */
    Seat(int rank, Worker worker, Queue<Event> events) {
        this.rank = rank;
        this.worker = worker;
        this.events = events;
        this.thread = Executors.newSingleThreadExecutor(task -> {
            Thread own = new Thread(task, "replica-" + rank);
            own.setDaemon(true);
            return own;
        });
    }

    int rank() {
        return rank;
    }

    boolean is(State asked) {
        return state == asked;
    }

    /** What it said is good: it may be asked. */
    void ready() {
        state = State.READY;
    }

    /** Not started again: what may still run of it is killed, on its own thread, for which nobody waits. */
    void out() {
        state = State.OUT;
        thread.execute(worker::kill);
    }

    /** Counts one more death. */
    int died() {
        return ++deaths;
    }

    /** What is left of this time since it was started. */
    long nanosLeft(Duration patience) {
        return since + patience.toNanos() - System.nanoTime();
    }

    void start(Map<String, Tensor> inputs) {
        state = State.STARTING;
        since = System.nanoTime();
        does(() -> new Event.Opened(this, worker.open(inputs)));
    }

    void ask(long asked, int round, Question question) {
        state = State.BUSY;
        step = asked;
        does(() -> {
            Optional<WireTraffic> before = worker.traffic();
            long begun = System.nanoTime();
            Reply<List<Advance>> reply = compute(question);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            Optional<WireTraffic> traffic =
                    before.flatMap(then -> worker.traffic().map(now -> now.since(then)));
            return new Event.Answered(this, round, took, reply, traffic);
        });
    }

    /** All pieces, or why one of them failed. */
    private Reply<List<Advance>> compute(Question question) {
        List<Advance> done = new ArrayList<>();
        for (Map<String, Tensor> piece : question.pieces()) {
            Reply<Advance> reply = worker.compute(piece, question.read());
            Optional<Fault> fault = reply.failed();
            if (fault.isPresent()) {
                return new Reply.Failed<>(fault.get());
            }
            reply.result().ifPresent(done::add);
        }
        return new Reply.Ok<>(done);
    }

    private void does(Supplier<Event> work) {
        thread.execute(() -> {
            try {
                events.add(work.get());
            } catch (RuntimeException e) {
                events.add(new Event.Broken(this, e));
            }
        });
    }

    String doing() {
        return switch (state) {
            case STARTING -> "it is being started again";
            case BUSY -> "it is still at step " + step;
            case OUT -> "it is not started again any more";
            case READY -> "it is ready";
        };
    }

    void kill() {
        worker.kill();
    }

    /** Ends its session in good order. */
    Future<Optional<SessionPlacement>> end() {
        state = State.OUT;
        return thread.submit(worker::end);
    }

    /** Lets its process go, at once where it is busy. */
    void leave() {
        if (state == State.BUSY || state == State.STARTING) {
            worker.kill();
        }
        thread.execute(worker::close);
        thread.shutdown();
    }

    void awaitEnd() {
        boolean ended = false;
        try {
            ended = thread.awaitTermination(LONGEST_FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            worker.kill();
            thread.shutdownNow();
        }
    }
}
