package dev.bascule.reports.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.advice.Pace.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Map<String, Pace> targets = new LinkedHashMap<>();

    private static Span span(double low, double value, double high) {
        return new Span(value, Optional.of(new Interval(low, high)));
    }

    private void inTurn(String name, Span ratio, Span median) {
        targets.put(name, new Pace(Optional.of(ratio), median));
    }

    private void alone(String name, Span median) {
        targets.put(name, new Pace(Optional.empty(), median));
    }

    private List<String> fastest() {
        return Pace.fastest(List.copyOf(targets.keySet()), targets::get);
    }

    @Test
    void whatever_another_is_shown_to_beat_is_not_among_the_fastest() {
        inTurn("wide", span(0.3, 0.50, 0.9), span(9, 10, 11));
        inTurn("slow", span(0.58, 0.60, 0.62), span(9, 10, 11));
        inTurn("narrow", span(0.51, 0.52, 0.53), span(9, 10, 11));

        assertThat(fastest()).as("narrow beats slow, though wide does not").containsExactly("wide", "narrow");
    }

    @Test
    void a_median_that_beats_one_without_a_ratio_does_not_let_its_ratio_be_forgotten() {
        inTurn("turns-slow", span(0.4, 0.50, 0.6), span(9.8, 10, 10.2));
        inTurn("turns-fast", span(0.45, 0.52, 0.6), span(7.8, 8, 8.2));
        alone("alone", span(8.8, 9, 9.2));

        assertThat(fastest()).containsExactly("turns-fast");
    }

    @Test
    void where_each_is_beaten_by_another_the_fastest_alone_is_named() {
        // Ratios: W before Y. Medians: alone before W, Y before alone.
        inTurn("w", span(0.1, 0.2, 0.3), span(30, 31, 32));
        inTurn("y", span(0.5, 0.6, 0.7), span(1, 2, 3));
        alone("alone", span(10, 11, 12));

        assertThat(fastest()).containsExactly("alone");
    }

    @Test
    void of_none_there_is_none_and_what_no_interval_tells_apart_is_all_named() {
        assertThat(fastest()).isEmpty();
        alone("b", span(2, 3, 4));
        alone("a", span(1, 2, 3));

        assertThat(fastest()).as("the least median first").containsExactly("a", "b");
    }
}
