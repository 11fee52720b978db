package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UninterruptedCloseTest {
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch killed = new CountDownLatch(1);
    private final AtomicInteger kills = new AtomicInteger();
    private final AtomicBoolean closed = new AtomicBoolean();

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    private boolean end(Runnable close) {
        return UninterruptedClose.of(
                () -> {
                    kills.incrementAndGet();
                    killed.countDown();
                },
                close);
    }

    /** Stops as Jetty does: an interrupt of its own thread would end it half way. */
    private void closeOnceKilled() {
        began.countDown();
        try {
            killed.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("stopped half way", e);
        }
        closed.set(true);
    }

    @Test
    void an_interrupt_while_it_is_closed_kills_what_runs_and_does_not_strike_the_closing() throws Exception {
        Thread ending = Thread.currentThread();
        Thread impatient = new Thread(() -> {
            try {
                began.await();
                ending.interrupt();
            } catch (InterruptedException nobodyDoes) {
                Thread.currentThread().interrupt();
            }
        });
        impatient.start();

        assertThat(end(this::closeOnceKilled)).isTrue();
        assertThat(closed).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        impatient.join();
    }

    @Test
    void one_who_was_interrupted_before_waits_for_no_answers() {
        Thread.currentThread().interrupt();

        assertThat(end(this::closeOnceKilled)).isTrue();
        assertThat(kills).hasValue(1);
        assertThat(closed).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void negative_control_nobody_is_killed_where_nobody_interrupts() {
        assertThat(end(() -> closed.set(true))).isFalse();
        assertThat(closed).isTrue();
        assertThat(kills).hasValue(0);
    }

    @Test
    void what_cannot_be_closed_does_not_cost_what_was_measured() {
        assertThat(end(() -> {
                    throw new IllegalStateException("a port that cannot be freed");
                }))
                .isFalse();
    }
}
