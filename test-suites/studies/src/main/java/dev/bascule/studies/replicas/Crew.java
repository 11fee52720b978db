package dev.bascule.studies.replicas;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.job.Advance;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.replicas.Seat.Event;
import dev.bascule.studies.replicas.Seat.State;
import dev.bascule.studies.session.Ended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Replicas at work, each on a thread of its own. Who is late loses the round; who dies is started again, so often, and then left out. Belongs to
 * the host's thread.
 */
final class Crew implements AutoCloseable {
    private final List<Seat> seats = new ArrayList<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final Recovery recovery;
    private int rounds;

    /**
     * What came in time.
     *
     * @param advances one for each piece that it was asked for
     */
    record Came(List<Advance> advances, Share.Times times) {
        Came {
            advances = List.copyOf(advances);
        }

        /** Loss and gradients of each piece. */
        List<Map<String, Tensor>> outputs() {
            return advances.stream().map(advance -> advance.outputs().get(0)).toList();
        }

        /** What else was brought of each. */
        List<Map<String, Tensor>> states() {
            return advances.stream().map(Advance::state).toList();
        }
    }

    /** Makes the questions of a round, when it is known who can be asked. */
    interface Asking {
        /** @param ready ranks of all that are asked */
        Seat.Question of(int rank, SortedSet<Integer> ready);

        /** Each the same way, whoever else is there. */
        static Asking each(IntFunction<Map<String, Tensor>> inputs, Set<String> read) {
            return (rank, ready) -> new Seat.Question(List.of(inputs.apply(rank)), read);
        }
    }

    /** Why none came. */
    record Missed(Share.Fate fate, String words) {}

    /**
     * What one round brought.
     *
     * @param asked ranks of those that could be
     * @param came by rank
     * @param missed by rank
     * @param order ranks as they came
     */
    record Collected(
            SortedSet<Integer> asked,
            SortedMap<Integer, Came> came,
            SortedMap<Integer, Missed> missed,
            List<Integer> order,
            Duration took) {}

    /**
     * @param opening what a replica's session is opened with
     * @param restarts how often each is started again
     */
    Crew(List<? extends Worker> workers, IntFunction<Map<String, Tensor>> opening, int restarts) {
        for (int rank = 0; rank < workers.size(); rank++) {
            seats.add(new Seat(rank, workers.get(rank), events));
        }
        this.recovery = new Recovery(seats, events, opening, restarts);
    }

    /** Opens all side by side, again where a process failed; why some did not open, by rank. Those are left out. */
    SortedMap<Integer, Ended> open() throws InterruptedException {
        SortedMap<Integer, Ended> faults = new TreeMap<>();
        seats.forEach(recovery::start);
        while (seats.stream().anyMatch(seat -> seat.is(State.STARTING))) {
            Event event = events.take();
            Optional<Ended> fault = Event.fault(event);
            if (fault.isEmpty()) {
                event.seat().ready();
            } else if (!fault.get().verdict().isFailure() || !recovery.again(event.seat(), fault.get())) {
                event.seat().out();
                faults.put(event.seat().rank(), fault.get());
            }
        }
        return faults;
    }

    /**
     * Asks all that are ready, and waits for them.
     *
     * @param step its number, for the reader
     * @param asking what each is asked
     * @param patience how long others are waited for once the first is there, for each piece that one of them has
     * @param begins is run before any is asked
     */
    Collected round(long step, Asking asking, Duration patience, Runnable begins) throws InterruptedException {
        int round = ++rounds;
        recovery.settle(step, patience);
        Set<Seat> waiting = new LinkedHashSet<>();
        begins.run();
        SortedSet<Integer> ready = seats.stream()
                .filter(seat -> seat.is(State.READY))
                .map(Seat::rank)
                .collect(Collectors.toCollection(TreeSet::new));
        Collected collected = new Collected(ready, new TreeMap<>(), new TreeMap<>(), new ArrayList<>(), Duration.ZERO);
        int pieces = 1;
        long begun = System.nanoTime();
        for (Seat seat : seats) {
            if (ready.contains(seat.rank())) {
                Seat.Question question = asking.of(seat.rank(), ready);
                pieces = Math.max(pieces, question.pieces().size());
                waiting.add(seat);
                seat.ask(step, round, question);
            } else {
                collected
                        .missed()
                        .put(
                                seat.rank(),
                                new Missed(seat.is(State.OUT) ? Share.Fate.OUT : Share.Fate.AWAY, seat.doing()));
            }
        }
        Duration limit = patience.multipliedBy(pieces);
        gather(round, waiting, limit, collected);
        waiting.forEach(seat -> collected
                .missed()
                .put(
                        seat.rank(),
                        new Missed(Share.Fate.LATE, "no gradient within %s of the first".formatted(words(limit)))));
        long end = System.nanoTime();
        SortedMap<Integer, Came> came = new TreeMap<>();
        collected.came().forEach((rank, one) -> came.put(rank, idle(one, end - begun)));
        return new Collected(ready, came, collected.missed(), collected.order(), Duration.ofNanos(end - begun));
    }

