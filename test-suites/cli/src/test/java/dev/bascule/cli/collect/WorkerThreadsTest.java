package dev.bascule.cli.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerThreadsTest {
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void nothing_is_left() {
        Thread.interrupted();
        end.countDown();
    }

    @Test
    void each_has_its_own_thread_and_what_came_is_in_their_order() {
        Callable<String> first = () -> {
            end.await();
            return "first";
        };
        Callable<String> second = () -> {
            end.countDown();
            return "second";
        };

        assertThat(WorkerThreads.all(List.of(first, second), Duration.ZERO, index -> "late"))
                .containsExactly("first", "second");
    }

    @Test
    void who_does_not_heed_an_interrupt_is_waited_for_no_longer_than_the_farewell() {
        Callable<String> heeds = () -> {
            try {
                end.await();
                return "not interrupted";
            } catch (InterruptedException e) {
                return "kept what it had";
            }
        };
        Callable<String> deaf = () -> {
            while (true) {
                try {
                    end.await();
                    return "too late";
                } catch (InterruptedException e) {
                    assertThat(Thread.currentThread().isDaemon()).isTrue();
                }
            }
        };
        Thread.currentThread().interrupt();

        assertThat(WorkerThreads.all(List.of(heeds, deaf), Duration.ofMillis(200), index -> index + " is interrupted"))
                .containsExactly("kept what it had", "1 is interrupted");
    }
}
