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

    FakeReplica(String name, long bytes, List<String> events) {
        this.name = name;
        this.bytes = bytes;
        this.events = events;
    }

    static List<String> events() {
        return new CopyOnWriteArrayList<>();
    }

    PoolSlot slot() {
        return new PoolSlot(name, "fake", 0, bytes, this);
    }

    @Override
    public Optional<Failure> open() {
        events.add("open " + name);
        if (broken) {
            return Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, name + " is broken"));
        }
        open = true;
        return Optional.empty();
    }

    @Override
    public Optional<Failure> answer() {
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
    public OptionalLong residentBytes() {
        return open ? OptionalLong.of(bytes) : OptionalLong.empty();
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
