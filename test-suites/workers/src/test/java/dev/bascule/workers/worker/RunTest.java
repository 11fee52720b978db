package dev.bascule.workers.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {
    private static Run start(Duration limit, long millis) {
        JobOrder order = new JobOrder(new JobId("run-1"), 1, JobKind.CASES, "{}", List.of(), false, limit);
        return Run.start(
                order,
                new BlobFolder() {
                    @Override
                    public Path file(String sha256) {
                        throw new AssertionError("no file is wanted");
                    }

                    @Override
                    public Path scratch() {
                        throw new AssertionError("no folder is wanted");
                    }
                },
                (job, blobs, talk) -> {
                    Thread.sleep(millis);
                    return new JobEnd.Done(new byte[] {1});
                },
                line -> {});
    }

    @Test
    void a_limit_beyond_counting_in_nanoseconds_is_no_limit_and_no_fault() throws Exception {
        Run run = start(Duration.ofSeconds(1_000_000_000_000L), 1);
        run.watch();
        assertThat(run.await(30_000)).get().isInstanceOf(JobEnd.Done.class);
    }

    @Test
    void a_job_beyond_its_limit_is_stopped() throws Exception {
        Run run = start(Duration.ofNanos(1), 600_000);
        run.watch();
        assertThat(run.await(30_000)).get().isInstanceOf(JobEnd.Failed.class);
    }
}
