package dev.bascule.studies.quantization;

import dev.bascule.models.workload.ByteSizes;
import dev.bascule.studies.quantization.QuantizationBudget.Limit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What stands on the front beside the unquantised model where that is to be kept: better in something, and worse in another. Immutable.
 *
 * @param allowed those that surely keep the budget, and lose no more than they may
 * @param kept the unquantised model
 * @param sound all that can be advised, whatever they keep
 * @param budget what is kept
 * @param loss what is lost; empty where nothing is known
 */
record TradeOffs(
        List<Judged> allowed, Judged kept, List<Judged> sound, QuantizationBudget budget, Optional<Loss> loss) {
    private static final int MOST = 3;
    private static final long KIB = 1024;

    /** That nothing is better, in the sense of the front. */
    String keep() {
        return "Keep the model as it is: nothing %sis surely better in something and surely worse in nothing, as far as it was told apart."
                .formatted(
                        budget.limits().isEmpty()
                                ? ""
                                : "that surely keeps the budget (%s) ".formatted(budget.words()));
    }

    /** Of the smallest each what it is worth, and by which limit it would be advised; none where nothing is better in anything. */
    List<String> sentences() {
        List<Judged> all = allowed.stream()
                .filter(each -> !each.isOriginal() && each.isOnFront() && isBetterInSomething(each))
                .sorted(Comparator.comparingLong(each -> each.point().bytes()))
                .toList();
        List<String> sentences = new ArrayList<>();
        all.stream().limit(MOST).map(this::words).forEach(sentences::add);
        if (all.size() > MOST) {
            sentences.add("%d more stand there: %s."
                    .formatted(
                            all.size() - MOST,
                            all.stream()
                                    .skip(MOST)
                                    .map(each -> each.point().variant())
                                    .collect(Collectors.joining(", "))));
        }
        return sentences;
    }

    private boolean isBetterInSomething(Judged each) {
        return Recommendation.isSmallerOrFaster(each, kept)
                || each.figures().loss().map(PairedLoss::isSurelyLess).orElse(false);
    }

    private String words(Judged each) {
        String name = each.point().variant();
        return "%s the front, better in something and worse in another: %s, %s for %s, and %s. %s %s"
                .formatted(
                        kept.isOnFront() ? "Also on" : "On",
                        name,
                        ByteSizes.text(each.point().bytes()),
                        ByteSizes.text(kept.point().bytes()),
                        Recommendation.speed(each),
                        Recommendation.givenUp(each, loss),
                        limits(each).stream()
                                .filter(said -> isChosenBy(said, each))
                                .findFirst()
                                .map(said -> "With %s in --budget it is chosen, by these figures."
                                        .formatted(
                                                said.stream().map(Said::typed).collect(Collectors.joining(","))))
                                .orElse("No limit of --budget chooses it; --emit %s writes it.".formatted(name)));
    }

    /** A limit as it is typed. */
    private record Said(Limit limit, String most) {
        String typed() {
            return limit.word() + "=" + most;
        }

        double value() {
            return QuantizationBudget.parse(typed()).limits().getOrDefault(limit, Double.NaN);
        }
    }

    /** What could be said so that it is chosen, the shortest first. */
    private static List<List<Said>> limits(Judged each) {
        Said bytes = new Said(Limit.BYTES, kibibytes(each.point().bytes()));
        Said p50 = new Said(Limit.P50, millis(each.figures().p50()));
        return List.of(List.of(bytes), List.of(p50), List.of(bytes, p50));
    }

    private boolean isChosenBy(List<Said> said, Judged each) {
        QuantizationBudget narrower = budget;
        for (Said one : said) {
            narrower = narrower.with(one.limit(), one.value());
        }
        return Recommendation.advised(sound, narrower)
                .filter(chosen -> chosen.point().variant().equals(each.point().variant()))
                .isPresent();
    }

    /** At least so many, to three digits. */
    private static String kibibytes(long bytes) {
        int digits = bytes < 10 * KIB ? 2 : bytes < 100 * KIB ? 1 : 0;
        return BigDecimal.valueOf(bytes)
                        .divide(BigDecimal.valueOf(KIB), digits, RoundingMode.CEILING)
                        .toPlainString()
                + "KiB";
    }

    /** The same of milliseconds. */
    private static String millis(double millis) {
        int digits = Math.max(0, Math.min(5, 2 - (int) Math.floor(Math.log10(Math.max(millis, 1e-5)))));
        return BigDecimal.valueOf(millis).setScale(digits, RoundingMode.CEILING).toPlainString() + "ms";
    }
}
