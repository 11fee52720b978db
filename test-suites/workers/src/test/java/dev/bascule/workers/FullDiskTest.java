package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.JobState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
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

    private static void fill(Path file) throws IOException {
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
    void a_result_that_has_no_room_is_taken_once_there_is_some() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("coordinator"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk.toString()), "no tmpfs for this user");
        byte[] result = new byte[RESULT_BYTES];
        new Random(7).nextBytes(result);
        JobWork work = (order, blobs, talk) -> new JobEnd.Done(result);
        try {
            try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(60)));
                    PoolClient client = pool.client()) {
                client.submit(TestJobs.jobs("full", 2, "x"), Map.of());
                fill(disk.resolve("filler"));
                pool.worker("one", TestJobs.machine("wasm"), work);
                // Longer than the broker takes to look at its disk.
                Thread.sleep(12_000);
                assertThat(pool.coordinator.jobs()).noneMatch(job -> job.state() == JobState.DONE);
                Files.delete(disk.resolve("filler"));
                assertThat(TestPool.follow(client, "full")).hasSize(2);
                assertThat(pool.coordinator.isUp()).isTrue();
                assertThat(client.jobs("full")).allSatisfy(job -> assertThat(job.attempts().stream()
                                .filter(one -> one.state() == AttemptState.DONE))
                        .hasSize(1));
            }
        } finally {
            run("umount", disk.toString());
        }
    }
}
