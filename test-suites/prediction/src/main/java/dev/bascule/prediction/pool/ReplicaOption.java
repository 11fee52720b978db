package dev.bascule.prediction.pool;

/**
 * A model on a target on a device: what one replica there would take. Immutable.
 *
 * @param model its name
 * @param target for people and to tell it from others
 * @param device its id
 * @param width threads of the device that an inference keeps busy
 */
public record ReplicaOption(String model, String target, String device, int width, PoolTime time, PoolMemory memory) {
    public ReplicaOption {
        if (width < 1) {
            throw new IllegalArgumentException("%d threads".formatted(width));
        }
    }

    /** How long it computes in each second at a rate: 1 is one replica that never rests. */
    double busy(double rate) {
        return rate * time.plannedMillis() / 1000;
    }
}
