package dev.bascule.scheduling.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecentTimesTest {
    private static ServiceTime.Known after(double... seconds) {
        RecentTimes times = new RecentTimes();
        for (double each : seconds) {
            times.add(Duration.ofNanos(Math.round(each * 1e9)));
        }
        return times.next();
    }

    @Test
    void of_one_the_interval_is_from_half_to_twice() {
        assertThat(after(10).low()).isEqualTo(Duration.ofSeconds(5));
        assertThat(after(10).high()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void an_interval_of_one_or_two_is_said_to_be_rough_and_one_of_three_is_not() {
        assertThat(after(10).rough()).isTrue();
        assertThat(after(10, 11).rough()).isTrue();
        assertThat(after(8, 10, 12.5).rough()).isFalse();
    }

    @Test
    void of_three_the_interval_is_that_of_the_formula() {
        ServiceTime.Known known = after(8, 10, 12.5);

        // ln 1.25 apart: s = 0.22314; 2.920 · s · √(4/3) = 0.75240.
        assertThat(known.low().toMillis() / 1e3).isCloseTo(10 * Math.exp(-0.75240), within(0.01));
        assertThat(known.high().toMillis() / 1e3).isCloseTo(10 * Math.exp(0.75240), within(0.01));
    }

    @Test
    void nine_of_ten_next_times_are_in_the_interval() {
        Random random = new Random(20261129);
        int within = 0;
        int rounds = 4000;
        for (int round = 0; round < rounds; round++) {
            RecentTimes times = new RecentTimes();
            for (int i = 0; i < 6; i++) {
                times.add(drawn(random));
            }
            ServiceTime.Known known = times.next();
            Duration next = drawn(random);
            within += next.compareTo(known.low()) >= 0 && next.compareTo(known.high()) <= 0 ? 1 : 0;
        }

        // Four standard errors of 4000 draws are 1.9 points.
        assertThat(100.0 * within / rounds).isCloseTo(90, within(1.9));
    }

    private static Duration drawn(Random random) {
        return Duration.ofNanos(Math.round(1e10 * Math.exp(0.3 * random.nextGaussian())));
    }

    @Test
    void the_newest_thirty_count_and_what_was_said_before_is_not_said_again() {
        RecentTimes times = new RecentTimes();
        for (int i = 0; i < RecentTimes.KEPT; i++) {
            times.add(Duration.ofSeconds(100));
        }
        assertThat(times.next().median()).isEqualTo(Duration.ofSeconds(100));

        for (int i = 0; i < RecentTimes.KEPT; i++) {
            times.add(Duration.ofSeconds(10));
        }
        assertThat(times.next().high()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void nothing_is_known_of_no_times() {
        assertThatThrownBy(() -> new RecentTimes().next()).isInstanceOf(IllegalStateException.class);
    }
}
