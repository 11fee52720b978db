package dev.bascule.fallback.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Counters.Quota;
import dev.bascule.fallback.usage.SensorSnapshot.Sensed;
import dev.bascule.fallback.usage.SensorSnapshot.Sensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class UsageAccountTest {
    private static final String STAT = "/proc/stat";
    private static final Duration TICK = Duration.ofMillis(10);

    private final UsageAccount account = new UsageAccount();

    @Test
    void only_what_lies_within_blocks_counts() {
        account.block(edge(0, 100, 900, 0, 0), edge(500, 190, 910, 0, 450), 10);
        // Between the blocks another session was measured.
        account.block(edge(2000, 900, 1000, 0, 3000), edge(2500, 990, 1010, 0, 3450), 30);

        Usage usage = account.usage(Map.of());

        assertThat(usage.span()).isEqualTo(Duration.ofSeconds(1));
        assertThat(usage.inferences()).isEqualTo(40);
        assertThat(usage.reading(Subjects.MACHINE, Quantity.CPU_UTILIZATION)).isEqualTo(Reading.known(0.9, STAT));
        assertThat(usage.reading(Subjects.PROCESSES, Quantity.CPU_CORES)).isEqualTo(Reading.known(0.9, "pids"));
        assertThat(usage.reading(Subjects.OTHERS, Quantity.CPU_CORES))
                .as("180 ms of the machine's are less than the runner's 900: never negative")
                .isEqualTo(Reading.known(0.0, STAT + ", less the runner's processes"));
    }

    /** Load that began during the run: it was measured in the cell, 1.6 of two processors. */
    @Test
    void others_who_work_while_a_block_is_timed_make_it_noisy() {
        account.block(edge(0, 0, 0, 0, 0), edge(500, 950, 50, 0, 150), 10);
        account.block(edge(2000, 1000, 1000, 0, 300), edge(2500, 1950, 1050, 0, 450), 10);

        assertThat(account.noise())
                .contains("noisy: other programs kept 1.6 of 2 logical processors busy while it was measured");
    }

    @Test
    void work_between_blocks_and_little_work_in_them_is_no_noise() {
        // The other side of a comparison kept both processors busy in between.
        account.block(edge(0, 0, 0, 0, 0), edge(500, 500, 500, 0, 450), 10);
        account.block(edge(2000, 3500, 500, 0, 450), edge(2500, 4000, 1000, 0, 900), 10);

        assertThat(account.noise()).isEmpty();
    }

    /** 40 ms of 100 may be the counters' own steps: four edges of 10 ms on two processors. */
    @Test
    void what_the_counters_steps_may_have_made_is_no_noise() {
        account.block(edge(0, 0, 0, 0, 0), edge(50, 70, 30, 0, 50), 10);
        account.block(edge(100, 100, 100, 0, 50), edge(150, 170, 130, 0, 100), 10);

        assertThat(account.noise()).isEmpty();
    }

    @Test
    void energy_is_divided_by_the_inferences_and_the_idle_share_is_shown_apart() {
        account.block(edge(0, 0, 0, 0, 0, joules(100)), edge(1000, 90, 10, 0, 900, joules(130)), 10);

        Usage usage = account.usage(Map.of("package-0", Reading.known(20.0, "before the run")));

        assertThat(usage.reading("package-0", Quantity.ENERGY)).isEqualTo(Reading.known(30.0, "rapl"));
        assertThat(usage.reading("package-0", Quantity.POWER_MEAN)).isEqualTo(Reading.known(30.0, "rapl"));
        assertThat(usage.reading("package-0", Quantity.ENERGY_PER_INFERENCE)).isEqualTo(Reading.known(3.0, "rapl"));
        assertThat(usage.reading("package-0", Quantity.IDLE_POWER)).isEqualTo(Reading.known(20.0, "before the run"));
        assertThat(usage.reading("package-0", Quantity.ENERGY_PER_INFERENCE_ABOVE_IDLE))
                .isEqualTo(Reading.known(1.0, "rapl"));
        assertThat(usage.reading(Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE))
                .isEqualTo(Reading.known(3.0, "the sum of package-0"));
    }

    @Test
    void a_counter_that_wrapped_is_continued() {
        account.block(edge(0, 0, 0, 0, 0, joules(262_140)), edge(1000, 90, 10, 0, 900, joules(27)), 1);

        assertThat(account.usage(Map.of())
                        .reading("package-0", Quantity.ENERGY)
                        .optional()
                        .orElseThrow())
                .isCloseTo(30.328, within(1e-6));
    }

    @Test
    void a_counter_that_was_reset_gives_no_energy() {
        Reading<EnergyCounter> start =
                Reading.known(new EnergyCounter(500, OptionalDouble.empty(), Duration.ZERO), "nvml");
        Reading<EnergyCounter> end = Reading.known(new EnergyCounter(2, OptionalDouble.empty(), Duration.ZERO), "nvml");

        assertThat(UsageAccount.spent(start, end)).isEqualTo(Reading.unknown("the counter was reset meanwhile"));
    }

    @Test
    void without_a_counter_there_is_no_energy_but_a_reason() {
        Reading<EnergyCounter> none = Reading.unknown("no /sys/class/powercap");
        account.block(edge(0, 0, 0, 0, 0, none), edge(1000, 90, 10, 0, 900, none), 10);

        Usage usage = account.usage(Map.of());

        assertThat(usage.reading(Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE))
                .isEqualTo(Reading.unknown("no /sys/class/powercap"));
    }

    @Test
    void a_counter_that_fails_in_one_block_gives_no_sum_of_the_others() {
        account.block(edge(0, 0, 0, 0, 0, joules(100)), edge(500, 90, 10, 0, 450, joules(130)), 10);
        account.block(
                edge(600, 0, 0, 0, 0, joules(140)),
                new Counters(
                        1_100_000_000L,
                        TICK,
                        Reading.unknown("gone"),
                        Reading.unknown("gone"),
                        Map.of(),
                        Reading.unknown("gone"),
                        Reading.unknown("gone")),
                10);

        // And it is back.
        account.block(edge(1200, 0, 0, 0, 0, joules(150)), edge(1700, 90, 10, 0, 450, joules(180)), 10);

        Usage usage = account.usage(Map.of());
        assertThat(usage.reading(Subjects.MACHINE, Quantity.CPU_UTILIZATION)).isEqualTo(Reading.unknown("gone"));
        for (Quantity energy : List.of(Quantity.ENERGY, Quantity.ENERGY_PER_INFERENCE)) {
            assertThat(usage.reading(Subjects.TOTAL, energy))
                    .as("30 J of 10 inferences are not those of 30")
                    .isEqualTo(Reading.unknown("no counter when a block ended"));
        }
    }

    @Test
    void a_counter_that_comes_late_or_is_never_seen_to_end_gives_no_energy() {
        account.block(bare(0), bare(500), 10);
        account.block(edge(600, 0, 0, 0, 0, joules(100)), edge(1100, 90, 10, 0, 450, joules(130)), 10);
        assertThat(account.usage(Map.of()).reading(Subjects.TOTAL, Quantity.ENERGY_PER_INFERENCE))
                .isEqualTo(Reading.unknown("the counter was not there in the first block"));

        UsageAccount other = new UsageAccount();
        other.block(edge(0, 0, 0, 0, 0, joules(100)), bare(500), 10);
        assertThat(other.usage(Map.of()).reading(Subjects.TOTAL, Quantity.ENERGY))
                .isEqualTo(Reading.unknown("no counter when a block ended"));
    }

    private static Counters bare(long millis) {
        return new Counters(
                Duration.ofMillis(millis).toNanos(),
                TICK,
                Reading.unknown("gone"),
                Reading.unknown("gone"),
                Map.of(),
                Reading.unknown("gone"),
                Reading.unknown("gone"));
    }

    @Test
    void a_process_that_took_its_count_along_leaves_no_sum_of_the_others() {
        account.block(
                ofProcesses(0, Map.of(7L, Duration.ofSeconds(1), 8L, Duration.ofSeconds(20))),
                ofProcesses(1000, Map.of(8L, Duration.ofSeconds(25))),
                10);

        assertThat(account.usage(Map.of()).reading(Subjects.PROCESSES, Quantity.CPU_CORES))
                .as("5 s less the 1 s that went is not what they used")
                .isEqualTo(Reading.unknown("a process of the runner ended meanwhile and took its count along"));
    }

    @Test
    void a_process_that_came_between_two_blocks_counts_from_then_on() {
        account.block(
                ofProcesses(0, Map.of(7L, Duration.ZERO)), ofProcesses(1000, Map.of(7L, Duration.ofMillis(500))), 10);
        account.block(
                ofProcesses(2000, Map.of(7L, Duration.ofMillis(500), 8L, Duration.ofSeconds(9))),
                ofProcesses(3000, Map.of(7L, Duration.ofMillis(500), 8L, Duration.ofMillis(9500))),
                10);

        assertThat(account.usage(Map.of()).reading(Subjects.PROCESSES, Quantity.CPU_CORES))
                .isEqualTo(Reading.known(0.5, "pids"));
    }

    private static Counters ofProcesses(long millis, Map<Long, Duration> times) {
        return new Counters(
                Duration.ofMillis(millis).toNanos(),
                TICK,
                Reading.unknown("gone"),
                Reading.known(times, "pids"),
                Map.of(),
                Reading.unknown("gone"),
                Reading.unknown("gone"));
    }

    @Test
    void a_counter_that_moves_in_steps_tells_nothing_of_a_moment() {
        Reading<EnergyCounter> before = Reading.known(counter(100), "nvml");
        Reading<EnergyCounter> after = Reading.known(counter(100.5), "nvml");
        account.block(edge(0, 0, 0, 0, 0, before), edge(2, 10, 0, 0, 10, after), 1);

        Usage usage = account.usage(Map.of());

        assertThat(usage.reading(Subjects.PROCESSES, Quantity.CPU_CORES))
                .as("one tick of 10 ms in 2 ms is not five processors")
                .isEqualTo(Reading.unknown(
                        "the counter moves in steps of 10 ms, too coarse for 2 ms in 1 part: measure for longer"));
        assertThat(usage.reading(Subjects.MACHINE, Quantity.CPU_UTILIZATION).isKnown())
                .isFalse();
        assertThat(usage.reading(Subjects.TOTAL, Quantity.ENERGY).isKnown()).isFalse();
    }

    private static EnergyCounter counter(double joules) {
        return new EnergyCounter(joules, OptionalDouble.empty(), Duration.ofMillis(100));
    }

    @Test
    void a_quota_alone_is_no_all_clear() {
        Throttling quotaOnly =
                new Throttling(List.of(), List.of(Throttling.QUOTA_WATCH, Throttling.STEAL_WATCH), List.of());

        assertThat(quotaOnly.throttled()).isEmpty();
    }

    @Test
    void what_a_sensor_of_power_said_is_no_mean_of_a_counter() {
        account.block(edge(0, 0, 0, 0, 0), edge(1000, 190, 10, 0, 1900), 10);
        account.look(SensorSnapshot.of(List.of(new Sensed("gpu 0", Sensor.POWER, Reading.known(70.0, "nvml")))));

        Usage usage = account.usage(Map.of());

        assertThat(usage.reading("gpu 0", Quantity.POWER_SENSED_MEAN)).isEqualTo(Reading.known(70.0, "nvml, 1 look"));
        assertThat(usage.reading("gpu 0", Quantity.POWER_MEAN).isKnown()).isFalse();
    }

    @Test
    void sensors_become_figures_with_the_number_of_looks() {
        account.block(edge(0, 0, 0, 0, 0), edge(1000, 190, 10, 0, 1900), 10);
        for (double megahertz : new double[] {3000, 3100, 3300}) {
            account.look(SensorSnapshot.of(List.of(
                    new Sensed(Subjects.CPU, Sensor.FREQUENCY, Reading.known(megahertz, "cpufreq")),
                    new Sensed(Subjects.CPU, Sensor.TEMPERATURE, Reading.unknown("no sensor")),
                    new Sensed("gpu 0", Sensor.GPU_UTILIZATION, Reading.known(megahertz / 10_000, "nvml")))));
        }

        Usage usage = account.usage(Map.of());

        assertThat(usage.reading(Subjects.CPU, Quantity.FREQUENCY_MIN))
                .isEqualTo(Reading.known(3000.0, "cpufreq, 3 looks"));
        assertThat(usage.reading(Subjects.CPU, Quantity.FREQUENCY_MEDIAN))
                .isEqualTo(Reading.known(3100.0, "cpufreq, 3 looks"));
        assertThat(usage.reading(Subjects.CPU, Quantity.FREQUENCY_MAX))
                .isEqualTo(Reading.known(3300.0, "cpufreq, 3 looks"));
        assertThat(usage.reading(Subjects.CPU, Quantity.TEMPERATURE_MAX)).isEqualTo(Reading.unknown("no sensor"));
        assertThat(usage.reading("gpu 0", Quantity.GPU_UTILIZATION_MEAN)
                        .optional()
                        .orElseThrow())
                .isCloseTo(0.3133, within(1e-4));
    }

    @Test
    void nothing_seen_and_everything_watched_is_an_all_clear() {
        account.block(edge(0, 0, 0, 0, 0), edge(1000, 190, 10, 0, 1900), 10);
        for (int i = 0; i < 6; i++) {
            account.look(SensorSnapshot.of(
                    List.of(new Sensed(Subjects.CPU, Sensor.FREQUENCY, Reading.known(2600.0, "cpufreq")))));
        }

        Throttling throttling = account.usage(Map.of()).throttling();

        assertThat(throttling.throttled()).contains(false);
        assertThat(throttling.watched())
                .containsExactly(
                        "processor frequency",
                        "thermal events of the processor",
                        "processor quota",
                        "hypervisor steal");
        assertThat(throttling.unwatched()).isEmpty();
    }

    @Test
    void what_could_not_be_watched_is_told_and_is_no_all_clear() {
        UsageProbe blind = UsageProbe.none("another device");
        Counters edge = blind.counters(java.util.Set.of());
        account.block(edge, edge, 10);
        account.look(blind.look());

        Throttling throttling = account.usage(Map.of()).throttling();

        assertThat(throttling.throttled()).isEmpty();
        assertThat(throttling.unwatched()).contains("processor quota: another device");
    }

    @Test
    void no_stolen_time_alone_is_no_all_clear() {
        account.block(vague(0, new CpuTime(0, 0, 0)), vague(1000, new CpuTime(900, 100, 0)), 10);

        Throttling throttling = account.usage(Map.of()).throttling();

        assertThat(throttling.watched()).containsExactly("hypervisor steal");
        assertThat(throttling.throttled()).isEmpty();
    }

    @Test
    void a_system_that_counts_no_stolen_time_is_not_said_to_lose_none() {
        account.block(
                vague(0, new CpuTime(0, 0, OptionalLong.empty())),
                vague(1000, new CpuTime(900, 100, OptionalLong.empty())),
                10);

        Usage usage = account.usage(Map.of());

        assertThat(usage.reading(Subjects.MACHINE, Quantity.CPU_UTILIZATION)).isEqualTo(Reading.known(0.9, STAT));
        assertThat(usage.reading(Subjects.MACHINE, Quantity.CPU_STEAL).isKnown())
                .isFalse();
        assertThat(usage.throttling().watched()).isEmpty();
        assertThat(usage.throttling().throttled()).isEmpty();
    }

    private static Counters vague(long millis, CpuTime machine) {
        return new Counters(
                Duration.ofMillis(millis).toNanos(),
                TICK,
                Reading.known(machine, STAT),
                Reading.unknown("gone"),
                Map.of(),
                Reading.unknown("gone"),
                Reading.unknown("gone"));
    }

    @Test
    void a_chips_own_word_is_a_cause() {
        Throttling.Cause hot = new Throttling.Cause(Throttling.Kind.THERMAL, "gpu 0: thermal slowdown");
        account.block(edge(0, 0, 0, 0, 0), edge(1000, 190, 10, 0, 1900), 10);
        account.look(new SensorSnapshot(List.of(), List.of(hot), List.of("clock reasons of gpu 0"), List.of()));
        account.look(new SensorSnapshot(List.of(), List.of(hot), List.of("clock reasons of gpu 0"), List.of()));

        assertThat(account.usage(Map.of()).throttling().causes()).containsExactly(hot);
    }

    @Test
    void stolen_time_and_a_used_up_quota_are_causes() {
        account.block(
                edge(0, 0, 0, 0, 0),
                new Counters(
                        1_000_000_000L,
                        TICK,
                        Reading.known(new CpuTime(60, 100, 40), STAT),
                        Reading.known(Map.of(7L, Duration.ofMillis(600)), "pids"),
                        Map.of(),
                        Reading.known(Map.of("/a", new Quota(10, 8, Duration.ofMillis(350))), "cgroup"),
                        Reading.known(0L, "thermal")),
                10);

        assertThat(account.usage(Map.of()).throttling().causes())
                .extracting(Throttling.Cause::kind)
                .containsExactly(Throttling.Kind.QUOTA, Throttling.Kind.STEAL);
    }

    private static Reading<EnergyCounter> joules(double joules) {
        return Reading.known(new EnergyCounter(joules, OptionalDouble.of(262_143.328), Duration.ofMillis(1)), "rapl");
    }

    private static Counters edge(long millis, long busy, long idle, long stolen, long ownMillis) {
        return edge(millis, busy, idle, stolen, ownMillis, Reading.unknown("no counter"));
    }

    private static Counters edge(
            long millis, long busy, long idle, long stolen, long ownMillis, Reading<EnergyCounter> energy) {
        return new Counters(
                Duration.ofMillis(millis).toNanos(),
                TICK,
                Reading.known(new CpuTime(busy, idle, stolen), STAT),
                Reading.known(Map.of(7L, Duration.ofMillis(ownMillis)), "pids"),
                Map.of("package-0", energy),
                Reading.known(Map.of("/a", new Quota(0, 0, Duration.ZERO)), "cgroup"),
                Reading.known(0L, "thermal"));
    }
}
