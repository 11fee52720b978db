package dev.bascule.prediction.pool;

import java.util.List;

/**
 * Who runs where. Immutable.
 *
 * @param placements in the order of the task's options
 * @param proven whether the solver showed that none is better; else its time was over, and this is the best that it found
 */
public record PoolPlan(List<Placement> placements, boolean proven) {
    public PoolPlan {
        placements = List.copyOf(placements);
    }

    /** The share of a device's threads that is busy on average. */
    public double load(PoolDevice device) {
        return placements.stream()
                        .mapToDouble(each -> each.busyThreads(device.id()))
                        .sum()
                / device.capacity();
    }

    /** What is least: the busy shares of all devices, added up. */
    public double load(List<PoolDevice> devices) {
        return devices.stream().mapToDouble(this::load).sum();
    }

    public int replicas() {
        return placements.stream().mapToInt(Placement::replicas).sum();
    }

    public long hostBytes() {
        return placements.stream().mapToLong(Placement::hostBytes).sum();
    }

    /** In the device's own memory. */
    public long deviceBytes(PoolDevice device) {
        return placements.stream()
                .filter(each -> each.option().device().equals(device.id()))
                .mapToLong(Placement::deviceBytes)
                .sum();
    }

    public List<Placement> of(String model) {
        return placements.stream()
                .filter(each -> each.option().model().equals(model))
                .toList();
    }
}
