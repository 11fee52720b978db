package dev.bascule.studies.distribute;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.PoolReport.SampleEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * Runs samples on replicas of a model, a thread for each. Idle ones steal; a device that dies, or is silent for longer than
 * the watchdog allows, is killed, and what it was at goes to another. What it may still answer is dropped. Time in which this
 * process stood still is no silence. One use.
 */
final class ReplicaPool {
    private static final Duration LOOK = Duration.ofMillis(20);
    /** A look that comes later than this was kept from coming. */
    private static final Duration LATE_LOOK = LOOK.multipliedBy(5);

    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final List<? extends Replica> replicas;
    private final IntFunction<Map<String, Tensor>> inputs;
    private final Check check;
    private final Watchdog watchdog;
    private final LongSupplier clock;
    private final StealingDeques deques;
    private final SampleTracker tracker;
    private final List<Share> shares = new ArrayList<>();
    private final Map<Integer, SampleEnd> ends = new TreeMap<>();
    private final long start;
    private long end;

    /** What is wrong with a sample's outputs; empty where they are right. Called from several threads. */
    @FunctionalInterface
    interface Check {
        Optional<String> of(int sample, Map<String, Tensor> outputs);
    }

    /** A device's running account. */
    private static final class Share {
        private final List<Double> answers = new ArrayList<>();
        private int stolen;
        private long busy;
        private long idle;
        private long slowest;
        /** The try whose refusal has it open its model anew. */
        private OptionalInt refused = OptionalInt.empty();
    }

    /**
     * @param inputs of a sample, by its number
     * @param clock nanoseconds, from any beginning
     */
    ReplicaPool(
            List<? extends Replica> replicas,
            int samples,
            IntFunction<Map<String, Tensor>> inputs,
            Check check,
            Watchdog watchdog,
            LongSupplier clock) {
        this.replicas = List.copyOf(replicas);
        this.inputs = inputs;
        this.check = check;
        this.watchdog = watchdog;
        this.clock = clock;
        this.start = clock.getAsLong();
        this.deques = new StealingDeques(replicas.size(), samples);
        this.tracker = new SampleTracker(samples, replicas.size(), () -> clock.getAsLong() - start);
        replicas.forEach(replica -> shares.add(new Share()));
    }

