package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.scheduling.worker.WorkerId;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.Prospect;
import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.WorkerStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PooledJobsTest {
    private static final Instant NOW = Instant.parse("2026-08-01T10:00:00Z");

    private final Played pool = new Played();
    private final List<String> said = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private final List<JobsOutcome.Done> done = new ArrayList<>();
    private final AtomicLong now = new AtomicLong(7);
    private Duration wait = Duration.ofMillis(1);
    private boolean hostile;
    private boolean goesOn = true;

    private JobsOutcome run(PoolJob... jobs) {
        return run(pooled(), jobs);
    }

    private PooledJobs pooled() {
        return new PooledJobs(pool, wait, "@tokens/me", now::get);
    }

    private JobsOutcome run(PooledJobs pooled, PoolJob... jobs) {
        return pooled.run("run", List.of(jobs), new PooledJobs.Listener() {
            @Override
            public void say(String what) {
                said.add(what);
            }

            @Override
            public void sent(String what) {
                sent.add(what);
            }

            @Override
            public void done(JobsOutcome.Done job) {
                if (hostile) {
                    throw new StackOverflowError("too deep");
                }
                done.add(job);
            }

            @Override
            public boolean goesOn() {
                return goesOn;
            }
        });
    }

    private static PoolJob job(int number, String backend) {
        return new PoolJob(
                new JobRequest(
                        JobRequest.idOf("run", number),
                        "run",
                        number,
                        JobKind.CASES,
                        "{}",
                        List.of(),
                        new Requirement.Backend(backend),
                        "kind",
                        0,
                        Optional.empty(),
                        Set.of(),
                        true,
                        Duration.ofMinutes(1),
                        Set.of(),
                        false),
                Map.of(),
                Map.of(),
                "job " + number,
                1);
    }

    @Test
    void what_came_is_handed_on_and_what_no_worker_can_do_is_not_given_away() {
        JobsOutcome outcome = run(job(1, "cpu"), job(2, "cuda"));

        assertThat(outcome.done())
                .hasSize(1)
                .isEqualTo(done.stream().map(JobsOutcome.Done::job).toList());
        assertThat(outcome.interrupted()).isFalse();
        assertThat(outcome.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.job().what()).isEqualTo("job 2");
            assertThat(lost.why().code()).isEqualTo(ErrorCode.NOTHING_RAN);
            assertThat(lost.why().message()).contains("idle-one: needs backend cuda");
        });
        assertThat(pool.submitted).hasSize(1);
        assertThat(said).singleElement().asString().contains("1 of 2 jobs");
    }

    @Test
    void what_was_sent_is_told_with_the_line_that_shows_it() {
        run(job(1, "cpu"), job(2, "cuda"));

        assertThat(sent).containsExactly("run run: 1 job sent; see them with: bascule queue run --on @tokens/me");
    }

    @Test
    void where_nothing_is_sent_nothing_is_told_to_be() {
        run(job(1, "cuda"));

        assertThat(sent).isEmpty();
    }

    @Test
    void who_waited_for_the_first_worker_in_vain_does_not_wait_once_more() throws InterruptedException {
        pool.state = "lost";
        wait = Duration.ofMillis(20);
        PooledJobs pooled = pooled();

        assertThat(pooled.inventories(said::add)).isEmpty();
        int looked = pool.looks;
        run(pooled, job(1, "cpu"));

        assertThat(said).singleElement().asString().contains("no worker is there; waiting 0 s for one");
        assertThat(looked).as("before the wait and after it").isEqualTo(2);
        assertThat(pool.looks).as("once more, and no wait").isEqualTo(3);
    }

    @Test
    void once_something_came_the_next_run_waits_anew() throws InterruptedException {
        wait = Duration.ofMillis(20);
        pool.state = "lost";
        PooledJobs pooled = pooled();
        assertThat(pooled.inventories(said::add)).isEmpty();
        pool.state = "idle";
        assertThat(run(pooled, job(1, "cpu")).done()).hasSize(1);
        pool.state = "lost";
        int looked = pool.looks;
        said.clear();

        assertThat(run(pooled, job(2, "cpu")).lost())
                .singleElement()
                .satisfies(lost -> assertThat(lost.unmet()).isTrue());

        assertThat(pool.looks - looked).as("before the wait and after it").isEqualTo(2);
        assertThat(said).singleElement().asString().contains("waiting 0 s for another");
    }

    @Test
    void who_does_not_go_on_cancels_what_is_not_over_and_loses_it() {
        pool.waits = true;
        goesOn = false;

        JobsOutcome outcome = run(job(1, "cpu"));

        assertThat(outcome.interrupted()).isFalse();
        assertThat(outcome.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.why().message()).isEqualTo("it was cancelled, as the time is over");
            assertThat(lost.unmet()).isFalse();
        });
        assertThat(pool.cancelled).containsExactly("run");
    }

    @Test
    void a_worker_that_is_lost_or_revoked_counts_for_nothing() {
        pool.state = "lost";

        assertThat(run(job(1, "cpu")).lost())
                .singleElement()
                .satisfies(lost -> assertThat(lost.why().message()).contains("no worker is there"));
        assertThat(pool.submitted).isEmpty();
    }

    @Test
    void a_job_that_failed_for_good_is_lost_once_with_its_reason() {
        pool.end = JobState.FAILED;

        assertThat(run(job(1, "cpu")).lost()).singleElement().satisfies(lost -> {
            assertThat(lost.why().message()).isEqualTo("lost 3 workers");
            assertThat(lost.unmet()).as("a worker could do it").isFalse();
        });
    }

    @Test
    void an_interrupt_cancels_the_rest_keeps_what_came_and_is_told() {
        pool.interruptAfter = 1;

        JobsOutcome outcome = run(job(1, "cpu"), job(2, "cpu"));

        assertThat(outcome.interrupted()).isTrue();
        assertThat(outcome.done()).hasSize(1);
        assertThat(outcome.lost()).isEmpty();
        assertThat(pool.cancelled).containsExactly("run");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_pool_that_fails_in_the_middle_keeps_what_came_cancels_and_says_why() {
        pool.failAfter = 1;

        JobsOutcome outcome = run(job(1, "cpu"), job(2, "cpu"));

        assertThat(outcome.done()).hasSize(1);
        assertThat(outcome.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.job().what()).isEqualTo("job 2");
            assertThat(lost.why().message()).isEqualTo("the token was revoked");
        });
        assertThat(outcome.interrupted()).isFalse();
        assertThat(pool.cancelled).containsExactly("run");
    }

    @Test
    void a_pool_that_fails_before_anything_came_says_so_itself() {
        pool.failAfter = 0;

        assertThatThrownBy(() -> run(job(1, "cpu"))).hasMessage("the token was revoked");
        assertThat(pool.cancelled).containsExactly("run");
    }

    @Test
    void a_result_that_cannot_be_read_costs_its_own_job_alone() {
        hostile = true;

        assertThat(run(job(1, "cpu"), job(2, "cpu")).lost())
                .hasSize(2)
                .allSatisfy(lost -> assertThat(lost.why().code()).isEqualTo(ErrorCode.RECORD_INVALID));
    }

    @Test
    void a_job_of_which_the_coordinator_knows_nothing_is_lost() {
        pool.forgets = true;

        assertThat(run(job(1, "cpu")).lost())
                .singleElement()
                .satisfies(lost -> assertThat(lost.why().message()).contains("does not say what became of it"));
    }

    @Test
    void a_result_that_is_gone_costs_its_own_job_alone() {
        pool.gone = true;

        assertThat(run(job(1, "cpu")).lost())
                .singleElement()
                .satisfies(lost -> assertThat(lost.why().message()).isEqualTo("evicted"));
    }

    @Test
    void where_the_only_worker_dies_after_jobs_were_sent_one_waits_as_long_as_was_said_and_says_for_what() {
        pool.dies = true;
        wait = Duration.ofSeconds(60);

        JobsOutcome outcome = run(job(1, "cpu"));

        assertThat(outcome.done()).isEmpty();
        assertThat(outcome.lost()).singleElement().satisfies(lost -> {
            assertThat(lost.why().message()).contains("no worker is there");
            assertThat(lost.unmet()).isTrue();
        });
        assertThat(said).singleElement().asString().contains("1 jobs wait: no worker can do it", "waiting 60 s");
        assertThat(Duration.ofNanos(now.get())).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(70));
        assertThat(pool.cancelled).containsExactly("run");
    }

    /** One worker with {@code cpu}; each job ends as the test says. */
    private final class Played implements JobPool {
        private final List<JobRequest> submitted = new ArrayList<>();
        private final List<String> cancelled = new ArrayList<>();
        private String state = "idle";
        private JobState end = JobState.DONE;
        private int interruptAfter = Integer.MAX_VALUE;
        private int failAfter = Integer.MAX_VALUE;
        private boolean forgets;
        private boolean gone;
        private boolean dies;
        private boolean waits;
        private int looks;

        @Override
        public List<WorkerStatus> workers() {
            looks++;
            Inventory inventory = Inventory.of(
                    "linux",
                    "x86_64",
                    "a processor",
                    2,
                    8L << 30,
                    Map.of("cpu", "session"),
                    Map.of(),
                    List.of(),
                    Set.of());
            return List.of(new WorkerStatus(
                    new WorkerId("idle-one"), state, Optional.of(inventory), Optional.of(NOW), Optional.empty()));
        }

        @Override
        public RunList runs() {
            return RunList.of(List.of());
        }

        @Override
        public RunPart part(String run, Set<JobState> states, int from, int count) {
            return new RunPart(List.of(), 0);
        }

        @Override
        public Optional<JobStatus> job(JobId id) {
            return Optional.empty();
        }

        @Override
        public Optional<Prospect> explain(JobId job) {
            return Optional.empty();
        }

        @Override
        public void submit(List<JobRequest> jobs, Map<String, Path> files) {
            submitted.addAll(jobs);
        }

        @Override
        public void follow(String run, PoolClient.Follower follower) throws InterruptedException {
            if (forgets) {
                return;
            }
            if (waits) {
                assertThat(follower.goesOn()).isFalse();
                return;
            }
            if (dies) {
                state = "lost";
                while (follower.goesOn()) {
                    now.addAndGet(Duration.ofSeconds(1).toNanos());
                }
                return;
            }
            int over = 0;
            for (JobRequest job : submitted) {
                if (over == interruptAfter) {
                    throw new InterruptedException("stopped");
                }
                if (over == failAfter) {
                    throw new BasculeException(ErrorCode.COORDINATOR_REFUSED, "the token was revoked");
                }
                boolean failed = end == JobState.FAILED;
                JobStatus status = new JobStatus(
                        job.id(),
                        run,
                        job.number(),
                        "me",
                        NOW,
                        end,
                        Optional.empty(),
                        failed ? Optional.of(Failure.of(ErrorCode.NOTHING_RAN, "lost 3 workers")) : Optional.empty(),
                        List.of());
                follower.changed(status);
                if (failed) {
                    follower.changed(status);
                } else if (gone) {
                    follower.gone(status, Failure.of(ErrorCode.COORDINATOR_REFUSED, "evicted"));
                } else {
                    follower.done(status, new byte[0]);
                }
                over++;
            }
        }

        @Override
        public void cancel(String run) {
            cancelled.add(run);
        }

        @Override
        public List<JobStatus> jobs(String run) {
            return List.of();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
