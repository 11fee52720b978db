package dev.bascule.prediction.memory;

/**
 * What a target's processes grew by with one model, beside what the model's tensors take by its graph. Immutable.
 *
 * @param architecture models of one architecture speak with one voice
 * @param tensorBytes weights and activations by the graph
 * @param growthBytes the peak less what was resident before the run's first model, or of less than all: {@code atLeast}
 * @param atLeast whether a new process would grow by this or more: the peak less what earlier models had left behind
 */
public record MemorySample(
        TargetKind kind, String model, String architecture, long tensorBytes, long growthBytes, boolean atLeast) {
    /** What processes differ by from one start to the next, whatever the model: no ratio is told of less. */
    static final long FLOOR = 48L << 20;

    /** Of the whole growth. */
    public MemorySample(TargetKind kind, String model, String architecture, long tensorBytes, long growthBytes) {
        this(kind, model, architecture, tensorBytes, growthBytes, false);
    }

    public MemorySample {
        if (tensorBytes < 0) {
            throw new IllegalArgumentException("tensors of %d bytes".formatted(tensorBytes));
        }
    }

    /** Measured by estimated, each process's own noise counted with the tensors. */
    double ratio() {
        return Math.max(0, growthBytes) / (double) (tensorBytes + FLOOR);
    }
}
