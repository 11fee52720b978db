package dev.bascule.suites.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MeasurementOverridesTest {

    @Test
    void nothing_said_changes_nothing() {
        assertThat(MeasurementOverrides.NONE.over(Measurement.DEFAULT)).isEqualTo(Measurement.DEFAULT);
    }

    @Test
    void whoever_says_how_often_to_measure_means_software_adapters_too() {
        assertThat(said(Optional.of(50), Optional.empty(), Optional.empty()).softwareIterations())
                .isEqualTo(50);
    }

    @Test
    void whoever_says_how_long_to_measure_means_software_adapters_too() {
        Measurement longer = said(Optional.empty(), Optional.of(Duration.ofSeconds(9)), Optional.empty());
        assertThat(longer.softwareIterations()).isEqualTo(Measurement.DEFAULT.minIterations());
    }

    @Test
    void what_is_said_of_software_adapters_stands() {
        assertThat(said(Optional.of(50), Optional.empty(), Optional.of(7)).softwareIterations())
                .isEqualTo(7);
    }

    private static Measurement said(
            Optional<Integer> iterations, Optional<Duration> duration, Optional<Integer> onSoftware) {
        return new MeasurementOverrides(
                        iterations,
                        duration,
                        onSoftware,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .over(Measurement.DEFAULT);
    }
}
