package dev.bascule.scheduling.simulate.model;

import java.time.Duration;

/**
 * A way in which a worker fails. Immutable.
 *
 * @param every the mean time from when it works to when it fails, exponential; above zero
 * @param lasts until it is back
 */
public record Fault(Kind kind, Duration every, Distribution lasts) {
    public Fault {
        if (every.isNegative() || every.isZero()) {
            throw new IllegalArgumentException("a worker that fails works before");
        }
    }

    /** What becomes of its job. */
    public enum Kind {
        /** Its process ends, and what it did is lost. */
        CRASH,
        /** It stands still, and goes on with its job afterwards, unless that was given to another meanwhile. */
        FREEZE,
        /** It works, but nobody hears of it until it is connected again. */
        CUT
    }
}
