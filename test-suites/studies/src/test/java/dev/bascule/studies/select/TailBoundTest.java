package dev.bascule.studies.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TailBoundTest {
    private static Samples upTo(int n) {
        return Samples.ofMillis(IntStream.rangeClosed(1, n).asDoubleStream().toArray());
    }

    @Test
    void fewer_than_59_inferences_bound_no_95th_percentile_from_above() {
        assertThat(TailBound.upper(upTo(58))).isEmpty();
        assertThat(TailBound.upper(upTo(59))).hasValue(59);
    }

    @Test
    void of_93_the_greatest_but_one_is_a_bound() {
        assertThat(TailBound.upper(upTo(92))).hasValue(92);
        assertThat(TailBound.upper(upTo(93))).hasValue(92);
    }

    @Test
    void from_below_a_few_are_enough() {
        assertThat(TailBound.lower(Samples.NONE)).isEmpty();
        assertThat(TailBound.lower(upTo(3))).hasValue(2);
        assertThat(TailBound.lower(upTo(100)).orElseThrow()).isLessThan(95);
    }

    @Test
    void each_bound_fails_in_no_more_than_five_of_a_hundred_cases() {
        Random random = new Random(4);
        double truth = -Math.log(0.05);
        int low = 0;
        int high = 0;
        for (int i = 0; i < 2000; i++) {
            Samples seen = Samples.ofMillis(IntStream.range(0, 120)
                    .mapToDouble(each -> -Math.log(1 - random.nextDouble()))
                    .toArray());
            high += TailBound.upper(seen).orElseThrow() < truth ? 1 : 0;
            low += TailBound.lower(seen).orElseThrow() > truth ? 1 : 0;
        }
        // Three standard deviations above 5 % of 2000.
        assertThat(high).isBetween(10, 130);
        assertThat(low).isBetween(10, 130);
    }
}
