package dev.bascule.cli.requirements;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.workload.MemoryEstimate;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * How large a batch may be, with activations growing from row to row as they do from one to two. Immutable.
 *
 * @param one at a batch of 1
 * @param two at a batch of 2; empty where no input follows the batch
 */
record BatchRoom(MemoryEstimate one, Optional<MemoryEstimate> two) {
    /** Shapes matter and values do not. */
    private static final long SEED = 1;

    private static final long MOST = 1 << 20;

    static BatchRoom of(ModelInspection model, MemoryEstimate one) {
        try {
            Optional<MemoryEstimate> two = Optional.of(MemoryEstimate.of(
                            OnnxModelFile.open(model.artifact().file()),
                            new FeedBuilder(model, Map.of(), 2, SEED, PreparedTensors.NONE)
                                    .build(Map.of(), Map.of(), Map.of())
                                    .feeds()
                                    .step(0)))
                    .filter(more -> more.activationBytes() > one.activationBytes());
            return new BatchRoom(one, two);
        } catch (BasculeException e) {
            return new BatchRoom(one, Optional.empty());
        }
    }

    /** Whether a larger batch takes more: else none is to be told. */
    boolean follows() {
        return two.isPresent();
    }

    /** The greatest batch whose need is no more than the room; 0 where not even one row fits. */
    long most(ToLongFunction<MemoryEstimate> need, long room) {
        long fits = 0;
        long lacks = MOST + 1;
        while (lacks - fits > 1) {
            long middle = fits + (lacks - fits) / 2;
            if (need.applyAsLong(at(middle)) <= room) {
                fits = middle;
            } else {
                lacks = middle;
            }
        }
        return fits;
    }

    private MemoryEstimate at(long batch) {
        long row =
                two.map(more -> more.activationBytes() - one.activationBytes()).orElse(0L);
        return new MemoryEstimate(
                one.weightBytes(), one.activationBytes() + (batch - 1) * row, one.unknownValues(), one.reason());
    }
}
