package dev.bascule.studies.pool;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** Holds as many bytes as it is told while it is open, and writes down what becomes of it. Thread-safe. */
final class FakeReplica implements PoolReplica {
    final List<String> events;
    private final String name;
    private final long bytes;
    private volatile boolean open;
    volatile boolean broken;
    volatile boolean lies;
    /** Answers after which its process goes at the next request, again and again. */
    volatile int diesAfter = Integer.MAX_VALUE;

    volatile boolean lost;
    private int answers;

    FakeReplica(String name, long bytes, List<String> events) {
        this.name = name;
        this.bytes = bytes;
        this.events = events;
    }

    static List<String> events() {
        return new CopyOnWriteArrayList<>();
    }

    PoolSlot slot() {
        return slot(name, 0);
    }

    /** As one of several of a model. */
    PoolSlot slot(String model, int number) {
        return new PoolSlot(model, "fake", number, bytes, this);
    }

    @Override
    public Optional<Failure> open() {
        events.add("open " + name);
        // As a process whose model does not open: it lives until it is closed.
        open = true;
        if (broken) {
            return Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, name + " is broken"));
        }
        return Optional.empty();
    }

    @Override
    public Optional<Failure> answer() {
        lost = open && answers++ >= diesAfter;
        if (lost) {
            open = false;
            answers = 0;
            events.add("dies " + name);
            return Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, name + " died"));
        }
        return open ? Optional.empty() : Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, name + " is not open"));
    }

    @Override
    public Duration computed() {
        return Duration.ofMillis(1);
    }

    @Override
    public Optional<Failure> wrong() {
        return lies ? Optional.of(Failure.of(ErrorCode.NUMERICS_WRONG, name + " is wrong")) : Optional.empty();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    @Override
    public boolean isJudged() {
        return true;
    }

    @Override
    public OptionalLong emptyBytes() {
        return open ? OptionalLong.of(bytes / 2) : OptionalLong.empty();
    }

    @Override
    public Optional<HeldMemory> memory() {
        return open ? Optional.of(new HeldMemory(bytes, bytes / 2)) : Optional.empty();
    }

    @Override
    public Optional<Duration> processorTime() {
        return Optional.empty();
    }

    @Override
    public void close() {
        if (open) {
            events.add("close " + name);
        }
        open = false;
    }
}
