package dev.bascule.fallback.usage;

import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a machine's counters and sensors. Nothing that it cannot read is an exception. Thread-safe. */
public interface UsageProbe extends AutoCloseable {

    /**
     * Reads the counters, in about a millisecond.
     *
     * @param processes the runner's; empty where they are out of reach
     */
    Counters counters(Set<Long> processes);

    /** Looks at the sensors; not more often than every 100 ms. */
    SensorSnapshot look();

    /** Degrees Celsius until the processor slows by its own limit; below 0 where it does. */
    default Reading<Double> headroom() {
        return Reading.unknown("nobody tells at which temperature this processor slows");
    }

    @Override
    default void close() {}

    /** Of a machine whose counters are out of reach. */
    static UsageProbe none(String reason) {
        return new UsageProbe() {
            @Override
            public Counters counters(Set<Long> processes) {
                return new Counters(
                        System.nanoTime(),
                        Duration.ZERO,
                        Reading.unknown(reason),
                        Reading.unknown(reason),
                        Map.of(Subjects.TOTAL, Reading.unknown(reason)),
                        Reading.unknown(reason),
                        Reading.unknown(reason));
            }

            @Override
            public SensorSnapshot look() {
                return SensorSnapshot.of(List.of(
                        new Sensed(Subjects.CPU, Sensor.FREQUENCY, Reading.unknown(reason)),
                        new Sensed(Subjects.CPU, Sensor.TEMPERATURE, Reading.unknown(reason))));
            }
        };
    }
}
