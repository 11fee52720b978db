package dev.bascule.studies.training;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/**
 * How long, how far and how near. Immutable.
 *
 * @param timeout for each answer of a runner
 * @param training how long one target may train with one seed
 * @param steps of a run
 * @param exact how many of the first are held against the exact trajectory, and repeated
 * @param evaluateEvery so many steps the held-out data are looked at
 * @param target accuracy at which a run ends; empty for a run of all steps
 */
public record TrainingLimits(
        Duration timeout, Duration training, int steps, int exact, int evaluateEvery, OptionalDouble target) {

    /** Of a run. */
    public static final int MOST_STEPS = 1 << 20;

    private static final int PROBE = 10;

    /** The same with another number of steps. */
    public TrainingLimits withSteps(int other) {
        return new TrainingLimits(timeout, training, other, exact, evaluateEvery, target);
    }

    /**
     * How many steps a walk makes until somebody looks: to the next evaluation, the next of these stops or the end, and no more than time seems
     * left for.
     *
     * @param begin the step after which the run began
     * @param stops steps to stop at
     */
    int next(Walk walk, long begin, List<Long> stops) {
        long at = walk.step();
        long evaluation = (at / evaluateEvery + 1) * evaluateEvery;
        long next = LongStream.concat(
                        LongStream.of(evaluation, begin + steps),
                        stops.stream().mapToLong(Long::longValue).filter(stop -> stop > at))
                .min()
                .orElse(evaluation);
        return Math.toIntExact(Math.max(1, Math.min(next - at, affordable(walk.trained(), at - begin))));
    }

    /** By the time that the steps before took; at first a few are tried. */
    private long affordable(Duration trained, long made) {
        if (made == 0) {
            return PROBE;
        }
        double each = (double) trained.toNanos() / made;
        return each > 0 ? (long) Math.ceil(training.minus(trained).toNanos() / each) : Long.MAX_VALUE;
    }
}
