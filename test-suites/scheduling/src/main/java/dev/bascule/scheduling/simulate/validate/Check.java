package dev.bascule.scheduling.simulate.validate;

/**
 * One thing that is known, and what the simulator makes of it. Immutable.
 *
 * @param name what is known
 * @param expected in {@code unit}
 * @param simulated the mean over seeds
 * @param low the lower end of the 99 % interval of that mean, by Student's t; equal to {@code simulated} where it must be exact
 * @param high the upper end of it
 * @param control whether it was set wrong on purpose, so that it must not hold
 */
public record Check(
        String name, String unit, double expected, double simulated, double low, double high, boolean control) {

    /** Whether the interval has what is known; of what is exact, whether it is so to one in 10⁶. */
    public boolean holds() {
        return low == high
                ? Math.abs(simulated - expected) <= 1e-6 * Math.max(1, Math.abs(expected))
                : low <= expected && expected <= high;
    }

    /** Whether it is as it must be: a control does not hold. */
    public boolean passed() {
        return holds() != control;
    }
}
