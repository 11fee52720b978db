package dev.bascule.scheduling.policy;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How {@link Assignment} weighs. Immutable. None of these is measured: they are chosen, and said to be.
 *
 * @param power of the loads in what the plan lowers; the higher, the more a late end counts beside a well matched job
 * @param window how many waiting jobs are planned in a round at least, and as many as workers are idle; what comes behind them waits for its turn, but
 *     for what idle workers can do ({@link Window})
 * @param warmCredit the share of its time that a job is thought to save where all is loaded that it can use
 * @param teachCredit the share of the guess that is taken off where nobody knows the time yet
 * @param teachings how often one kind on one class of hardware gets that credit
 * @param leastPatience a job that is first is passed over for so long at least; see {@link Patience}
 * @param mostPatience and for so long at most, whatever is predicted
 * @param leastHeadroom a worker that is nearer to throttling rests, in degrees Celsius
 * @param powerCap what all workers together may draw, in watts, as far as they know what they draw
 */
public record AssignmentSettings(
        int power,
        int window,
        double warmCredit,
        double teachCredit,
        int teachings,
        Duration leastPatience,
        Duration mostPatience,
        double leastHeadroom,
        OptionalDouble powerCap) {
    public static final AssignmentSettings USUAL = new AssignmentSettings(
            4, 240, 0.1, 0.1, 2, Duration.ofSeconds(30), Duration.ofMinutes(10), 0, OptionalDouble.empty());

    public AssignmentSettings {
        if (power < 2 || power % 2 != 0 || window < 1) {
            throw new IllegalArgumentException("an even power, and a window of one job at least");
        }
        if (!(warmCredit >= 0 && warmCredit < 1 && teachCredit >= 0 && teachCredit < 1)) {
            throw new IllegalArgumentException("a credit is a share of the time");
        }
        if (leastPatience.compareTo(mostPatience) > 0) {
            throw new IllegalArgumentException("the least patience is not above the most");
        }
    }

    /** These, with a cap. */
    public AssignmentSettings withPowerCap(double watts) {
        return new AssignmentSettings(
                power,
                window,
                warmCredit,
                teachCredit,
                teachings,
                leastPatience,
                mostPatience,
                leastHeadroom,
                OptionalDouble.of(watts));
    }

    /** These, with another power. */
    public AssignmentSettings withPower(int other) {
        return new AssignmentSettings(
                other,
                window,
                warmCredit,
                teachCredit,
                teachings,
                leastPatience,
                mostPatience,
                leastHeadroom,
                powerCap);
    }
}
