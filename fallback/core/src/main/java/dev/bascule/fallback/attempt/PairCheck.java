package dev.bascule.fallback.attempt;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import java.util.Locale;
import java.util.Optional;

/** What speaks against a ratio that was measured in turn. Stateless. */
public final class PairCheck {
    /** What a median of one machine differs by from one cell to the next when nothing changed. */
    private static final double NOISE = 1.13;

    private PairCheck() {}

    /** Whether the baseline became another while it was compared with; empty where it kept its pace. */
    public static Optional<String> drift(Comparison pair) {
        Samples samples = pair.baselineSamples();
        int third = samples.size() / 3;
        return Summary.of(samples)
                .filter(summary -> summary.flags().contains(Summary.Flag.DRIFT))
                .map(summary -> String.format(
                        Locale.ROOT,
                        "%s drifted while it was the baseline: its last third took ×%.2f the time of its first",
                        pair.baseline(),
                        samples.slice(samples.size() - third, samples.size()).median()
                                / samples.slice(0, third).median()));
    }

    /**
     * Whether the ratio calls that side slower which the cells of the row show to be the faster, both beyond their intervals and
     * beyond the noise between cells: then one of them is wrong, and a reader would see both.
     *
     * @param cell the baseline measured alone, in the cell of the same row
     */
    public static Optional<String> contradiction(Comparison pair, Samples cell) {
        Optional<Interval> alone = Summary.of(cell).flatMap(Summary::ci95);
        Optional<Interval> own = Summary.of(pair.ownSamples()).flatMap(Summary::ci95);
        Optional<Interval> inTurn = pair.ratio().ci95();
        if (alone.isEmpty() || own.isEmpty() || inTurn.isEmpty() || alone.get().low() <= 0) {
            return Optional.empty();
        }
        double low = own.get().low() / alone.get().high();
        double high = own.get().high() / alone.get().low();
        boolean opposite =
                inTurn.get().high() < 1 && low > 1 && low > NOISE * inTurn.get().high()
                        || inTurn.get().low() > 1
                                && high < 1
                                && NOISE * high < inTurn.get().low();
        return opposite
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "measured in turn it took ×%.2f (%.2f–%.2f) the time of %s, by the cells of this row ×%.2f–%.2f: they"
                                + " contradict each other, and no ratio is shown",
                        pair.ratio().value(),
                        inTurn.get().low(),
                        inTurn.get().high(),
                        pair.baseline(),
                        low,
                        high))
                : Optional.empty();
    }
}
