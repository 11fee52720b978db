package dev.bascule.studies.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
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
        assertThat(TailBound.lower(Samples.NONE, TailBound.ONCE)).isEmpty();
        assertThat(TailBound.lower(upTo(3), TailBound.ONCE)).hasValue(2);
        assertThat(TailBound.lower(upTo(100), TailBound.ONCE).orElseThrow()).isLessThan(95);
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
            low += TailBound.lower(seen, TailBound.ONCE).orElseThrow() > truth ? 1 : 0;
        }
        // Three standard deviations above 5 % of 2000.
        assertThat(high).isBetween(10, 130);
        assertThat(low).isBetween(10, 130);
    }

    @Test
    void of_a_later_look_it_takes_more_inferences() {
        assertThat(TailBound.fewest(TailBound.ONCE)).isEqualTo(59);
        assertThat(TailBound.fewest(TailBound.error(1))).isEqualTo(72);
        assertThat(TailBound.fewest(TailBound.error(2))).isEqualTo(86);
    }

    @Test
    void who_looks_until_it_is_told_is_wrong_in_no_more_than_five_of_a_hundred_cases() {
        Random random = new Random(8);
        double truth = -Math.log(0.05);
        SelectLimits limits = new SelectLimits(
                Duration.ofSeconds(1),
                Optional.of(Duration.ofNanos((long) (truth * 1e6) - 1000)),
                OptionalLong.empty());
        int told = 0;
        int plain = 0;
        for (int i = 0; i < 1000; i++) {
            double[] all = IntStream.range(0, 1300)
                    .mapToDouble(each -> -Math.log(1 - random.nextDouble()))
                    .toArray();
            boolean meets = false;
            boolean plainly = false;
            int look = 1;
            for (int n = 86; n <= all.length; n += n / 2, look++) {
                Samples seen = Samples.ofMillis(Arrays.copyOf(all, n));
                meets |= limits.perhapsLate(seen, look).isEmpty();
                plainly |= TailBound.upper(seen).orElseThrow() <= limits.deadlineMillis();
            }
            told += meets ? 1 : 0;
            plain += plainly ? 1 : 0;
        }
        assertThat(told).isLessThanOrEqualTo(50);
        // As many as it were without the division.
        assertThat(plain).isGreaterThan(80);
    }
}
