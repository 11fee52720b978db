package dev.bascule.studies.scenario;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Wilson;
import dev.bascule.fallback.run.Figure;
import dev.bascule.models.zoo.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** Shares of right answers, and whether two differ. Stateless. */
public final class Proportion {
    private Proportion() {}

    /** The share that is right with Wilson's 95 % interval (Wilson 1927), of a 1 or a 0 for each. */
    static Figure figure(String name, List<Boolean> right) {
        long count = right.stream().filter(each -> each).count();
        return new Figure(
                name,
                "1",
                right.stream().map(each -> each ? 1.0 : 0.0).toList(),
                Optional.of((double) count / right.size()),
                Optional.of(wilson(count, right.size())));
    }

    /** Wilson's 95 % interval of a share (Wilson 1927). */
    public static Interval wilson(long right, int of) {
        return Wilson.of(right, of);
    }

    /**
     * How likely so uneven a split of those that only one of two got right is, where both are as good (McNemar 1947, the exact test):
     * twice the binomial tail, at most 1.
     */
    public static double mcNemar(int one, int other) {
        // Terms of their own would be 0 in a double from some thousand on.
        return Math.min(1, 2 * BinomialDistribution.of(one + other, 0.5).cumulativeProbability(Math.min(one, other)));
    }

    /** What only one of two got right, of as many as both were asked, and whether that tells them apart. */
    static List<Figure> beside(List<Boolean> here, List<Boolean> there, String unit) {
        int both = Math.min(here.size(), there.size());
        int hereAlone = (int) IntStream.range(0, both)
                .filter(i -> here.get(i) && !there.get(i))
                .count();
        int thereAlone = (int) IntStream.range(0, both)
                .filter(i -> there.get(i) && !here.get(i))
                .count();
        return List.of(
                Figure.single("right here alone", unit, hereAlone),
                Figure.single("right on native CPU alone", unit, thereAlone),
                Figure.single("McNemar's exact p", "1", mcNemar(hereAlone, thereAlone)));
    }

    /** The same labels on other samples (Fisher and Yates): what is right by chance. */
    static <T> List<T> shuffled(List<T> labels) {
        List<T> mixed = new ArrayList<>(labels);
        SplitMix random = SplitMix.named("shuffled labels");
        for (int i = mixed.size() - 1; i > 0; i--) {
            int at = (int) random.nextBelow(i + 1L);
            T kept = mixed.get(i);
            mixed.set(i, mixed.get(at));
            mixed.set(at, kept);
        }
        return mixed;
    }
}
