package dev.bascule.reports.training;

import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One step as it was measured. Immutable.
 *
 * @param number from 1 on
 * @param loss whatever it was, NaN included
 * @param feedMillis from the bytes of its inputs to what the engine takes; empty where nobody took the time
 * @param stepMillis from the call to the loss on the CPU
 */
public record TrainingStep(long number, double loss, OptionalDouble feedMillis, OptionalDouble stepMillis) {
    public TrainingStep {
        if (number < 1
                || Stream.of(feedMillis, stepMillis)
                        .anyMatch(time -> !(time.orElse(0) >= 0 && time.orElse(0) < 1e12))) {
            throw new IllegalArgumentException("step %d of %s and %s ms".formatted(number, feedMillis, stepMillis));
        }
    }
}
