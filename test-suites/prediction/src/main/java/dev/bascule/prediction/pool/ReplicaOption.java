package dev.bascule.prediction.pool;

import java.util.Optional;

/**
 * A model on a target on a device: what one replica there would take. Immutable.
 *
 * @param model its name
 * @param target for people and to tell it from others
 * @param device its id
 * @param width threads of the device that an inference keeps busy
 * @param overhead of each request beside computing; empty where nobody measured it, and then it counts nothing
 */
public record ReplicaOption(
        String model,
        String target,
        String device,
        int width,
        PoolTime time,
        PoolMemory memory,
        Optional<RequestOverhead> overhead) {
    public ReplicaOption {
        if (width < 1) {
            throw new IllegalArgumentException("%d threads".formatted(width));
        }
    }

    /** Without a measured overhead. */
    public ReplicaOption(String model, String target, String device, int width, PoolTime time, PoolMemory memory) {
        this(model, target, device, width, time, memory, Optional.empty());
    }

    public ReplicaOption with(RequestOverhead measured) {
        return new ReplicaOption(model, target, device, width, time, memory, Optional.of(measured));
    }

    /** Whether it is the same model on the same target and device, whatever is known of it. */
    public boolean isSamePlace(ReplicaOption other) {
        return model.equals(other.model) && target.equals(other.target) && device.equals(other.device);
    }

    /** How long it is at work in each second at a rate, computing or not: 1 is one replica that never rests. */
    double busy(double rate) {
        return rate
                * (time.plannedMillis() + overhead.map(RequestOverhead::millis).orElse(0.0))
                / 1000;
    }

    /** Threads of a device that it keeps busy on average at a rate: what is beside computing is the processors' work. */
    double busyThreads(double rate, String asked) {
        double computing = asked.equals(device) ? time.plannedMillis() * width : 0;
        double beside = asked.equals(PoolDevices.CPU)
                ? overhead.map(RequestOverhead::processorMillis).orElse(0.0)
                : 0;
        return rate * (computing + beside) / 1000;
    }
}
