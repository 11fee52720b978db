package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProcessSpreadTest {
    private static final int TRIALS = 400;

    private static Optional<ProcessSpread> spread(int trial) {
        return ProcessSpread.of(IntStream.range(0, ProcessSpread.COPIES)
                .mapToObj(i -> Points.of(Variant.AGAIN + trial + "-" + i, 4, 1, 100))
                .toList());
    }

    private static boolean holdsOne(Ratio ratio) {
        Interval ends = ratio.ci95().orElseThrow();
        return ends.low() <= 1 && ends.high() >= 1;
    }

    @Test
    void one_more_process_of_the_same_model_is_surely_faster_or_slower_no_more_often_than_five_in_a_hundred() {
        int pairsAlone = 0;
        int both = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            Ratio same = Figures.ratio(Points.of("same " + trial, 4, 1, 100)).orElseThrow();
            pairsAlone += holdsOne(same) ? 0 : 1;
            both += holdsOne(spread(trial).orElseThrow().widen(same)) ? 0 : 1;
        }

        // Some 5 % of 400 are 20, and 4 deviations more 37; pairs alone are wrong most of the time.
        assertThat(both).isLessThanOrEqualTo(37);
        assertThat(pairsAlone).isGreaterThan(TRIALS / 2);
    }

    @Test
    void what_takes_half_the_time_is_told() {
        Ratio fast = Figures.ratio(Points.of("fast", 4, 0.5, 100)).orElseThrow();

        assertThat(spread(0).orElseThrow().widen(fast).ci95().orElseThrow().high())
                .isLessThan(1);
    }

    @Test
    void of_too_few_copies_nothing_is_known() {
        assertThat(ProcessSpread.of(List.of(Points.of(Variant.AGAIN + 1, 4, 1, 100))))
                .isEmpty();
    }
}