    /** Returns when every sample has an end, or no device is left, or the thread is interrupted. */
    PoolReport run() {
        List<Thread> workers = new ArrayList<>();
        for (int device = 0; device < replicas.size(); device++) {
            int own = device;
            Thread worker = new Thread(() -> work(own), "bascule-replica-" + device);
            worker.setDaemon(true);
            workers.add(worker);
            worker.start();
        }
        boolean interrupted = false;
        try {
            watch();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        synchronized (this) {
            end = clock.getAsLong() - start;
        }
        if (interrupted) {
            replicas.forEach(Replica::kill);
        }
        interrupted |= farewell(workers);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return report(interrupted);
    }

    private synchronized void watch() throws InterruptedException {
        StallDetector stallDetector = new StallDetector(clock, LATE_LOOK);
        while (tracker.left() > 0 && !tracker.allLost()) {
            wait(LOOK.toMillis());
            stallDetector.look();
            for (int device = 0; device < replicas.size(); device++) {
                watch(device, stallDetector);
            }
        }
    }

    private void watch(int device, StallDetector stallDetector) {
        Optional<StallDetector.PendingWork> pending = errand(device);
        if (pending.isEmpty()) {
            return;
        }
        boolean opening = pending.get().opening();
        Duration limit = opening ? watchdog.reopening() : watchdog.limit(shares.get(device).slowest);
        if (stallDetector.waited(device, pending.get()).compareTo(limit) > 0) {
            lose(
                    device,
                    (opening
                                    ? "it did not open the model anew within %d ms and was killed"
                                    : "it gave no answer for %d ms and was killed")
                            .formatted(limit.toMillis()));
        }
    }

    /** What a device is at. */
    private Optional<StallDetector.PendingWork> errand(int device) {
        OptionalInt refused = shares.get(device).refused;
        return refused.isPresent()
                ? Optional.of(new StallDetector.PendingWork(refused.getAsInt(), true))
                : tracker.inFlight(device).map(ticket -> new StallDetector.PendingWork(ticket.number(), false));
    }

    /** Waits for the workers; whether interrupted meanwhile. One that hangs for good is left behind: it is a daemon. */
    private static boolean farewell(List<Thread> workers) {
        try {
            for (Thread worker : workers) {
                worker.join(FAREWELL.toMillis());
            }
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void work(int device) {
        Optional<SampleTracker.Ticket> next = await(device);
        while (next.isPresent()) {
            SampleTracker.Ticket ticket = next.get();
            try {
                run(device, ticket);
            } catch (RuntimeException | Error e) {
                // Neither the device's fault nor a reason to let the sample hang until the watchdog blames the device.
                strike(device, ticket, "Bascule fell over it: " + e);
            }
            next = await(device);
        }
    }

    /** The next sample for a device, waited for as long as one may still come back. */
    private synchronized Optional<SampleTracker.Ticket> await(int device) {
        long since = clock.getAsLong();
        try {
            while (tracker.left() > 0 && !tracker.isLost(device)) {
                Optional<StealingDeques.Turn> turn = deques.next(device);
                if (turn.isPresent()) {
                    shares.get(device).stolen += turn.get().from().isPresent() ? 1 : 0;
                    return Optional.of(tracker.take(turn.get().sample(), device));
                }
                wait(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            shares.get(device).idle += clock.getAsLong() - since;
        }
        return Optional.empty();
    }

    private void run(int device, SampleTracker.Ticket ticket) {
        Replica replica = replicas.get(device);
        long began = clock.getAsLong();
        // The watchdog is quicker; this is for the day when it is not.
        Reply<Inference> reply =
                replica.infer(inputs.apply(ticket.sample()), watchdog.most().plus(FAREWELL));
        long took = clock.getAsLong() - began;
        reply.result().ifPresent(done -> settle(device, ticket, took, check.of(ticket.sample(), done.outputs())));
        reply.failed().ifPresent(fault -> fell(device, ticket, took, fault));
    }

    private void fell(int device, SampleTracker.Ticket ticket, long took, Fault fault) {
        synchronized (this) {
            shares.get(device).busy += took;
            if (!FaultClassifier.classify(fault).runnerIsSound()) {
                lose(device, words(fault));
                return;
            }
            // Before it opens the model anew: others can have the sample, and the watchdog must not count this as
            // silence.
            strike(device, ticket, words(fault));
            shares.get(device).refused = OptionalInt.of(ticket.number());
        }
        Optional<Fault> fatal = replicas.get(device).reopen();
        synchronized (this) {
            shares.get(device).refused = OptionalInt.empty();
            fatal.ifPresent(why -> lose(device, words(why)));
        }
    }

    /** The try failed, and the device is sound. */
    private synchronized void strike(int device, SampleTracker.Ticket ticket, String why) {
        tracker.strike(ticket, why).ifPresent(sample -> deques.putBack(sample, device));
        noteGivenUp(ticket.sample(), why);
        notifyAll();
    }

    private synchronized void settle(int device, SampleTracker.Ticket ticket, long took, Optional<String> wrong) {
        if (tracker.settle(ticket)) {
            Share share = shares.get(device);
            share.busy += took;
            share.answers.add(took / 1e6);
            share.slowest = Math.max(share.slowest, took);
            ends.put(
                    ticket.sample(),
                    wrong.<SampleEnd>map(how -> new SampleEnd.Wrong(device, how))
                            .orElseGet(() -> new SampleEnd.Right(device)));
        }
        notifyAll();
    }

    private synchronized void lose(int device, String why) {
        if (tracker.isLost(device)) {
            return;
        }
        List<Integer> held = tracker.inFlight(device)
                .map(SampleTracker.Ticket::sample)
                .map(List::of)
                .orElse(List.of());
        tracker.lose(device, why).forEach(sample -> deques.putBack(sample, device));
        deques.retire(device);
        held.forEach(sample -> noteGivenUp(sample, why));
        notifyAll();
        replicas.get(device).kill();
    }

    private void noteGivenUp(int sample, String why) {
        if (!ends.containsKey(sample) && !tracker.unfinished().contains(sample)) {
            ends.put(sample, new SampleEnd.Failed(why));
        }
    }

    private static String words(Fault fault) {
        return fault.fold(
                refused -> refused.poisoned().orElseGet(refused::message),
                late -> "no answer within %d ms".formatted(late.limit().toMillis()),
                Fault.Lost::reason,
                Fault.Implausible::reason);
    }

    private synchronized PoolReport report(boolean interrupted) {
        List<PoolReport.Tally> tallies = new ArrayList<>();
        List<SampleEvent> events = tracker.events();
        for (int device = 0; device < replicas.size(); device++) {
            Share share = shares.get(device);
            int own = device;
            tallies.add(new PoolReport.Tally(
                    replicas.get(device).name(),
                    share.answers,
                    share.stolen,
                    share.busy,
                    share.idle,
                    events.stream()
                            .filter(SampleEvent.DeviceLost.class::isInstance)
                            .map(SampleEvent.DeviceLost.class::cast)
                            .filter(lost -> lost.device() == own)
                            .findFirst()));
        }
        return new PoolReport(tallies, ends, events, end, interrupted, tracker.unfinished());
    }
}
