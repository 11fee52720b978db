package dev.bascule.studies.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ArrivalTest {
    private static List<Arrival> requests(long seed) {
        return Arrival.poisson(new TreeMap<>(Map.of("a", 20.0, "b", 5.0)), Duration.ofSeconds(200), seed);
    }

    @Test
    void the_same_seed_brings_the_same_requests_and_another_brings_others() {
        assertThat(requests(3)).isEqualTo(requests(3)).isNotEqualTo(requests(4));
    }

    @Test
    void they_come_in_order_and_as_often_as_was_asked() {
        List<Arrival> requests = requests(1);

        assertThat(requests).isSortedAccordingTo(Comparator.comparing(Arrival::at));
        // 4,000 and 1,000 are expected, with deviations of 63 and 32.
        assertThat(requests.stream().filter(each -> each.model().equals("a"))).hasSizeBetween(3700, 4300);
        assertThat(requests.stream().filter(each -> each.model().equals("b"))).hasSizeBetween(850, 1150);
    }

    /** Of exponential gaps the deviation is the mean; of even ones it would be nothing. */
    @Test
    void gaps_are_as_uneven_as_those_of_chance() {
        List<Double> at = requests(1).stream()
                .filter(each -> each.model().equals("a"))
                .map(each -> each.at().toNanos() / 1e9)
                .toList();
        double[] gaps = IntStream.range(1, at.size())
                .mapToDouble(i -> at.get(i) - at.get(i - 1))
                .toArray();
        double mean = IntStream.range(0, gaps.length)
                .mapToDouble(i -> gaps[i])
                .average()
                .orElseThrow();
        double variance = IntStream.range(0, gaps.length)
                .mapToDouble(i -> (gaps[i] - mean) * (gaps[i] - mean))
                .average()
                .orElseThrow();

        assertThat(Math.sqrt(variance) / mean).isBetween(0.9, 1.1);
    }
}
