package dev.bascule.suites.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.SessionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunSettingsTest {

    @Test
    void nothing_said_changes_nothing() {
        assertThat(RunSettings.NONE.over(RunSettings.DEFAULT)).isEqualTo(RunSettings.DEFAULT);
    }

    @Test
    void whoever_says_how_often_to_measure_means_software_adapters_too() {
        assertThat(softwareIterations(RunSettings.NONE.with(CaseKeys.MIN_ITERATIONS, 50)))
                .isEqualTo(50);
    }

    @Test
    void whoever_says_how_long_to_measure_means_software_adapters_too() {
        assertThat(softwareIterations(RunSettings.NONE.with(CaseKeys.MIN_DURATION, Duration.ofSeconds(9))))
                .isEqualTo(20);
    }

    @Test
    void what_is_said_of_software_adapters_stands() {
        assertThat(softwareIterations(
                        RunSettings.NONE.with(CaseKeys.MIN_ITERATIONS, 50).with(CaseKeys.SOFTWARE_ITERATIONS, 7)))
                .isEqualTo(7);
    }

    private static int softwareIterations(RunSettings said) {
        return said.over(RunSettings.DEFAULT).get(CaseKeys.SOFTWARE_ITERATIONS);
    }

    @Test
    void the_defaults_are_those_of_sessions() {
        assertThat(RunSettings.DEFAULT.session()).isEqualTo(SessionSettings.defaults());
    }

    @Test
    void every_default_is_a_value_of_its_row() {
        assertThat(CaseKeys.all())
                .allSatisfy(key -> assertThat(key.usual().isPresent())
                        .isEqualTo(key.standard().isPresent()));
    }

    @Test
    void a_case_is_named_by_its_batch_and_by_what_is_not_usual() {
        assertThat(RunSettings.DEFAULT.ofCase()).isEqualTo(Map.of("batch", "1"));
        assertThat(RunSettings.DEFAULT
                        .with(CaseKeys.MIN_ITERATIONS, 7)
                        .with(CaseKeys.THREADS, 2)
                        .with(CaseKeys.PRECISION, Precision.FLOAT16)
                        .with(CaseKeys.ARENA, true)
                        .ofCase())
                .isEqualTo(Map.of("arena", "on", "batch", "1", "precision", "fp16", "threads", "2"));
    }

    @Test
    void each_device_makes_settings_of_its_own() {
        RunSettings both = RunSettings.DEFAULT.with(CaseKeys.DEVICE, List.of(0, 3));

        assertThat(both.each())
                .extracting(one -> one.session().options())
                .containsExactly(EngineOptions.DEFAULTS.withDeviceIndex(0), EngineOptions.DEFAULTS.withDeviceIndex(3));
        assertThat(RunSettings.DEFAULT.each()).containsExactly(RunSettings.DEFAULT);
    }
}
