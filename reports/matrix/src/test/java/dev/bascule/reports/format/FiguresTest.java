package dev.bascule.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.00 ms",
        "0.0021, 2.10 µs",
        "0.85, 850 µs",
        "0.9994, 999 µs",
        "0.9996, 1.00 ms",
        "4.4449, 4.44 ms",
        "99.96, 100 ms",
        "999.6, 1.00 s",
        "41250, 41.3 s",
        "175000, 2 min 55 s"
    })
    void times_take_the_unit_that_fits(double millis, String text) {
        assertThat(Figures.millis(millis)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0.00108, 0.00108",
        "0.479, 0.479",
        "0, 0.00",
        "1, 1.00",
        "12.34, 12.3",
        "1234, 1\u00a0234",
        "-1234567.8, -1\u00a0234\u00a0568"
    })
    void three_digits_are_kept_however_small(double value, String text) {
        assertThat(Figures.significant(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "3.576e-7, 3.6e-7",
        "0, 0",
        "Infinity, ∞",
        "212, 212",
        "810000000, 8.1e8",
        "2.04e-12, 2.0e-12",
        "3e14, 3.0e14",
        "2345, 2\u00a0345"
    })
    void error_figures_are_short(double value, String text) {
        assertThat(Figures.scientific(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"2.1, ×2.10", "1, ×1.00", "0.5, ×1/2.00", "0.00106, ×1/943", "0, ×0.00"})
    void a_slow_down_is_told_as_the_fraction_that_it_is(double value, String text) {
        assertThat(Figures.speedUp(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 runs", "1, 1 run", "2, 2 runs", "999, 999 runs", "1234567, 1\u00a0234\u00a0567 runs"})
    void one_of_something_is_no_plural(long count, String text) {
        assertThat(Figures.counted(count, "run")).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 %", "0.0001, <1 %", "0.006, 1 %", "0.994, 99 %", "0.9999, >99 %", "1, 100 %", "1.4, 140 %"})
    void a_share_that_lacks_a_little_is_not_the_whole(double share, String text) {
        assertThat(Figures.percent(share)).isEqualTo(text);
    }

    @Test
    void the_interval_of_minutes_is_in_minutes_and_seconds_as_the_median_is() {
        assertThat(Figures.withInterval(125_000, 124_000, 126_500)).isEqualTo("2 min 5 s (2 min 4 s–2 min 6 s)");
        assertThat(Figures.withInterval(90_000, 88_000, 91_000)).isEqualTo("90.0 s (88.0–91.0)");
    }

    @Test
    void the_reader_s_locale_changes_nothing() {
        Locale.setDefault(Locale.GERMANY);
        assertThat(Figures.millis(4.44)).isEqualTo("4.44 ms");
        assertThat(Figures.times(2294.4)).isEqualTo("×2\u00a0294");
        assertThat(Figures.percent(0.523)).isEqualTo("52 %");
        assertThat(Figures.withInterval(0.555, 0.55, 0.56)).isEqualTo("555 µs (550–560)");
        assertThat(Figures.bytes(534_912)).isEqualTo("535 kB");
    }
}
