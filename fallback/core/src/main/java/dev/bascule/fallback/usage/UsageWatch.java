package dev.bascule.fallback.usage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads counters at the edges of each measured block, where nothing is timed, and has a thread look at the sensors within
 * blocks, every 100 ms at most. A look that did not end within its block counts for nothing. The edges belong to one
 * thread.
 */
public final class UsageWatch implements AutoCloseable {
    static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** A block's start is no time to look: the clocks have just begun to rise. */
    private static final Duration SETTLE = Duration.ofMillis(10);

    private final UsageProbe probe;
    private final Supplier<Set<Long>> processes;
    private final Supplier<Map<String, Reading<Double>>> idleWatts;
    private final UsageAccount account = new UsageAccount();
    private final List<SensorSnapshot> looked = new ArrayList<>();
    private Set<Long> pids = Set.of();
    private boolean started;
    private Optional<Counters> before = Optional.empty();
    /** Odd while a block is measured. */
    private int edge;

    private boolean closed;

    UsageWatch(UsageProbe probe, Supplier<Set<Long>> processes, Supplier<Map<String, Reading<Double>>> idleWatts) {
        this.probe = probe;
        this.processes = processes;
        this.idleWatts = idleWatts;
    }

    /** Watches nothing. */
    public static UsageWatch none() {
        return UsageMeter.none("nobody watched").watch(Set::of);
    }

    /** A block is about to be measured. */
    public void begin() {
        if (!started) {
            started = true;
            start();
        }
        pids = processes.get();
        before = Optional.of(probe.counters(pids));
        turn();
    }

    /** It ended with so many timed inferences. */
    public void end(long inferences) {
        turn();
        Counters after = probe.counters(pids);
        before.ifPresent(start -> add(start, after, inferences));
        before = Optional.empty();
    }

    /** It ended on a fault: what it cost is in no figure. */
    public void abandon() {
        turn();
        before = Optional.empty();
    }

    /** What the blocks came to; empty where none was measured. */
    public synchronized Optional<Usage> usage() {
        return account.isEmpty() ? Optional.empty() : Optional.of(account.usage(idleWatts.get()));
    }

    /** Why the blocks may be noisy, by their own counters; empty where nothing says so. */
    public synchronized Optional<String> noise() {
        return account.isEmpty() ? Optional.empty() : account.noise();
    }

    private synchronized void add(Counters start, Counters after, long inferences) {
        account.block(start, after, inferences);
        looked.forEach(account::look);
    }

    private synchronized void turn() {
        if (edge % 2 == 0) {
            looked.clear();
        }
        edge++;
        notifyAll();
    }

    private void start() {
        Thread thread = new Thread(this::lookNowAndThen, "usage");
        thread.setDaemon(true);
        thread.start();
    }

    private void lookNowAndThen() {
        try {
            while (true) {
                int block = awaitBlock();
                if (block < 0) {
                    return;
                }
                Thread.sleep(SETTLE.toMillis());
                look(block);
                Thread.sleep(BETWEEN_LOOKS.minus(SETTLE).toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a block; its odd number, or -1 when there will be none any more. */
    private synchronized int awaitBlock() throws InterruptedException {
        while (!closed && edge % 2 == 0) {
            wait();
        }
        return closed ? -1 : edge;
    }

    private void look(int block) {
        if (!isMeasuring(block)) {
            return;
        }
        SensorSnapshot snapshot = looking();
        synchronized (this) {
            if (edge == block && !closed) {
                looked.add(snapshot);
            }
        }
    }

    /** A reader that breaks on what it reads costs its figures, and says so. */
    private SensorSnapshot looking() {
        try {
            return probe.look();
        } catch (RuntimeException e) {
            String why = "reading the sensors broke: " + e;
            return new SensorSnapshot(
                    List.of(
                            new SensorSnapshot.Sensed(
                                    Subjects.CPU, SensorSnapshot.Sensor.FREQUENCY, Reading.unknown(why)),
                            new SensorSnapshot.Sensed(
                                    Subjects.CPU, SensorSnapshot.Sensor.TEMPERATURE, Reading.unknown(why))),
                    List.of(),
                    List.of(),
                    List.of("sensors: " + why));
        }
    }

    private synchronized boolean isMeasuring(int block) {
        return edge == block && !closed;
    }

    /** Ends the looking; what was counted stays. The thread is gone after 100 ms at most. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
