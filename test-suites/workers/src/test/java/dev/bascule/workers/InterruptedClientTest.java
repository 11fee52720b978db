package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.ledger.JobState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A submitter that is interrupted, or whose coordinator is not there. */
@Tag("slow")
@Timeout(120)
class InterruptedClientTest {
    private static final long SEED = 20261129;
    private static final int INTERRUPTS = TestSize.of(20, 60);

    @TempDir
    Path folder;

    @Test
    @Tag("sized")
    void an_interrupt_at_whatever_moment_is_an_interrupt_and_the_run_can_be_cancelled_then() throws Exception {
        Random random = new Random(SEED);
        List<String> others = new ArrayList<>();
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(20)));
                PoolClient client = pool.client()) {
            client.submit(TestJobs.jobs("waits", 1, "x"), Map.of());
            for (int i = 0; i < INTERRUPTS; i++) {
                AtomicReference<Throwable> end = new AtomicReference<>();
                Thread asks = new Thread(() -> {
                    try {
                        while (true) {
                            client.jobs("waits");
                        }
                    } catch (InterruptedException e) {
                        // As it should be.
                    } catch (Throwable e) {
                        end.set(e);
                    }
                });
                asks.start();
                Thread.sleep(random.nextInt(40));
                asks.interrupt();
                asks.join(30_000);
                if (asks.isAlive() || end.get() != null) {
                    others.add(String.valueOf(end.get()));
                }
            }
            assertThat(others).as("seed %d", SEED).isEmpty();
            client.cancel("waits");
            assertThat(client.jobs("waits").get(0).state()).isEqualTo(JobState.CANCELLED);
        }
    }

    @Test
    @Tag("full")
    void to_cancel_where_no_coordinator_answers_ends_and_says_so() throws Exception {
        PoolClient client;
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(20)))) {
            client = pool.client();
            client.submit(TestJobs.jobs("gone", 1, "x"), Map.of());
        }
        try (client) {
            assertThatThrownBy(() -> client.cancel("gone"))
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_UNREACHABLE));
        }
    }
}
