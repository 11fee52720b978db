package dev.bascule.studies.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ForesightTest {
    private static final Candidate ONE = SimulatedMachine.candidate("one", 1);
    private static final Candidate BEST = SimulatedMachine.candidate("best", 1);
    private static final Duration ROUND = Duration.ofMillis(100);

    private static List<Double> logs(int n, double mean, double deviation) {
        Random random = new Random(2);
        return Stream.generate(() -> mean + deviation * random.nextGaussian())
                .limit(n)
                .toList();
    }

    private static Undecided of(List<Double> logs, double clocks) {
        double mean = logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double half = Math.hypot(Spread.half(logs, mean), clocks);
        Ratio ratio = new Ratio(
                Math.exp(mean), Optional.of(new Interval(Math.exp(mean - half), Math.exp(mean + half))), logs.size());
        return Foresight.of(ONE, BEST, logs, Optional.of(ratio), ROUND, 256);
    }

    @Test
    void more_scatter_takes_more_rounds() {
        int little = of(logs(8, 0.1, 0.12), 0).more().orElseThrow().rounds();
        int much = of(logs(8, 0.1, 0.25), 0).more().orElseThrow().rounds();
        assertThat(much).isGreaterThan(little);
        assertThat(of(logs(8, 0.1, 0.12), 0).more().orElseThrow().time()).isEqualTo(ROUND.multipliedBy(little));
    }

    @Test
    void a_race_as_long_as_was_foreseen_tells_them_apart() {
        List<Double> seen = logs(8, 0.1, 0.25);
        int more = of(seen, 0).more().orElseThrow().rounds();
        int told = 0;
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            List<Double> longer = Stream.generate(() -> 0.1 + 0.25 * random.nextGaussian())
                    .limit(8 + more)
                    .toList();
            double mean =
                    longer.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            told += mean - Spread.half(longer, mean) > 0 ? 1 : 0;
        }
        assertThat(told).isGreaterThan(25);
    }

    @Test
    void what_the_clocks_hide_is_not_told_by_more_rounds() {
        Undecided undecided = of(logs(8, 0.01, 0.02), 0.2);
        assertThat(undecided.more()).isEmpty();
        assertThat(undecided.why()).contains("clocks are too coarse");
    }

    @Test
    void an_interval_that_does_not_narrow_is_not_told_by_more_rounds() {
        List<Double> drifting = Stream.concat(logs(16, 0.05, 0.01).stream(), logs(16, 0.6, 0.3).stream())
                .toList();
        assertThat(of(drifting, 0).why()).contains("did not narrow from 16 to 32 rounds");
    }

    @Test
    void of_three_rounds_nobody_knows() {
        assertThat(Foresight.of(ONE, BEST, logs(3, 0.1, 0.1), Optional.empty(), ROUND, 256)
                        .more())
                .isEmpty();
    }
}
