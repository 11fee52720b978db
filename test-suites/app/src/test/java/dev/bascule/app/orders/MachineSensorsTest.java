package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.usage.Counters;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.SensorSnapshot;
import dev.bascule.fallback.usage.UsageProbe;
import dev.bascule.scheduling.worker.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MachineSensorsTest {
    private static final Reading<Counters.EnergyCounter> NO_DRAM = Reading.unknown("no counter");

    /** A package that draws 40 W, and a sensor of heat; time goes on by two seconds with each look. */
    private static final class Played implements UsageProbe {
        private long seconds;
        private double joules = 1000;
        private double headroom = 12.5;

        @Override
        public Counters counters(Set<Long> processes) {
            seconds += 2;
            joules += 80;
            return new Counters(
                    seconds * 1_000_000_000L,
                    Duration.ofMillis(10),
                    Reading.unknown("not asked"),
                    Reading.unknown("not asked"),
                    Map.of(
                            "package",
                            Reading.known(
                                    new Counters.EnergyCounter(joules, OptionalDouble.empty(), Duration.ofMillis(1)),
                                    "a test"),
                            "dram",
                            NO_DRAM),
                    Reading.unknown("not asked"),
                    Reading.unknown("not asked"));
        }

        @Override
        public SensorSnapshot look() {
            return SensorSnapshot.of(List.of());
        }

        @Override
        public Reading<Double> headroom() {
            return Reading.known(headroom, "a test");
        }
    }

    private final Played played = new Played();
    private final List<String> talk = new ArrayList<>();
    private final MachineSensors sensors = new MachineSensors(played, talk::add);

    @Test
    void watts_are_what_was_drawn_from_one_look_to_the_next_while_a_job_ran() {
        assertThat(sensors.read(false).watts()).isEmpty();
        assertThat(sensors.read(true).watts()).isEmpty();
        assertThat(sensors.read(true).watts()).hasValue(40);
        // An idle machine tells nothing of what the next job will draw.
        assertThat(sensors.read(false).watts()).hasValue(40);
        assertThat(sensors.read(false).headroomCelsius()).hasValue(12.5);
        assertThat(sensors.words()).isEqualTo("power: told while jobs run; heat: told");
    }

    @Test
    void what_no_machine_has_is_unknown_and_said_once() {
        played.headroom = 65_000;

        assertThat(sensors.read(false)).isEqualTo(Condition.UNKNOWN);
        played.headroom = Double.NaN;
        assertThat(sensors.read(false)).isEqualTo(Condition.UNKNOWN);
        sensors.read(true);
        played.joules = 1e9;
        assertThat(sensors.read(true)).isEqualTo(Condition.UNKNOWN);
        played.headroom = 12.5;
        assertThat(sensors.read(true).headroomCelsius()).hasValue(12.5);
        assertThat(sensors.read(true).watts()).hasValue(40);
        assertThat(talk)
                .containsExactly(
                        "the sensors of this machine tell what cannot be, and that is left out: 65000.0 °C until"
                                + " it slows");
    }

    /** Negative control. */
    @Test
    void a_machine_without_sensors_says_so_and_no_figure() {
        MachineSensors none = new MachineSensors(UsageProbe.none("a virtual machine"), talk::add);

        none.read(true);
        assertThat(none.read(true)).isEqualTo(Condition.UNKNOWN);
        assertThat(none.words()).startsWith("power: no sensor; heat: no sensor: nobody tells");
    }
}
