package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Schedulers that break the promise, and the check that notices. */
class SampleTrackerCheckTest {
    private static List<SampleEvent> sound(int samples) {
        AtomicLong clock = new AtomicLong();
        SampleTracker tracker = new SampleTracker(samples, 2, clock::incrementAndGet);
        for (int sample = 0; sample < samples; sample++) {
            tracker.settle(tracker.take(sample, sample % 2));
        }
        return new ArrayList<>(tracker.events());
    }

    @Test
    void a_sound_run_has_no_breach() {
        assertThat(SampleTrackerCheck.breaches(4, sound(4), false)).isEmpty();
    }

    @Test
    void a_scheduler_that_loses_a_sample_is_noticed() {
        List<SampleEvent> events = sound(4);
        events.removeIf(event -> event instanceof SampleEvent.Settled settled && settled.sample() == 2);
        assertThat(SampleTrackerCheck.breaches(4, events, false)).containsExactly("sample 2 was lost: it has no end");
        assertThat(SampleTrackerCheck.breaches(4, events, true)).isEmpty();
    }

    @Test
    @Tag("red-team")
    void a_scheduler_that_doubles_a_sample_is_noticed() {
        List<SampleEvent> events = sound(4);
        events.add(new SampleEvent.Taken(1, 0, 99, 50));
        events.add(new SampleEvent.Settled(1, 0, 99, 51));
        assertThat(SampleTrackerCheck.breaches(4, events, false)).containsExactly("sample 1 has 2 ends");
    }

    @Test
    @Tag("red-team")
    void an_answer_that_nobody_was_asked_for_is_noticed() {
        List<SampleEvent> events = sound(1);
        events.add(new SampleEvent.Taken(1, 0, 7, 50));
        events.add(new SampleEvent.Settled(1, 1, 7, 51));
        assertThat(SampleTrackerCheck.breaches(2, events, false))
                .containsExactly("sample 1 has an answer of device 1 that was not at it");
    }

    @Test
    void an_answer_of_a_device_that_was_lost_meanwhile_is_noticed() {
        List<SampleEvent> events = List.of(
                new SampleEvent.Taken(0, 0, 0, 1),
                new SampleEvent.DeviceLost(0, "dead", List.of(0), 2),
                new SampleEvent.Struck(0, 0, 0, "dead", 2),
                new SampleEvent.Settled(0, 0, 0, 3));
        assertThat(SampleTrackerCheck.breaches(1, events, false))
                .containsExactly("sample 0 has an answer of device 0 that was not at it");
    }

    @Test
    void work_for_a_lost_device_and_a_sample_given_up_early_are_noticed() {
        List<SampleEvent> events = List.of(
                new SampleEvent.DeviceLost(0, "dead", List.of(), 1),
                new SampleEvent.Taken(0, 0, 0, 2),
                new SampleEvent.Struck(0, 0, 0, "dead", 3),
                new SampleEvent.GivenUp(0, "dead", 3));
        assertThat(SampleTrackerCheck.breaches(1, events, false))
                .containsExactly(
                        "sample 0 was given to device 0, which was lost", "sample 0 was given up after 1 tries");
    }

    @Test
    void the_ledger_drops_a_late_answer_and_passes_the_sample_on_once() {
        AtomicLong clock = new AtomicLong();
        SampleTracker tracker = new SampleTracker(1, 3, clock::incrementAndGet);
        SampleTracker.Ticket late = tracker.take(0, 0);
        assertThat(tracker.lose(0, "silent")).containsExactly(0);
        assertThat(tracker.lose(0, "silent")).isEmpty();
        SampleTracker.Ticket second = tracker.take(0, 1);
        assertThat(tracker.settle(late)).isFalse();
        assertThat(tracker.settle(second)).isTrue();
        assertThat(tracker.settle(second)).isFalse();
        assertThat(tracker.left()).isZero();
        assertThat(SampleTrackerCheck.breaches(1, tracker.events(), false)).isEmpty();
    }
}
