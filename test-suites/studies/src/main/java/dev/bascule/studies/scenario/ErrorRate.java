package dev.bascule.studies.scenario;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.models.zoo.SplitMix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Character error rates. Stateless. */
final class ErrorRate {
    private static final int RESAMPLES = 2_000;
    private static final double TAIL = 0.025;
    /** Of fewer pages no draw says how much they differ. */
    static final int FEWEST = 5;

    private ErrorRate() {}

    /**
     * All edits by all characters. The interval is of pages drawn anew (percentile bootstrap), since errors of one page hang together;
     * where no page has an error it is Wilson's over the characters, as there is nothing to draw.
     */
    static Figure figure(String name, List<String> labels, List<String> said) {
        int count = Math.min(labels.size(), said.size());
        long[] edits = IntStream.range(0, count)
                .mapToLong(i -> Said.edits(labels.get(i), said.get(i)))
                .toArray();
        long[] characters =
                IntStream.range(0, count).mapToLong(i -> labels.get(i).length()).toArray();
        return new Figure(
                name,
                "1",
                IntStream.range(0, count)
                        .mapToObj(i -> rate(edits[i], characters[i]))
                        .toList(),
                Optional.of(rate(
                        Arrays.stream(edits).sum(), Arrays.stream(characters).sum())),
                interval(edits, characters));
    }

    private static Optional<Interval> interval(long[] edits, long[] characters) {
        if (Arrays.stream(edits).sum() == 0) {
            return Optional.of(Proportion.wilson(
                    0, (int) Math.max(1, Arrays.stream(characters).sum())));
        }
        if (edits.length < FEWEST) {
            return Optional.empty();
        }
        SplitMix random = SplitMix.named("pages drawn anew");
        double[] rates = new double[RESAMPLES];
        for (int draw = 0; draw < RESAMPLES; draw++) {
            long wrong = 0;
            long of = 0;
            for (int i = 0; i < edits.length; i++) {
                int at = (int) random.nextBelow(edits.length);
                wrong += edits[at];
                of += characters[at];
            }
            rates[draw] = rate(wrong, of);
        }
        Arrays.sort(rates);
        int low = (int) (TAIL * RESAMPLES);
        return Optional.of(new Interval(rates[low], rates[RESAMPLES - 1 - low]));
    }

    private static double rate(long edits, long characters) {
        return (double) edits / Math.max(1, characters);
    }
}
