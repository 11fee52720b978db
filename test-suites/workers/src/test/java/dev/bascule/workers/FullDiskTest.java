package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the coordinator's folder fills up, and has room again. For root on Linux: a small tmpfs. */
@Tag("slow")
@Tag("full")
@Timeout(300)
class FullDiskTest {
    /** More than is left. */
    private static final int RESULT_BYTES = 4 << 20;

    @TempDir
    Path folder;

    private static boolean run(String... command) throws IOException, InterruptedException {
        return ChildProcesses.of(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private static void fill(Path file) {
        byte[] piece = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException full) {
            // That was the point.
        }
    }

    @Test
    void a_coordinator_whose_disk_fills_up_loses_nothing_and_goes_on_once_there_is_room() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("coordinator"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk.toString()), "no tmpfs for this user");
        byte[] result = new byte[RESULT_BYTES];
        new Random(7).nextBytes(result);
        AtomicBoolean filled = new AtomicBoolean();
        JobWork work = (order, blobs, talk) -> {
            if (!filled.getAndSet(true)) {
                fill(disk.resolve("filler"));
            }
            return new JobEnd.Done(result);
        };
        try {
            JoinAddress me;
            WorkerSettings worker;
            try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(60)))) {
                me = pool.coordinator.invite("me", Role.SUBMITTER);
                worker = pool.settings(pool.coordinator.invite("one", Role.WORKER), TestJobs.machine("wasm"));
                try (PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                    client.submit(TestJobs.jobs("full", 2, "x"), Map.of());
                }
                Worker.join(worker, work);
                // The broker ends rather than to forget something.
                assertThatThrownBy(pool.coordinator::await)
                        .isInstanceOfSatisfying(
                                BasculeException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_FAILED));
                assertThat(pool.coordinator.jobs()).noneMatch(job -> job.state() == JobState.DONE);
            }
            Files.delete(disk.resolve("filler"));
            try (TestPool pool = new TestPool(
                            folder, TestPool.patient(Duration.ofSeconds(60)), TestKeys.usual(), me.port());
                    PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                assertThat(TestPool.follow(client, "full")).hasSize(2);
                assertThat(client.jobs("full"))
                        .allSatisfy(job -> assertThat(
                                        job.attempts().stream().filter(one -> one.state() == AttemptState.DONE))
                                .hasSize(1));
                pool.coordinator.revoke(worker.address().id());
            }
        } finally {
            run("umount", disk.toString());
        }
    }
}
