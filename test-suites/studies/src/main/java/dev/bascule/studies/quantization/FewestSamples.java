package dev.bascule.studies.quantization;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How many samples a limit of what may be lost takes at least, by the interval that is judged by. Immutable.
 *
 * @param loss what is lost
 * @param base the unquantised model's point
 * @param most what may be lost, as a share
 */
record FewestSamples(Loss loss, Point base, double most) {
    private static final int MOST = 100_000_000;

    /** The fewest of which one that answers all alike surely keeps the limit; empty where none of {@value #MOST} do. */
    OptionalInt count() {
        if (!isKeptBy(MOST)) {
            return OptionalInt.empty();
        }
        int tooFew = PairedLoss.FEWEST - 1;
        int enough = MOST;
        while (enough - tooFew > 1) {
            int middle = tooFew + (enough - tooFew) / 2;
            if (isKeptBy(middle)) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return OptionalInt.of(enough);
    }

    private boolean isKeptBy(int n) {
        return n >= PairedLoss.FEWEST && loss.leastShown(base, n) <= most;
    }

    /** What to say where there are fewer; empty where there are enough. */
    Optional<String> words() {
        int n = base.answers().size();
        OptionalInt fewest = count();
        if (fewest.isPresent() && n >= fewest.getAsInt()) {
            return Optional.empty();
        }
        String limit = "accuracy="
                + new BigDecimal(String.valueOf(100 * most))
                        .setScale(6, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString()
                + "%";
        String here = n < PairedLoss.FEWEST
                ? "%d samples are too few for %s: of so few there is no interval".formatted(n, limit)
                : String.format(
                        Locale.ROOT,
                        "%d samples are too few for %s: where not one answer differs, the interval of what is lost still reaches %.3f points",
                        n,
                        limit,
                        100 * loss.leastShown(base, n));
        return Optional.of(here
                + (fewest.isPresent()
                        ? "; %d at least are needed, if the data has them (--samples %d), or a wider limit."
                                .formatted(fewest.getAsInt(), fewest.getAsInt())
                        : "; no number of samples is enough for it, a wider limit is needed."));
    }
}
