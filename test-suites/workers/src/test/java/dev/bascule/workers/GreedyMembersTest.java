package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.coordinator.PoolLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a submitter asks too much of, and what becomes of a coordinator that has not enough itself. */
@Tag("slow")
@Timeout(120)
class GreedyMembersTest {
    @TempDir
    Path folder;

    private TestPool pool;
    private volatile boolean broken;

    @BeforeEach
    void start() {
        PoolLimits usual = PoolLimits.USUAL;
        PoolLimits few = new PoolLimits(
                100,
                1000,
                2000,
                usual.blobBytes(),
                usual.folderBytes(),
                usual.resultBytes(),
                Duration.ofSeconds(20),
                usual.lostWorkers());
        pool = new TestPool(folder, few, TestKeys.usual(), 0, (job, worker) -> {
            if (broken) {
                throw new OutOfMemoryError("a test");
            }
            return new ServiceTime.Unknown("a test");
        });
    }

    @AfterEach
    void stop() {
        pool.close();
    }

    @Test
    void a_submitter_has_only_so_much_in_memory_and_what_is_over_counts_no_more() throws Exception {
        String payload = "x".repeat(700);
        try (PoolClient client = pool.client();
                PoolClient other = pool.client()) {
            client.submit(TestJobs.jobs("first", 2, payload), Map.of());
            assertThatThrownBy(() -> client.submit(TestJobs.jobs("second", 1, payload), Map.of()))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                    .hasMessageContaining("2000 characters");
            other.submit(TestJobs.jobs("others", 1, payload), Map.of());
            client.cancel("first");
            client.submit(TestJobs.jobs("second", 1, payload), Map.of());
            // The same again is still the same, and another one another.
            client.submit(TestJobs.jobs("first", 2, payload), Map.of());
            assertThatThrownBy(() -> client.submit(TestJobs.jobs("first", 2, "other"), Map.of()))
                    .hasMessageContaining("another job");
        }
    }

    @Test
    void an_error_in_a_thread_of_the_coordinator_ends_the_coordinator() throws Exception {
        try (PoolClient client = pool.client();
                var worker = pool.worker("one", TestJobs.machine(), PoolTest.ECHO)) {
            assertThat(pool.coordinator.isUp()).isTrue();
            broken = true;
            client.submit(TestJobs.jobs("last", 2, "x"), Map.of());
            assertThatThrownBy(() -> pool.coordinator.await()).hasMessageContaining("the coordinator ended by");
            assertThat(pool.coordinator.isUp()).isFalse();
        }
    }
}
