package dev.bascule.bridge.dashboard.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.dashboard.SetClock;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.bridge.dashboard.job.JobSnapshot;
import dev.bascule.bridge.dashboard.job.JobState;
import dev.bascule.bridge.dashboard.job.ServerEvent;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerTest {
    private static final Schedule NIGHTLY = Schedule.parse("schedule-1", "30 2 * * * quickstart zoo:bert-micro");

    private final Taken jobs = new Taken();

    /** Takes jobs, and runs none. */
    private static final class Taken implements Scheduler.Jobs {
        final List<JobRequest> requests = new ArrayList<>();
        boolean underWay;
        Optional<RuntimeException> refusal = Optional.empty();

        @Override
        public JobSnapshot add(JobRequest request, String by) {
            refusal.ifPresent(error -> {
                throw error;
            });
            requests.add(request);
            return new JobSnapshot(
                    "job-" + requests.size(),
                    JobState.QUEUED,
                    by,
                    Instant.EPOCH,
                    Optional.empty(),
                    Optional.empty(),
                    request,
                    "quickstart",
                    "bascule run",
                    Optional.empty(),
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    Optional.empty());
        }

        @Override
        public boolean isUnderWay(String job) {
            return underWay;
        }
    }

    private Scheduler scheduler(SetClock clock) {
        return new Scheduler(List.of(NIGHTLY), jobs, new EventJournal(clock, 100), clock);
    }

    @Test
    void a_job_begins_when_its_time_has_come_and_once() {
        SetClock clock = SetClock.at("2026-11-22T02:29:58Z", "UTC");
        try (Scheduler scheduler = scheduler(clock)) {
            scheduler.look();
            assertThat(jobs.requests).isEmpty();
            clock.advance(Duration.ofSeconds(5));
            scheduler.look();
            scheduler.look();
            assertThat(jobs.requests)
                    .singleElement()
                    .satisfies(request -> assertThat(request.what()).containsExactly("quickstart", "zoo:bert-micro"));
            Scheduler.State state = scheduler.states().get(0);
            assertThat(state.last()).contains(new Scheduler.Started(Instant.parse("2026-11-22T02:30:00Z"), "job-1"));
            assertThat(state.next()).hasSize(5).startsWith(Instant.parse("2026-11-23T02:30:00Z"));
            clock.advance(Duration.ofDays(1));
            scheduler.look();
            assertThat(jobs.requests).hasSize(2);
        }
    }

    @Test
    void times_that_went_by_while_the_machine_slept_are_told_and_not_made_up_for() {
        SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");
        EventJournal journal = new EventJournal(clock, 100);
        long before = journal.last();
        try (Scheduler scheduler = new Scheduler(List.of(NIGHTLY), jobs, journal, clock)) {
            clock.advance(Duration.ofDays(3));
            scheduler.look();

            assertThat(jobs.requests).isEmpty();
            assertThat(scheduler.states().get(0).missed())
                    .extracting(Scheduler.Missed::due)
                    .containsExactly(
                            Instant.parse("2026-11-23T02:30:00Z"),
                            Instant.parse("2026-11-24T02:30:00Z"),
                            Instant.parse("2026-11-25T02:30:00Z"));
            assertThat(journal.after(before, 10))
                    .hasSize(3)
                    .extracting(ServerEvent::type)
                    .containsOnly("schedule.missed");
            clock.advance(Duration.ofHours(18).plusMinutes(31));
            scheduler.look();
            assertThat(jobs.requests).hasSize(1);
        }
    }

    @Test
    void a_job_that_is_still_under_way_is_not_doubled() {
        SetClock clock = SetClock.at("2026-11-22T02:29:00Z", "UTC");
        try (Scheduler scheduler = scheduler(clock)) {
            clock.advance(Duration.ofMinutes(1));
            scheduler.look();
            jobs.underWay = true;
            clock.advance(Duration.ofDays(1));
            scheduler.look();

            assertThat(jobs.requests).hasSize(1);
            assertThat(scheduler.states().get(0).missed())
                    .singleElement()
                    .satisfies(missed -> assertThat(missed.reason()).contains("job-1", "still under way"));
        }
    }

    @Test
    void what_cannot_be_started_is_told_and_the_clock_goes_on() {
        SetClock clock = SetClock.at("2026-11-22T02:29:00Z", "UTC");
        try (Scheduler scheduler = scheduler(clock)) {
            jobs.refusal = Optional.of(new BasculeException(ErrorCode.MODEL_NOT_FOUND, "the model is gone"));
            clock.advance(Duration.ofMinutes(1));
            scheduler.look();
            assertThat(scheduler.states().get(0).missed())
                    .singleElement()
                    .satisfies(missed -> assertThat(missed.reason()).isEqualTo("the model is gone"));
            jobs.refusal = Optional.empty();
            clock.advance(Duration.ofDays(1));
            scheduler.look();
            assertThat(jobs.requests).hasSize(1);
        }
    }

    @Test
    void times_are_those_of_the_machines_zone_over_a_change_of_the_clocks() {
        // In Berlin, 2:30 does not happen on 2027-03-28: there is no such time to be kept or missed.
        Clock clock = SetClock.at("2027-03-26T12:00:00Z", "Europe/Berlin");
        List<Instant> next = NIGHTLY.cron().after(clock.instant(), clock.getZone(), 4);

        assertThat(next)
                .containsExactly(
                        Instant.parse("2027-03-27T01:30:00Z"),
                        Instant.parse("2027-03-29T00:30:00Z"),
                        Instant.parse("2027-03-30T00:30:00Z"),
                        Instant.parse("2027-03-31T00:30:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "quickstart", "* * * * *", "61 2 * * * quickstart", "30 2 * * noday quickstart"})
    void what_is_no_schedule_is_refused_with_an_example(String text) {
        assertThatThrownBy(() -> Schedule.parse("schedule-1", text))
                .isInstanceOfSatisfying(BasculeException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.USAGE_ERROR);
                    assertThat(error.failure().remedies().get(0)).contains("30 2 * * 1-5");
                });
    }
}
