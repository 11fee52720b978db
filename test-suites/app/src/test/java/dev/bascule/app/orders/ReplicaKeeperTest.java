package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.wire.AttemptKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ReplicaKeeperTest {
    private static final AttemptKey KEY = new AttemptKey(new JobId("run-1"), 1);
    private static final Duration BEAT = Duration.ofMillis(1);

    private final Semaphore kept = new Semaphore(0);
    private final AtomicInteger opened = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicReference<Optional<BasculeException>> refusal = new AtomicReference<>(Optional.empty());

    private JobPool pool() {
        opened.incrementAndGet();
        return new UnaskedPool() {
            @Override
            public void keep(AttemptKey key, Duration within) {
                assertThat(key).isEqualTo(KEY);
                kept.release();
                refusal.getAndSet(Optional.empty()).ifPresent(refused -> {
                    throw refused;
                });
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
    }

    private boolean keeps() throws InterruptedException {
        return kept.tryAcquire(30, TimeUnit.SECONDS);
    }

    @Test
    void it_says_so_again_and_again_over_one_connection_until_it_is_closed() throws Exception {
        ReplicaKeeper keeper = ReplicaKeeper.start(this::pool, KEY, BEAT);
        for (int i = 0; i < 3; i++) {
            assertThat(keeps()).isTrue();
        }
        keeper.close();
        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(opened).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"COORDINATOR_UNREACHABLE", "COORDINATOR_FAILED"})
    void where_the_coordinator_is_away_or_fails_it_connects_again(ErrorCode code) throws Exception {
        refusal.set(Optional.of(new BasculeException(code, "it does not answer")));
        try (ReplicaKeeper keeper = ReplicaKeeper.start(this::pool, KEY, BEAT)) {
            assertThat(keeps()).isTrue();
            assertThat(keeps()).isTrue();
            assertThat(opened).as("by %s", keeper).hasValue(2);
        }
    }

    @Test
    void of_an_attempt_that_is_over_it_says_nothing_more() throws Exception {
        refusal.set(Optional.of(new BasculeException(ErrorCode.RUN_INTERRUPTED, "the run was cancelled")));
        ReplicaKeeper keeper = ReplicaKeeper.start(this::pool, KEY, BEAT);
        assertThat(closed.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(kept.availablePermits()).isOne();
        keeper.close();
    }
}
