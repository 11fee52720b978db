package dev.bascule.studies.training;

import dev.bascule.fallback.measure.Samples;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * What training costs. Immutable.
 *
 * @param batch samples of a step
 * @param feeds from the bytes of a step's inputs to what the engine takes
 * @param steps from the call to the loss on the CPU
 * @param readBacks of the state, each time that it was wanted
 */
public record StepTimes(int batch, Samples feeds, Samples steps, Samples readBacks) {

    /**
     * Of how many times as long the mean is as the median one no longer speaks for the other: pauses, as of a garbage collector or of
     * another program, are in the mean alone.
     */
    private static final double UNEVEN = 1.5;

    /** Each step with what it was fed: the medians of the two apart, added up, are shorter where pauses fall into either. */
    public Samples whole() {
        double[] feed = feeds.millis();
        double[] step = steps.millis();
        return Samples.ofMillis(IntStream.range(0, Math.min(feed.length, step.length))
                .mapToDouble(i -> feed[i] + step[i])
                .toArray());
    }

    /** By the median step with what it is fed. */
    public double samplesPerSecond() {
        return 1000.0 * batch / whole().median();
    }

    /** A batch over the mean step, where that is much longer than the median one; empty where the two say the same. */
    public OptionalDouble overall() {
        Samples whole = whole();
        double mean = whole.totalMillis() / whole.size();
        return mean > UNEVEN * whole.median() ? OptionalDouble.of(1000.0 * batch / mean) : OptionalDouble.empty();
    }
}
