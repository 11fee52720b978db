package dev.bascule.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WorkersTest {
    private final TimedRegions regions = new TimedRegions();

    @Test
    void tasks_run_side_by_side_and_are_handed_over_in_order() {
        CyclicBarrier both = new CyclicBarrier(2);
        try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(met(both, "a"), met(both, "b")))) {
            assertThat(batch.await(0)).isEqualTo("a");
            assertThat(batch.await(1)).isEqualTo("b");
        }
    }

    /** Neither comes back before the other has begun. */
    private static Supplier<String> met(CyclicBarrier both, String word) {
        return () -> {
            try {
                both.await(60, TimeUnit.SECONDS);
                return word;
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new AssertionError("they did not run side by side", e);
            }
        };
    }

    @Test
    void one_worker_is_the_thread_that_waits() {
        AtomicInteger runs = new AtomicInteger();
        Supplier<Thread> who = () -> {
            runs.incrementAndGet();
            return Thread.currentThread();
        };
        try (Workers.Batch<Thread> batch = new Workers(1, regions).begin(List.of(who, who))) {
            assertThat(runs).hasValue(0);
            assertThat(batch.await(1)).isSameAs(Thread.currentThread());
            assertThat(batch.await(1)).isSameAs(Thread.currentThread());
        }
        assertThat(runs)
                .as("what nobody waits for is not done, and nothing twice")
                .hasValue(1);
    }

    @Test
    void no_worker_begins_while_something_is_timed() {
        Throwable refused = regions.timed(() -> {
            try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(() -> "a", () -> "b"))) {
                return catchThrowable(() -> batch.await(0));
            }
        });

        assertThat(refused).isInstanceOf(IllegalStateException.class).hasMessageContaining("while something is timed");
        try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(() -> "a", () -> "b"))) {
            assertThat(batch.await(0)).as("afterwards it may").isEqualTo("a");
        }
    }

    @Test
    void nothing_is_timed_while_a_worker_runs() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch over = new CountDownLatch(1);
        Supplier<String> busy = () -> {
            begun.countDown();
            awaitPatiently(over);
            return "done";
        };
        try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(busy, busy))) {
            begun.await();
            assertThatThrownBy(() -> regions.timed(() -> "a number"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("2 workers");
            over.countDown();
            batch.await(0);
        }
        assertThat(regions.timed(() -> "a number")).isEqualTo("a number");
    }

    private static void awaitPatiently(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void when_it_is_closed_none_of_its_tasks_runs_any_more_or_ever_will() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        AtomicInteger ended = new AtomicInteger();
        AtomicBoolean third = new AtomicBoolean();
        Supplier<String> slow = () -> {
            begun.countDown();
            awaitPatiently(new CountDownLatch(1));
            ended.incrementAndGet();
            return "interrupted";
        };
        try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(slow, slow, () -> {
            third.set(true);
            return "late";
        }))) {
            begun.await();
        }
        assertThat(ended).as("closing waited for them").hasValue(2);
        assertThat(third).isFalse();
        assertThat(regions.timed(() -> "a number")).isEqualTo("a number");
    }

    @Test
    void what_a_task_throws_is_thrown_where_it_is_waited_for() {
        Supplier<String> broken = () -> {
            throw new BasculeException(ErrorCode.NOT_ONNX, "no model");
        };
        try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(() -> "a", broken))) {
            assertThat(batch.await(0)).isEqualTo("a");
            assertThatThrownBy(() -> batch.await(1))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_ONNX));
        }
    }

    @Test
    void who_is_interrupted_while_waiting_stays_interrupted() {
        Supplier<String> slow = () -> {
            awaitPatiently(new CountDownLatch(1));
            return "never";
        };
        try (Workers.Batch<String> batch = new Workers(2, regions).begin(List.of(slow, slow))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> batch.await(0))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_INTERRUPTED));
        }
        assertThat(Thread.interrupted()).isTrue();
    }
}
