package dev.bascule.fallback.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UsageWatchTest {
    private final AtomicInteger readings = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();
    /** Holds a look up, however long a busy machine makes a block. */
    private volatile CountDownLatch sight = new CountDownLatch(0);

    private final UsageProbe probe = new UsageProbe() {
        @Override
        public Counters counters(Set<Long> processes) {
            int number = readings.incrementAndGet();
            return new Counters(
                    System.nanoTime(),
                    Duration.ZERO,
                    Reading.known(new CpuTime(50L * number, 50L * number, 0), "test"),
                    processes.isEmpty()
                            ? Reading.unknown("no processes")
                            : Reading.known(Map.of(7L, Duration.ofMillis(10L * number)), "test"),
                    Map.of(
                            "package-0",
                            Reading.known(new EnergyCounter(number, OptionalDouble.empty(), Duration.ZERO), "test")),
                    Reading.unknown("no quota"),
                    Reading.unknown("no counts"));
        }

        @Override
        public SensorSnapshot look() {
            looks.incrementAndGet();
            awaitSight();
            return SensorSnapshot.of(
                    List.of(new Sensed(Subjects.CPU, Sensor.FREQUENCY, Reading.known(2000.0, "test"))));
        }
    };

    private void awaitSight() {
        try {
            sight.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void see() {
        sight.countDown();
    }

    @Test
    void counters_are_read_at_the_edges_and_sensors_within_blocks() throws InterruptedException {
        try (UsageWatch watch = new UsageMeter(probe).watch(() -> Set.of(7L))) {
            long began = System.nanoTime();
            watch.begin();
            while (looks.get() < 2) {
                Thread.sleep(5);
            }
            watch.end(4);
            long spans = (System.nanoTime() - began) / UsageWatch.BETWEEN_LOOKS.toNanos();
            int during = looks.get();
            Thread.sleep(250);

            assertThat(readings).hasValue(2);
            assertThat((long) during)
                    .as("one in %s at most", UsageWatch.BETWEEN_LOOKS)
                    .isLessThanOrEqualTo(spans + 1);
            assertThat(looks.get()).as("none begins after the block").isLessThanOrEqualTo(during + 1);
            Usage usage = watch.usage().orElseThrow();
            assertThat(usage.inferences()).isEqualTo(4);
            assertThat(usage.reading(Subjects.CPU, Quantity.FREQUENCY_MEDIAN).optional())
                    .contains(2000.0);
        }
    }

    @Test
    void what_was_seen_in_a_block_that_failed_is_in_no_figure() throws InterruptedException {
        try (UsageWatch watch = new UsageMeter(probe).watch(() -> Set.of(7L))) {
            watch.begin();
            while (looks.get() == 0) {
                Thread.sleep(5);
            }
            Thread.sleep(20);
            sight = new CountDownLatch(1);
            watch.abandon();
            watch.begin();
            watch.end(1);

            assertThat(watch.usage()
                            .orElseThrow()
                            .reading(Subjects.CPU, Quantity.FREQUENCY_MEDIAN)
                            .isKnown())
                    .isFalse();
        }
    }

    @Test
    void a_reader_that_breaks_says_so_and_is_asked_again() throws InterruptedException {
        UsageProbe odd = new UsageProbe() {
            @Override
            public Counters counters(Set<Long> processes) {
                return probe.counters(processes);
            }

            @Override
            public SensorSnapshot look() {
                if (looks.incrementAndGet() == 1) {
                    throw new NumberFormatException("N/A");
                }
                return probe.look();
            }
        };
        try (UsageWatch watch = new UsageMeter(odd).watch(() -> Set.of(7L))) {
            watch.begin();
            // Each that does not break counts twice: the second of them has begun, so the first is handed in.
            while (looks.get() < 5) {
                Thread.sleep(5);
            }
            watch.end(1);

            Usage usage = watch.usage().orElseThrow();
            assertThat(usage.reading(Subjects.CPU, Quantity.FREQUENCY_MEDIAN).isKnown())
                    .isTrue();
            assertThat(usage.throttling().unwatched()).anyMatch(line -> line.contains("N/A"));
        }
    }

    @Test
    void a_block_that_failed_is_in_no_figure() {
        try (UsageWatch watch = new UsageMeter(probe).watch(() -> Set.of(7L))) {
            watch.begin();
            watch.abandon();

            assertThat(watch.usage()).isEmpty();
        }
    }

    @Test
    void a_block_too_short_for_a_look_says_so() {
        sight = new CountDownLatch(1);
        try (UsageWatch watch = new UsageMeter(probe).watch(() -> Set.of(7L))) {
            watch.begin();
            watch.end(1);

            assertThat(watch.usage()
                            .orElseThrow()
                            .reading(Subjects.CPU, Quantity.FREQUENCY_MEDIAN)
                            .words())
                    .startsWith("no look fell into the");
        }
    }

    @Test
    void the_idle_machine_is_measured_once() {
        UsageMeter meter = new UsageMeter(probe, Duration.ofMillis(20));
        meter.rest();
        meter.rest();

        assertThat(readings).as("one to wake the readers").hasValue(3);
        assertThat(meter.idleWatts().get("package-0").isKnown()).isTrue();
    }

    @Test
    void a_machine_without_an_energy_counter_is_not_waited_for() {
        UsageMeter meter = new UsageMeter(UsageProbe.none("far away"), Duration.ofDays(1));
        meter.rest();

        assertThat(meter.idleWatts()).isEmpty();
    }
}
