package dev.bascule.bridge.dashboard.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RecentCacheTest {
    private final RecentCache<String, Integer> known = new RecentCache<>(2);
    private final AtomicInteger found = new AtomicInteger();

    private int find(String key) {
        return known.get(key, found::incrementAndGet);
    }

    @Test
    void a_thing_is_found_out_once_as_long_as_it_is_asked_for() {
        assertThat(find("a")).isEqualTo(1);
        assertThat(find("b")).isEqualTo(2);
        assertThat(find("a")).isEqualTo(1);
        assertThat(find("c")).isEqualTo(3);
        assertThat(find("a")).isEqualTo(1);
        // It was asked for the longest ago.
        assertThat(find("b")).isEqualTo(4);
    }

    @Test
    void who_asks_meanwhile_waits_for_the_same() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> known.get("a", () -> {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return found.incrementAndGet();
        }));
        begun.await();
        CompletableFuture<Integer> second = CompletableFuture.supplyAsync(() -> find("a"));
        go.countDown();

        assertThat(first.get()).isEqualTo(1);
        assertThat(second.get()).isEqualTo(1);
    }

    @Test
    void what_fails_is_told_and_tried_again() {
        assertThatThrownBy(() -> known.get("a", () -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(find("a")).isEqualTo(1);
    }
}
