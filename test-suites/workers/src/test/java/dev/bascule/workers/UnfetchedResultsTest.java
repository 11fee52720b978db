package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.ledger.JobState;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator whose folder is full of results that nobody fetched. */
@Timeout(120)
class UnfetchedResultsTest {
    private static final PoolLimits USUAL = PoolLimits.USUAL;
    /** Half of it is for results: one of 600 bytes, and room for one of the greatest is no more there. */
    private static final PoolLimits LITTLE = new PoolLimits(
            USUAL.jobs(),
            USUAL.payloadBytes(),
            USUAL.ownerBytes(),
            USUAL.blobBytes(),
            4000,
            1500,
            USUAL.lostAfter(),
            USUAL.lostWorkers());

    @TempDir
    Path folder;

    @Test
    void more_jobs_are_refused_with_a_reason_until_what_is_there_was_fetched() throws Exception {
        try (TestPool pool = new TestPool(folder, LITTLE);
                PoolClient client = pool.client()) {
            byte[] result = new byte[600];
            try (var worker =
                    pool.worker("one", TestJobs.machine(), (order, blobs, talk) -> new JobEnd.Done(result.clone()))) {
                client.submit(TestJobs.jobs("first", 1, "x"), Map.of());
                TestWaits.until(() -> pool.coordinator.jobs().get(0).state() == JobState.DONE);

                assertThatThrownBy(() -> client.submit(TestJobs.jobs("second", 1, "x"), Map.of()))
                        .isInstanceOfSatisfying(
                                BasculeException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_REFUSED))
                        .hasMessageContaining("full of those that nobody has fetched yet");

                assertThat(TestPool.follow(client, "first")).hasSize(1);
                client.submit(TestJobs.jobs("second", 1, "x"), Map.of());
                assertThat(TestPool.follow(client, "second")).hasSize(1);
            }
        }
    }

    /** In {@code mvn verify} {@code DeskTest} has a job that waits for room. */
    @Test
    @Tag("full")
    void jobs_that_were_taken_before_wait_for_room_and_go_on_when_there_is_some() throws Exception {
        try (TestPool pool = new TestPool(folder, LITTLE);
                PoolClient client = pool.client()) {
            byte[] result = new byte[600];
            new Random(7).nextBytes(result);
            try (var worker = pool.worker("one", TestJobs.machine(), (order, blobs, talk) -> {
                result[0]++;
                return new JobEnd.Done(result.clone());
            })) {
                client.submit(
                        Stream.of("first", "second")
                                .flatMap(run -> TestJobs.jobs(run, 1, "x").stream())
                                .toList(),
                        Map.of());
                TestWaits.until(() -> pool.coordinator.jobs().stream()
                        .anyMatch(job -> job.waits()
                                .filter(why -> why.contains("no room for more"))
                                .isPresent()));

                assertThat(TestPool.follow(client, "first")).hasSize(1);
                assertThat(TestPool.follow(client, "second")).hasSize(1);
            }
        }
    }
}
