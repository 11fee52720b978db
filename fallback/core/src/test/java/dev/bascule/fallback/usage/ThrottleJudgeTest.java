package dev.bascule.fallback.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.usage.Counters.Quota;
import dev.bascule.fallback.usage.Throttling.Cause;
import dev.bascule.fallback.usage.Throttling.Kind;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ThrottleJudgeTest {
    private static final OptionalDouble UNKNOWN = OptionalDouble.empty();
    private static final OptionalDouble BUSY = OptionalDouble.of(1.9);

    @Test
    void a_clock_that_falls_under_load_is_throttled() {
        var finding = ThrottleJudge.frequency(List.of(3400.0, 3390.0, 3100.0, 2900.0, 2410.0, 2400.0), UNKNOWN, BUSY);

        assertThat(finding.cause()).contains(new Cause(Kind.FREQUENCY, "from 3395 to 2405 MHz at 1.9 busy processors"));
    }

    @Test
    void a_constant_clock_is_not_throttled() {
        var finding = ThrottleJudge.frequency(Collections.nCopies(12, 2600.0), OptionalDouble.of(2600), BUSY);

        assertThat(finding).isEqualTo(ThrottleJudge.Finding.CLEAR);
    }

    @Test
    void a_clock_that_wavers_within_boost_is_not_throttled() {
        var finding = ThrottleJudge.frequency(
                List.of(4700.0, 4650.0, 4500.0, 4400.0, 4350.0, 4300.0), OptionalDouble.of(3400), BUSY);

        assertThat(finding).isEqualTo(ThrottleJudge.Finding.CLEAR);
    }

    @Test
    void an_idle_processor_lowers_its_clock_by_choice() {
        var finding = ThrottleJudge.frequency(
                List.of(3400.0, 3000.0, 2000.0, 1200.0, 800.0, 800.0), OptionalDouble.of(2400), OptionalDouble.of(0.2));

        assertThat(finding.cause()).isEmpty();
        assertThat(finding.blind()).hasValueSatisfying(why -> assertThat(why).contains("0.20 processors were busy"));
    }

    @Test
    @Tag("red-team")
    void a_busy_processor_below_its_guaranteed_clock_is_throttled_from_the_start() {
        var finding = ThrottleJudge.frequency(List.of(1200.0, 1210.0, 1190.0), OptionalDouble.of(2400), BUSY);

        assertThat(finding.cause())
                .contains(new Cause(
                        Kind.FREQUENCY, "1200 MHz at 1.9 busy processors, 2400 MHz are guaranteed under load"));
    }

    @Test
    void a_few_looks_without_a_nominal_clock_are_no_all_clear() {
        var finding = ThrottleJudge.frequency(List.of(3400.0, 2400.0), UNKNOWN, BUSY);

        assertThat(finding.cause()).isEmpty();
        assertThat(finding.blind()).contains("2 looks fell into measured blocks, a fall needs 6");
    }

    @Test
    void without_knowing_how_busy_it_was_a_fall_says_nothing() {
        var finding = ThrottleJudge.frequency(List.of(3400.0, 3000.0, 2000.0, 1200.0, 800.0, 800.0), UNKNOWN, UNKNOWN);

        assertThat(finding.cause()).isEmpty();
        assertThat(finding.blind()).isPresent();
    }

    @Test
    @Tag("red-team")
    void a_used_up_quota_is_throttling() {
        var finding = ThrottleJudge.quota(
                Map.of("/a", new Quota(10, 1, Duration.ofMillis(20)), "/a/b", new Quota(10, 9, Duration.ofMillis(450))),
                Duration.ofSeconds(1));

        assertThat(finding.cause())
                .contains(new Cause(
                        Kind.QUOTA,
                        "the processor time of control group /a/b was used up in 9 of 10 periods: 450 ms of waiting,"
                                + " summed over processors, in 1000 ms"));
    }

    @Test
    void a_quota_that_is_not_used_up_is_no_throttling() {
        assertThat(ThrottleJudge.quota(Map.of("/a", new Quota(10, 0, Duration.ZERO)), Duration.ofSeconds(1)))
                .isEqualTo(ThrottleJudge.Finding.CLEAR);
        assertThat(ThrottleJudge.quota(Map.of("/a", new Quota(10, 1, Duration.ofMillis(2))), Duration.ofSeconds(1)))
                .isEqualTo(ThrottleJudge.Finding.CLEAR);
    }

    @Test
    @Tag("red-team")
    void time_given_to_others_by_the_hypervisor_is_throttling() {
        assertThat(ThrottleJudge.steal(0.27).cause())
                .contains(new Cause(Kind.STEAL, "the hypervisor gave 27 % of the wanted processor time to others"));
        assertThat(ThrottleJudge.steal(0.01)).isEqualTo(ThrottleJudge.Finding.CLEAR);
    }

    @Test
    void one_event_of_overheating_is_throttling_and_none_is_none() {
        assertThat(ThrottleJudge.thermal(3).cause())
                .contains(new Cause(Kind.THERMAL, "the processor counted 3 events of overheating"));
        assertThat(ThrottleJudge.thermal(0)).isEqualTo(ThrottleJudge.Finding.CLEAR);
    }
}