    private static Came idle(Came one, long round) {
        Share.Times times = one.times();
        Duration idle = Duration.ofNanos(Math.max(0, round - times.whole().toNanos()));
        return new Came(
                one.advances(),
                new Share.Times(
                        times.feed(), times.compute(), times.readBack(), times.transfer(), idle, times.traffic()));
    }

    private void gather(int round, Set<Seat> waiting, Duration patience, Collected collected)
            throws InterruptedException {
        OptionalLong until = OptionalLong.empty();
        while (!waiting.isEmpty()) {
            Optional<Event> next = until.isEmpty()
                    ? Optional.of(events.take())
                    : Optional.ofNullable(
                            events.poll(Math.max(0, until.getAsLong() - System.nanoTime()), TimeUnit.NANOSECONDS));
            if (next.isEmpty()) {
                return;
            }
            if (next.get() instanceof Event.Answered answer && answer.round() == round) {
                waiting.remove(answer.seat());
                if (take(answer, collected) && until.isEmpty()) {
                    until = OptionalLong.of(System.nanoTime() + patience.toNanos());
                }
            } else {
                recovery.late(next.get());
            }
        }
    }

    private boolean take(Event.Answered answer, Collected collected) {
        Seat seat = answer.seat();
        Optional<List<Advance>> done = answer.reply().result();
        if (done.isEmpty()) {
            Ended why = answer.reply().failed().map(Ended::of).orElseThrow();
            recovery.again(seat, why);
            collected
                    .missed()
                    .put(seat.rank(), new Missed(Share.Fate.LOST, why.failure().message()));
            return false;
        }
        seat.ready();
        collected.came().put(seat.rank(), new Came(done.get(), answer.times(done.get())));
        collected.order().add(seat.rank());
        return true;
    }

    /** Whether any may still bring a gradient. */
    boolean isAlive() {
        return seats.stream().anyMatch(seat -> !seat.is(State.OUT));
    }

    /** Those that died or failed so far. */
    List<Loss> losses() {
        return recovery.losses();
    }

    /** Whether it died or failed in this step. */
    boolean wasLost(int rank, long in) {
        return losses().stream().anyMatch(loss -> loss.rank() == rank && loss.step() == in);
    }

    /** Kills its process at once. */
    void kill(int rank) {
        seats.get(rank).kill();
    }

    /** Ends all sessions in good order, and tells where they ran; of those that are busy all that time nothing is known. */
    SortedMap<Integer, SessionPlacement> end(Duration limit) throws InterruptedException {
        recovery.finish(limit);
        SortedMap<Integer, SessionPlacement> placements = new TreeMap<>();
        SortedMap<Integer, Future<Optional<SessionPlacement>>> ends = new TreeMap<>();
        for (Seat seat : seats) {
            if (seat.is(State.READY)) {
                ends.put(seat.rank(), seat.end());
            }
        }
        for (Map.Entry<Integer, Future<Optional<SessionPlacement>>> each : ends.entrySet()) {
            try {
                each.getValue()
                        .get(limit.toMillis(), TimeUnit.MILLISECONDS)
                        .ifPresent(placement -> placements.put(each.getKey(), placement));
            } catch (TimeoutException e) {
                kill(each.getKey());
            } catch (ExecutionException e) {
                throw new IllegalStateException("a replica's thread ended", e.getCause());
            }
        }
        return placements;
    }

    /** Ends all processes; those that are busy, at once. */
    @Override
    public void close() {
        seats.forEach(Seat::leave);
        seats.forEach(Seat::awaitEnd);
    }

    private static String words(Duration patience) {
        return patience.toMillis() + " ms";
    }
}
