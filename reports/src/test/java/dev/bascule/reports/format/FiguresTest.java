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
    @CsvSource({"0.00108, 0.00108", "0.479, 0.479", "0, 0.00", "1, 1.00", "12.34, 12.3", "1234, 1234"})
    void three_digits_are_kept_however_small(double value, String text) {
        assertThat(Figures.significant(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"3.576e-7, 3.6e-7", "0, 0", "Infinity, ∞", "212, 212", "810000000, 8.1e8"})
    void error_figures_are_short(double value, String text) {
        assertThat(Figures.scientific(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"2.1, ×2.10", "1, ×1.00", "0.5, ×1/2.00", "0.00106, ×1/943", "0, ×0.00"})
    void a_slow_down_is_told_as_the_fraction_that_it_is(double value, String text) {
        assertThat(Figures.speedUp(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 runs", "1, 1 run", "2, 2 runs"})
    void one_of_something_is_no_plural(long count, String text) {
        assertThat(Figures.counted(count, "run")).isEqualTo(text);
    }

    @Test
    void the_reader_s_locale_changes_nothing() {
        Locale.setDefault(Locale.GERMANY);
        assertThat(Figures.millis(4.44)).isEqualTo("4.44 ms");
        assertThat(Figures.times(2294.4)).isEqualTo("×2 294");
        assertThat(Figures.percent(0.523)).isEqualTo("52 %");
        assertThat(Figures.withInterval(0.555, 0.55, 0.56)).isEqualTo("555 µs (550–560)");
        assertThat(Figures.bytes(534_912)).isEqualTo("535 kB");
    }
}
