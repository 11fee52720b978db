package dev.bascule.nativerunner.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import dev.bascule.fallback.usage.Subjects;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.Throttling.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PowermetricsTest {

    @Test
    void powers_the_fastest_cluster_and_thermal_pressure_are_read() throws IOException {
        Powermetrics sample = Powermetrics.parse(FakeSystem.lines("powermetrics-m2.txt"));

        assertThat(sample.sensed())
                .filteredOn(
                        each -> each.sensor() == Sensor.POWER && each.subject().equals(Subjects.CPU))
                .extracting(each -> each.reading().optional().orElseThrow())
                .containsExactly(8.23);
        assertThat(sample.sensed())
                .filteredOn(each -> each.sensor() == Sensor.FREQUENCY)
                .extracting(each -> each.reading().optional().orElseThrow())
                .containsExactly(3204.0);
        assertThat(sample.causes()).containsExactly(new Cause(Kind.THERMAL, "macOS reports thermal pressure: Heavy"));
    }

    @Test
    void nominal_pressure_is_no_throttling_and_silence_tells_nothing() {
        assertThat(Powermetrics.parse(List.of("Current pressure level: Nominal"))
                        .causes())
                .isEmpty();
        Powermetrics silent = Powermetrics.parse(List.of("powermetrics must be invoked as the superuser"));
        assertThat(silent.sensed()).isEmpty();
        assertThat(silent.pressure()).isEmpty();
    }

    @Test
    void without_root_the_reason_names_the_remedy() {
        try (PowermetricsReader reader = new PowermetricsReader(false)) {
            assertThat(reader.last().words()).contains("sudo");
        }
    }
}
