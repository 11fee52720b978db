package dev.bascule.workers.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.scheduling.job.JobId;
import dev.bascule.workers.job.BlobFolder;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobOrder;
import dev.bascule.workers.job.JobWork;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class RunTest {
    private static Run start(Duration limit, long millis) {
        return start(limit, (job, blobs, talk) -> {
            Thread.sleep(millis);
            return new JobEnd.Done(new byte[] {1});
        });
    }

    private static Run start(Duration limit, JobWork work) {
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
                work,
                line -> {});
    }

    @Test
    void a_limit_beyond_counting_in_nanoseconds_is_no_limit_and_no_fault() throws Exception {
        Run run = start(Duration.ofSeconds(1_000_000_000_000L), 1);
        run.watch();
        assertThat(run.await(30_000)).get().isInstanceOf(JobEnd.Done.class);
    }

    @Test
    void one_that_waits_for_others_on_the_machine_or_is_over_does_not_work() throws Exception {
        CyclicBarrier step = new CyclicBarrier(2);
        Run run = start(Duration.ofMinutes(5), (job, blobs, talk) -> {
            try {
                talk.waits();
                step.await();
                step.await();
                talk.goesOn();
                step.await();
                step.await();
                return new JobEnd.Done(new byte[] {1});
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        });
        step.await();
        assertThat(run.works()).isFalse();
        step.await();
        step.await();
        assertThat(run.works()).isTrue();
        step.await();
        assertThat(run.await(30_000)).isPresent();
        assertThat(run.works()).isFalse();
    }

    @Test
    void a_job_beyond_its_limit_is_stopped() throws Exception {
        Run run = start(Duration.ofNanos(1), 600_000);
        run.watch();
        assertThat(run.await(30_000)).get().isInstanceOf(JobEnd.Failed.class);
    }
}
