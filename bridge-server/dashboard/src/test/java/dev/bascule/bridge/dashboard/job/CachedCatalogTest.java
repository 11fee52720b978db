package dev.bascule.bridge.dashboard.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.dashboard.FakeRunStarter;
import dev.bascule.bridge.dashboard.SetClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CachedCatalogTest {
    private final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");
    private final FakeRunStarter starter = new FakeRunStarter();
    private final AtomicInteger looks = new AtomicInteger();
    private boolean measuring;

    private final CachedCatalog catalog = new CachedCatalog(
            () -> {
                looks.incrementAndGet();
                return starter.catalog();
            },
            () -> measuring,
            clock);

    @Test
    void many_who_ask_within_a_minute_are_one_look() {
        for (int i = 0; i < 50; i++) {
            assertThat(catalog.get()).isEqualTo(starter.catalog());
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(looks).hasValue(1);
    }

    @Test
    void what_is_a_minute_old_is_looked_for_again_and_so_is_what_a_clock_that_was_set_back_dates_ahead() {
        catalog.get();
        clock.advance(Duration.ofMinutes(1));
        catalog.get();
        assertThat(looks).hasValue(2);
        clock.advance(Duration.ofHours(-1));
        catalog.get();
        assertThat(looks).hasValue(3);
    }

    @Test
    void while_something_is_measured_nothing_is_looked_for_but_what_nobody_knows_yet() {
        measuring = true;
        catalog.get();
        clock.advance(Duration.ofHours(1));
        catalog.get();
        assertThat(looks).hasValue(1);
        measuring = false;
        catalog.get();
        assertThat(looks).hasValue(2);
    }
}
