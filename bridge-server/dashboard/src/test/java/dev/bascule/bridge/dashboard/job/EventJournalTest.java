package dev.bascule.bridge.dashboard.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.bascule.bridge.dashboard.SetClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EventJournalTest {
    private final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");
    private final EventJournal journal = new EventJournal(clock, 100);
    private final long before = journal.last();

    private void add(int events) {
        for (int i = 0; i < events; i++) {
            journal.add("number", Map.of("n", i));
        }
    }

    @Test
    void an_event_after_the_streams_were_closed_harms_nobody() {
        EventJournal journal = new EventJournal(java.time.Clock.systemUTC(), 10);
        EventStreams streams = new EventStreams(journal, EventStreams.Settings.USUAL);
        journal.add("before", java.util.Map.of());
        streams.close();

        assertThatNoException().isThrownBy(() -> journal.add("after", java.util.Map.of()));
    }

    @Test
    void ids_grow_by_one_and_events_come_back_from_any_place() {
        add(100);

        assertThat(journal.after(before, 1_000).stream().map(ServerEvent::id))
                .startsWith(before + 1, before + 2)
                .hasSize(100);
        assertThat(journal.after(before + 40, 10).stream().map(ServerEvent::id))
                .startsWith(before + 41)
                .hasSize(10);
        assertThat(journal.after(before + 100, 10)).isEmpty();
    }

    @Test
    void what_the_journal_no_longer_has_is_told_by_a_reset_from_which_one_goes_on() {
        add(1_000);
        List<ServerEvent> first = journal.after(before, 10);

        assertThat(first).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(ServerEvent.RESET);
            assertThat(event.id()).isEqualTo(before + 1_000);
        });
        assertThat(journal.after(before + 900, 1_000).stream().map(ServerEvent::id))
                .startsWith(before + 901)
                .endsWith(before + 1_000)
                .hasSize(100);
        add(1);
        assertThat(journal.after(first.get(0).id(), 10)).hasSize(1);
    }

    @Test
    void the_ids_of_an_earlier_and_of_a_later_server_are_not_this_ones() {
        add(5);
        long earlier = journal.last();
        clock.advance(Duration.ofSeconds(1));
        EventJournal next = new EventJournal(clock, 100);
        next.add("number", Map.of());

        assertThat(next.after(earlier, 10))
                .singleElement()
                .extracting(ServerEvent::type)
                .isEqualTo(ServerEvent.RESET);
        assertThat(journal.after(next.last(), 10))
                .singleElement()
                .extracting(ServerEvent::type)
                .isEqualTo(ServerEvent.RESET);
        assertThat(next.last()).isGreaterThan(earlier);
    }

    @Test
    void an_event_is_one_line_of_data_whatever_is_in_it() {
        journal.add("log", Map.of("text", "two\nlines\r\nand: more"));

        assertThat(journal.after(before, 1).get(0).wire())
                .isEqualTo("id: %d\nevent: log\ndata: {\"text\":\"two\\nlines\\r\\nand: more\"}\n\n"
                        .formatted(before + 1));
    }
}
