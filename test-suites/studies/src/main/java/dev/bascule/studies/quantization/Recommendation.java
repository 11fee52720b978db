package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.models.workload.ByteSizes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What to take on one target. Immutable.
 *
 * @param variant that is advised, or the nearest where none keeps the budget; empty where nothing was measured
 * @param keeps whether it keeps the budget
 * @param sentences why, and what is given up
 */
public record Recommendation(Optional<String> variant, boolean keeps, List<String> sentences) {
    public Recommendation {
        sentences = List.copyOf(sentences);
    }

    /**
     * Of those on the front that keep the budget: the fastest, and of those not surely slower than it the one of fewest bytes. What is
     * flagged is never advised, nor what left the backend.
     */
    static Recommendation of(List<Judged> judged, QuantizationBudget budget, Optional<Loss> loss) {
        List<Judged> sound = judged.stream()
                .filter(each -> each.flags().isEmpty() && !each.leftAccelerator())
                .toList();
        if (sound.isEmpty()) {
            return new Recommendation(Optional.empty(), false, List.of("Nothing was measured that can be advised."));
        }
        List<Judged> keeping =
                sound.stream().filter(each -> budget.missed(each).isEmpty()).toList();
        if (keeping.isEmpty()) {
            Judged nearest = sound.stream()
                    .min(Comparator.comparingDouble(budget::excess))
                    .orElseThrow();
            return new Recommendation(
                    Optional.of(nearest.point().variant()),
                    false,
                    List.of("Nothing keeps the budget (%s). The nearest is %s: %s."
                            .formatted(
                                    budget.words(),
                                    nearest.point().variant(),
                                    String.join("; ", budget.missed(nearest)))));
        }
        List<Judged> front = keeping.stream().filter(Judged::isOnFront).toList();
        List<Judged> among = front.isEmpty() ? keeping : front;
        Judged fastest = among.stream()
                .min(Comparator.comparingDouble(Recommendation::pace))
                .orElseThrow();
        Judged best = among.stream()
                .filter(each -> !isSurelySlower(each, fastest))
                // Where nobody says what may be lost, what surely loses something is not advised.
                .filter(each -> budget.limits().containsKey(QuantizationBudget.Limit.ACCURACY) || !surelyLoses(each))
                .min(Comparator.comparingLong(each -> each.point().bytes()))
                .orElse(fastest);
        return new Recommendation(Optional.of(best.point().variant()), true, sentences(best, judged, budget, loss));
    }

    private static double pace(Judged each) {
        return each.isOriginal() ? 1 : each.figures().ratio().map(Ratio::value).orElse(Double.POSITIVE_INFINITY);
    }

    private static boolean isSurelySlower(Judged one, Judged other) {
        Optional<Interval> own = one.figures().pace(one.isOriginal());
        Optional<Interval> its = other.figures().pace(other.isOriginal());
        return !one.point().variant().equals(other.point().variant())
                && (own.isEmpty()
                        || its.isEmpty()
                        || own.orElseThrow().low() > its.orElseThrow().high());
    }

    private static boolean surelyLoses(Judged each) {
        return each.figures()
                .loss()
                .flatMap(PairedLoss::ci95)
                .map(ends -> ends.low() > 0)
                .orElse(false);
    }

    private static List<String> sentences(
            Judged best, List<Judged> all, QuantizationBudget budget, Optional<Loss> loss) {
        List<String> sentences = new ArrayList<>();
        if (best.isOriginal()) {
            sentences.add(
                    "Keep the model as it is: nothing that keeps the budget (%s) is better, as far as it was told apart."
                            .formatted(budget.words()));
            return sentences;
        }
        Optional<Judged> base = all.stream().filter(Judged::isOriginal).findFirst();
        sentences.add("Take %s: %s for %s, and %s."
                .formatted(
                        best.point().variant(),
                        ByteSizes.text(best.point().bytes()),
                        base.map(each -> ByteSizes.text(each.point().bytes())).orElse("what is not known"),
                        speed(best)));
        sentences.add(givenUp(best, loss));
        if (!best.point().placing().isProven()) {
            sentences.add(
                    "Where it ran is not proven: " + best.point().placing().words() + ".");
        }
        return sentences;
    }

    private static String speed(Judged best) {
        Optional<Ratio> ratio = best.figures().ratio();
        if (ratio.flatMap(Ratio::ci95).isEmpty()) {
            return "whether it is faster is not known";
        }
        Interval ends = ratio.flatMap(Ratio::ci95).orElseThrow();
        String times = String.format(
                Locale.ROOT,
                "%.2f times the time (%.2f to %.2f)",
                ratio.orElseThrow().value(),
                ends.low(),
                ends.high());
        return best.figures().isSurelyFaster()
                ? "faster, " + times
                : best.figures().isSurelySlower() ? "slower, " + times : "as fast as could be told, " + times;
    }

    private static String givenUp(Judged best, Optional<Loss> loss) {
        Optional<PairedLoss> paired = best.figures().loss();
        if (loss.isEmpty() || paired.isEmpty()) {
            return "What is given up is not known.";
        }
        String ends = paired.orElseThrow()
                .ci95()
                .map(ci -> String.format(Locale.ROOT, " (%.2f to %.2f)", 100 * ci.low(), 100 * ci.high()))
                .orElse(", with no interval: there are too few samples");
        String sure = paired.orElseThrow().ci95().map(ci -> ci.low() > 0).orElse(false) ? "" : "; not surely anything";
        return String.format(
                Locale.ROOT,
                "Given up: %.2f points%s of %s%s, on %d samples.",
                100 * paired.orElseThrow().difference(),
                ends,
                loss.orElseThrow().words(),
                sure,
                best.figures().of());
    }
}
