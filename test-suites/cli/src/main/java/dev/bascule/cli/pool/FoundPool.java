package dev.bascule.cli.pool;

import dev.bascule.prediction.pool.PoolTask;
import java.util.List;
import java.util.Map;

/**
 * What there is to plan with. Immutable.
 *
 * @param task models, devices, and what is known of those on these
 * @param hostSource which counter said what is free, or why none did
 * @param labels of targets, short ones, where no other target has the same
 * @param leftOut pairs that could not be planned with
 * @param notes what else the reader should know
 * @param origin what a plan is made of
 */
record FoundPool(
        PoolTask task,
        String hostSource,
        Map<String, String> labels,
        List<LeftOut> leftOut,
        List<String> notes,
        PoolOrigin origin) {

    FoundPool {
        labels = Map.copyOf(labels);
        leftOut = List.copyOf(leftOut);
        notes = List.copyOf(notes);
    }

    FoundPool with(PoolTask other) {
        return new FoundPool(other, hostSource, labels, leftOut, notes, origin);
    }

    /** For people. */
    String label(String target) {
        return labels.getOrDefault(target, target);
    }

    /** A model on a target that no plan considers, and why. */
    record LeftOut(String model, String target, String why) {}
}
