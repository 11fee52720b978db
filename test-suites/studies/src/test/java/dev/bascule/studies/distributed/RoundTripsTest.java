package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.RoundTrips.Lateness;
import dev.bascule.studies.distributed.RoundTrips.RoundTrip;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RoundTripsTest {
    private static final LinkLimit LINK = LinkLimit.parse("100mbit,5ms").orElseThrow();

    private static List<RoundTrip> trips(double... millis) {
        return DoubleStream.of(millis)
                .mapToObj(each -> new RoundTrip(0, 1, OptionalDouble.of(each)))
                .toList();
    }

    private static RankRun run(
            Optional<Failure> failure, List<RoundTrip> before, List<RoundTrip> after, Lateness late) {
        return new RankRun(2, Network.LINKS, List.of(), List.of(), List.of(), Duration.ofSeconds(1), failure)
                .with(new RoundTrips("a relay", before, after, Optional.of(late)));
    }

    private static Invariant.Finding judge(List<RoundTrip> before, List<RoundTrip> after, OptionalDouble soonest) {
        return RoundTrips.judge(LINK, run(Optional.empty(), before, after, new Lateness(7, 0, 0.1, 2)), soonest);
    }

    private static Invariant.Finding judge(Lateness late) {
        return RoundTrips.judge(LINK, run(Optional.empty(), trips(10.1), trips(10.1), late), OptionalDouble.empty());
    }

    @Test
    void a_rate_may_have_a_latency() {
        assertThat(LINK.latency()).isEqualTo(Duration.ofMillis(5));
        assertThat(LINK.words()).isEqualTo("100mbit,5ms");
        assertThat(LinkLimit.parse("100mbit").orElseThrow().late()).isFalse();
        assertThat(LinkLimit.parse("100mbit,fast")).isEmpty();
        assertThat(LinkLimit.parse("100mbit,1001ms")).isEmpty();
    }

    @Test
    void twice_the_latency_before_and_after_is_what_was_asked_for() {
        Invariant.Finding finding = judge(trips(10.1, 10.2, 14), trips(10.3, 10.2), OptionalDouble.of(5.2));

        assertThat(finding.holds()).isTrue();
        assertThat(finding.words())
                .contains("10.20 ms before and 10.25 after, 10 asked for, by a relay", "7 packets", "dropped 0");
    }

    @Test
    void one_packet_that_is_back_too_soon_is_noticed() {
        assertThat(judge(trips(10.1, 6, 10.2), trips(10.3), OptionalDouble.empty())
                        .words())
                .startsWith("before the job a packet was back after 6.00 ms");
        assertThat(judge(trips(10.1), trips(0.1), OptionalDouble.empty()).broken())
                .isTrue();
    }

    @Test
    void a_link_that_is_later_than_it_was_to_be_is_noticed() {
        assertThat(judge(trips(10.1), trips(14, 15, 16), OptionalDouble.empty()).words())
                .startsWith("after the job packets were back after 15.00 ms");
    }

    @Test
    void a_collective_that_was_through_before_any_word_came_is_noticed() {
        assertThat(judge(trips(10.1), trips(10.1), OptionalDouble.of(0.4)).broken())
                .isTrue();
    }

    @Test
    void packets_that_were_later_or_lost_during_the_job_are_noticed() {
        assertThat(judge(new Lateness(1000, 10, 1.4, 90)).holds()).isTrue();
        assertThat(judge(new Lateness(1000, 0, 1.6, 9)).words())
                .startsWith("during the job packets were 1.60 ms later than 5.00");
        assertThat(judge(new Lateness(1000, 11, 0.1, 9)).words()).startsWith("during the job 11 of 1000 packets");
    }

    @Test
    void a_job_that_failed_is_judged_by_what_was_measured_before_it() {
        Optional<Failure> failure = Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, "rank 1: no file"));
        Lateness late = new Lateness(7, 0, 0.1, 2);

        assertThat(RoundTrips.judge(LINK, run(failure, trips(10.1), List.of(), late), OptionalDouble.empty())
                        .verdict())
                .isEqualTo(Invariant.Verdict.NOT_JUDGED);
        assertThat(RoundTrips.judge(LINK, run(failure, trips(0.1), List.of(), late), OptionalDouble.empty())
                        .broken())
                .isTrue();
        assertThat(judge(trips(10.1), List.of(), OptionalDouble.empty()).broken())
                .isTrue();
    }

    @Test
    void what_was_not_measured_is_not_so() {
        assertThat(judge(List.of(), trips(10.1), OptionalDouble.empty()).broken())
                .isTrue();
        RankRun none =
                new RankRun(2, Network.LINKS, List.of(), List.of(), List.of(), Duration.ofSeconds(1), Optional.empty());
        assertThat(RoundTrips.judge(LINK, none, OptionalDouble.empty()).broken())
                .isTrue();
        assertThat(RoundTrips.off(Duration.ofMillis(5), 2, List.of(new RoundTrip(0, 1, OptionalDouble.empty()))))
                .contains("a packet did not come back");
        assertThat(RoundTrips.off(Duration.ofMillis(5), 3, trips(10.1))).isPresent();
    }
}
