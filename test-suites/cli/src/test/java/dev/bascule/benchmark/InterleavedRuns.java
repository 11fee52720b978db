package dev.bascule.benchmark;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** The same cases through a bare page and through Bascule by turns (ABBA), and how many times as long the page takes. */
final class InterleavedRuns {
    private InterleavedRuns() {}

    /** What takes turns. */
    interface Sides {
        NaivePage.Pass naive();

        BasculePass bascule(int pair);

        /** Each pair, when both of it have ended. */
        void told(NaivePage.Pass naive, BasculePass bascule);
    }

    static void print(String what, int cases, int pairs, Sides sides) {
        List<Samples> own = new ArrayList<>();
        List<Samples> baseline = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            boolean naiveFirst = pair % 2 == 0;
            Optional<NaivePage.Pass> before = naiveFirst ? Optional.of(sides.naive()) : Optional.empty();
            BasculePass bascule = sides.bascule(pair);
            NaivePage.Pass naive = before.orElseGet(sides::naive);
            own.add(samples(bascule.elapsed()));
            baseline.add(samples(naive.elapsed()));
            sides.told(naive, bascule);
        }
        // How many times as long the page takes.
        Ratio ratio = Ratio.ofPairs(baseline, own);
        double[] each = IntStream.range(0, pairs)
                .mapToDouble(pair -> baseline.get(pair).median() / own.get(pair).median())
                .toArray();
        System.out.printf(
                "%-6s %.2f times the bare page%s, from %.2f to %.2f over %d pairs of %d cases%n",
                what,
                ratio.value(),
                ratio.ci95()
                        .map(ci -> " [%.2f, %.2f]".formatted(ci.low(), ci.high()))
                        .orElse(""),
                DoubleStream.of(each).min().orElseThrow(),
                DoubleStream.of(each).max().orElseThrow(),
                pairs,
                cases);
    }

    private static Samples samples(Duration elapsed) {
        return Samples.ofMillis(elapsed.toNanos() / 1e6);
    }
}
