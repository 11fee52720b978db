package dev.bascule.studies.training;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What forward pass, gradients and the whole step take on a target, timed in turn in sessions of their own, each from the call to the loss on
 * the CPU. Immutable.
 *
 * @param forward of all blocks
 * @param gradient forward and backward
 * @param step forward, backward and update
 * @param toGradient how many times as long as forward alone
 * @param toStep likewise
 */
public record PassTimes(Samples forward, Samples gradient, Samples step, Ratio toGradient, Ratio toStep) {
    /** Of blocks that were timed in turn, the i-th of each beside the i-th of the others; empty where the clock does not tell them. */
    static Optional<PassTimes> of(List<Samples> forward, List<Samples> gradient, List<Samples> step) {
        return Stream.of(forward, gradient, step).allMatch(Ratio::isMeasurable)
                ? Optional.of(new PassTimes(
                        Samples.concat(forward),
                        Samples.concat(gradient),
                        Samples.concat(step),
                        Ratio.ofPairs(gradient, forward),
                        Ratio.ofPairs(step, forward)))
                : Optional.empty();
    }
}
