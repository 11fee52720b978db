package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.format.Figures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Part of where the time went.
 *
 * @param phase of the product, or {@code all else} for what no phase accounts for
 * @param elapsed time in it
 * @param share of the whole run's wall clock; phases that ran side by side add up to more than 1
 */
public record TimeShare(String phase, Duration elapsed, double share) {

    static List<TimeShare> of(RunRecord record) {
        Duration whole = record.times().took();
        List<TimeShare> shares = new ArrayList<>();
        record.times()
                .elapsed()
                .forEach((phase, elapsed) -> shares.add(new TimeShare(phase, elapsed, part(elapsed, whole))));
        Duration rest =
                record.times().elapsed().values().stream().reduce(whole, (left, elapsed) -> left.minus(elapsed));
        if (!rest.isNegative() && !rest.isZero()) {
            shares.add(new TimeShare("all else", rest, part(rest, whole)));
        }
        return shares;
    }

    /** The length of its bar in percent, never more than the whole. */
    public String width() {
        return Figures.width(Math.min(1, share));
    }

    private static double part(Duration elapsed, Duration whole) {
        return whole.isZero() ? 0 : (double) elapsed.toNanos() / whole.toNanos();
    }
}
