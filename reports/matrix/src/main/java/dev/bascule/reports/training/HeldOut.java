package dev.bascule.reports.training;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Wilson;
import java.time.Duration;

/**
 * What the parameters of a step were worth on held-out data. Immutable.
 *
 * @param step after which
 * @param trained how long feeding and stepping took until then
 * @param right answers
 * @param of samples
 */
public record HeldOut(long step, Duration trained, int right, int of) {
    public HeldOut {
        if (step < 0 || trained.isNegative() || of < 1 || right < 0 || right > of) {
            throw new IllegalArgumentException("%d of %d right after step %d".formatted(right, of, step));
        }
    }

    public double accuracy() {
        return (double) right / of;
    }

    /** 95 %, Wilson's. */
    public Interval interval() {
        return Wilson.of(right, of);
    }
}
