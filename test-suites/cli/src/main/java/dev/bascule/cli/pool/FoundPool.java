package dev.bascule.cli.pool;

import dev.bascule.prediction.pool.PoolTask;
import java.util.List;

/**
 * What there is to plan with. Immutable.
 *
 * @param task models, devices, and what is known of those on these
 * @param hostSource which counter said what is free, or why none did
 * @param leftOut pairs that could not be planned with
 * @param notes what else the reader should know
 */
record FoundPool(PoolTask task, String hostSource, List<LeftOut> leftOut, List<String> notes) {

    FoundPool {
        leftOut = List.copyOf(leftOut);
        notes = List.copyOf(notes);
    }

    /** A model on a target that no plan considers, and why. */
    record LeftOut(String model, String target, String why) {}
}
