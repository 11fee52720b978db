package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.scheduling.job.JobId;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.Blob;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.ledger.RunPart;
import dev.bascule.workers.ledger.RunStatus;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Coordinator, workers and submitters in one process, over the real port. */
@Tag("slow")
@Timeout(120)
class PoolTest {
    @TempDir
    static Path folder;

    private static TestPool pool;

    /** Answers the payload, and what is in the files. */
    static final JobWork ECHO = (order, blobs, talk) -> {
        StringBuilder answer = new StringBuilder(order.payload());
        for (Blob blob : order.blobs()) {
            try {
                answer.append('+').append(Files.readString(blobs.file(blob.sha256())));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new JobEnd.Done(answer.toString().getBytes(StandardCharsets.UTF_8));
    };

    @BeforeAll
    static void start() {
        pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(20)));
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    @Test
    void a_submitter_sees_the_counts_of_its_own_runs_the_newest_first() throws Exception {
        try (PoolClient client = pool.client();
                PoolClient other = pool.client()) {
            client.submit(TestJobs.jobs("counted", 3, "hello"), Map.of());
            client.submit(TestJobs.jobs("later", 1, "hello"), Map.of());
            other.submit(TestJobs.jobs("others", 1, "hello"), Map.of());
            client.cancel("counted");

            assertThat(client.runs().newest())
                    .extracting(RunStatus::run, RunStatus::waiting, RunStatus::cancelled)
                    .containsExactly(tuple("later", 1, 0), tuple("counted", 0, 3));
            assertThat(pool.coordinator.runs().newest())
                    .extracting(RunStatus::run)
                    .contains("others", "later");
            assertThat(client.part("counted", Set.of(JobState.CANCELLED), 1, 1))
                    .satisfies(part -> assertThat(part.jobs())
                            .extracting(JobStatus::number)
                            .containsExactly(2))
                    .returns(3, RunPart::total);
            assertThat(client.part("counted", Set.of(JobState.WAITING), 0, 9).total())
                    .isZero();
            assertThatThrownBy(() -> other.part("counted", Set.of(), 0, 9)).hasMessageContaining("somebody else");
            JobId waiting = JobRequest.idOf("later", 1);
            assertThat(client.job(waiting)).map(JobStatus::state).contains(JobState.WAITING);
            assertThat(other.job(waiting)).isEmpty();
            assertThat(pool.coordinator.part("later", Set.of(), 0, 9).jobs()).hasSize(1);
            assertThat(pool.coordinator.explain(waiting)).isPresent();
            client.cancel("later");
            pool.coordinator.cancel("others");
            assertThat(other.runs().newest()).extracting(RunStatus::cancelled).containsExactly(1);
        }
    }

    @Test
    void jobs_are_done_by_whoever_is_idle_and_come_back_once_each() throws Exception {
        try (PoolClient client = pool.client();
                var one = pool.worker("one", TestJobs.machine("wasm"), ECHO);
                var two = pool.worker("two", TestJobs.machine("wasm"), ECHO)) {
            Path file = Files.writeString(folder.resolve("model"), "model");
            Blob blob = TestJobs.blob("model");
            // Not by one that another test let go without a word: it is not lost yet.
            Requirement where = new Requirement.Backend("wasm");
            client.submit(
                    IntStream.rangeClosed(1, 20)
                            .mapToObj(number -> TestJobs.job("echo", number, "hello", List.of(), where, false))
                            .toList(),
                    Map.of());
            client.submit(
                    List.of(TestJobs.job("echo", 21, "with", List.of(blob), where, false)),
                    Map.of(blob.sha256(), file));

            Map<Integer, String> documents = TestPool.follow(client, "echo");

            assertThat(documents).hasSize(21).containsEntry(1, "hello").containsEntry(21, "with+model");
            assertThat(client.jobs("echo")).allSatisfy(job -> {
                assertThat(job.state()).isEqualTo(JobState.DONE);
                assertThat(job.attempts()).hasSize(1);
                assertThat(job.attempts().get(0).took()).isPresent();
                assertThat(job.attempts().get(0).because()).isNotBlank();
            });
        }
    }

    @Test
    void the_same_jobs_again_change_nothing_and_another_of_the_same_id_is_refused() throws Exception {
        try (PoolClient client = pool.client();
                var worker = pool.worker("again", TestJobs.machine(), ECHO)) {
            client.submit(TestJobs.jobs("again", 2, "x"), Map.of());
            client.submit(TestJobs.jobs("again", 2, "x"), Map.of());
            assertThat(TestPool.follow(client, "again")).hasSize(2);
            assertThatThrownBy(() -> client.submit(TestJobs.jobs("again", 1, "y"), Map.of()))
                    .hasMessageContaining("another job");
        }
    }

    @Test
    void a_job_that_nobody_matches_waits_and_says_what_whom_is_missing() throws Exception {
        try (PoolClient client = pool.client();
                var worker = pool.worker("plain", TestJobs.machine("wasm"), ECHO)) {
            client.submit(
                    List.of(TestJobs.job("cuda", 1, "x", List.of(), new Requirement.Backend("cuda"), false)), Map.of());
            JobStatus job = client.jobs("cuda").get(0);
            assertThat(job.state()).isEqualTo(JobState.WAITING);
            assertThat(job.waits().orElseThrow()).contains("plain-").contains("cuda");

            try (var gpu = pool.worker("gpu", TestJobs.machine("cuda"), ECHO)) {
                assertThat(TestPool.follow(client, "cuda")).containsEntry(1, "x");
            }
        }
    }

    @Test
    void a_failure_of_the_hardware_is_tried_elsewhere_where_that_is_wanted_and_both_are_kept() throws Exception {
        JobWork broken =
                (order, blobs, talk) -> new JobEnd.Failed(Failure.of(ErrorCode.DEVICE_LOST, "the device is gone"));
        try (PoolClient client = pool.client();
                var first = pool.worker("a-broken", TestJobs.machine("cuda"), broken)) {
            Requirement anywhere = new Requirement.Anything();
            client.submit(List.of(TestJobs.job("stays", 1, "x", List.of(), anywhere, false)), Map.of());
            assertThat(TestPool.follow(client, "stays")).isEmpty();
            assertThat(client.jobs("stays").get(0).failure().orElseThrow().code())
                    .isEqualTo(ErrorCode.DEVICE_LOST);

            client.submit(List.of(TestJobs.job("alone", 1, "x", List.of(), anywhere, true)), Map.of());
            assertThat(TestPool.follow(client, "alone")).isEmpty();

            try (var other = pool.worker("z-other", TestJobs.machine("wasm"), ECHO)) {
                client.submit(List.of(TestJobs.job("moves", 1, "x", List.of(), anywhere, true)), Map.of());
                assertThat(TestPool.follow(client, "moves")).containsEntry(1, "x");
                assertThat(client.jobs("moves")
                                .get(0)
                                .attempts()
                                .get(client.jobs("moves").get(0).attempts().size() - 1)
                                .state())
                        .isEqualTo(AttemptState.DONE);
            }
        }
    }

    @Test
    void a_cancelled_run_stops_its_worker_and_the_worker_goes_on_with_others() throws Exception {
        JobWork waits = (order, blobs, talk) -> {
            if (order.payload().equals("wait")) {
                Thread.sleep(600_000);
            }
            return new JobEnd.Done(new byte[] {'k'});
        };
        try (PoolClient client = pool.client();
                var worker = pool.worker("patient", TestJobs.machine(), waits)) {
            client.submit(TestJobs.jobs("long", 2, "wait"), Map.of());
            TestWaits.until(() -> client.jobs("long").get(0).attempts().stream()
                    .anyMatch(one -> one.state() == AttemptState.RUNNING));
            client.cancel("long");
            assertThat(TestPool.follow(client, "long")).isEmpty();
            client.submit(TestJobs.jobs("next", 1, "go"), Map.of());
            assertThat(TestPool.follow(client, "next")).containsEntry(1, "k");
        }
    }

    @Test
    void a_job_begins_after_those_before_it_and_fails_with_them() throws Exception {
        JobWork fails = (order, blobs, talk) -> order.payload().equals("bad")
                ? new JobEnd.Failed(Failure.of(ErrorCode.NOT_ONNX, "no"))
                : new JobEnd.Done(new byte[] {'k'});
        try (PoolClient client = pool.client();
                var worker = pool.worker("ordered", TestJobs.machine(), fails)) {
            var bad = TestJobs.job("chain", 1, "bad");
            var next = TestJobs.after(TestJobs.job("chain", 2, "good"), bad.id());
            client.submit(List.of(next, bad), Map.of());
            assertThat(TestPool.follow(client, "chain")).isEmpty();
            assertThat(client.jobs("chain").get(1).failure().orElseThrow().message())
                    .contains("chain-1");
        }
    }

    @Test
    void a_limit_ends_a_job_that_takes_too_long() throws Exception {
        JobWork endless = (order, blobs, talk) -> {
            Thread.sleep(600_000);
            return new JobEnd.Done(new byte[0]);
        };
        try (PoolClient client = pool.client();
                var worker = pool.worker("slow", TestJobs.machine(), endless)) {
            client.submit(List.of(TestJobs.within(TestJobs.job("late", 1, "x"), Duration.ofMillis(300))), Map.of());
            TestPool.follow(client, "late");
            assertThat(client.jobs("late").get(0).failure().orElseThrow().code())
                    .isEqualTo(ErrorCode.ATTEMPT_TIMED_OUT);
        }
    }

    @Test
    void a_submitter_sees_nothing_of_another_one() throws Exception {
        try (PoolClient mine = pool.client();
                PoolClient theirs = pool.client();
                var worker = pool.worker("shared", TestJobs.machine(), ECHO)) {
            mine.submit(TestJobs.jobs("secret", 1, "x"), Map.of());
            TestPool.follow(mine, "secret");
            assertThatThrownBy(() -> theirs.jobs("secret")).hasMessageContaining("somebody else");
            assertThatThrownBy(() -> theirs.result(new JobId("secret-1"), 1)).isInstanceOf(BasculeException.class);
            assertThatThrownBy(() -> theirs.cancel("secret")).isInstanceOf(BasculeException.class);
        }
    }

    @Test
    @Tag("sized")
    void a_big_file_and_a_big_result_come_whole() throws Exception {
        String big = "0123456789abcdef".repeat(TestSize.of(1 << 16, 1 << 18));
        Path file = Files.writeString(folder.resolve("big"), big);
        Blob blob = TestJobs.blob(big);
        try (PoolClient client = pool.client();
                var worker = pool.worker("big", TestJobs.machine(), ECHO)) {
            client.submit(
                    List.of(TestJobs.job("big", 1, "", List.of(blob), new Requirement.Anything(), false)),
                    Map.of(blob.sha256(), file));
            assertThat(TestPool.follow(client, "big").get(1)).isEqualTo("+" + big);
        }
    }

    @Test
    void a_run_that_the_coordinator_does_not_know_is_not_over_but_unknown() throws Exception {
        try (PoolClient client = pool.client()) {
            assertThatThrownBy(() -> TestPool.follow(client, "never"))
                    .hasMessageContaining("knows no jobs of the run never");
        }
    }

    @Test
    void times_beyond_counting_and_jobs_that_wait_for_each_other_are_refused() throws Exception {
        try (PoolClient client = pool.client()) {
            var one = TestJobs.job("ring", 1, "x");
            var two = TestJobs.job("ring", 2, "x");
            assertThatThrownBy(() -> client.submit(
                            List.of(TestJobs.within(one, Duration.ofSeconds(1_000_000_000_000_000_000L))), Map.of()))
                    .hasMessageContaining("longer than 366 days");
            assertThatThrownBy(() -> client.submit(
                            List.of(TestJobs.after(one, two.id()), TestJobs.after(two, one.id())), Map.of()))
                    .hasMessageContaining("ring-1 waits for jobs that wait for it");
            client.submit(List.of(TestJobs.after(one, two.id()), two), Map.of());
            client.cancel("ring");
        }
    }

    @Test
    void a_second_process_with_one_token_ends_the_first_which_says_why() throws Exception {
        var address = pool.coordinator.invite("twice", Role.WORKER);
        var first = pool.worker(address, TestJobs.machine(), ECHO);
        try (var second = Worker.join(
                new WorkerSettings(address, TestJobs.machine(), folder.resolve("thief"), 1, "0.1.0", pool.talk::add),
                ECHO)) {
            assertThatThrownBy(first::await).hasMessageContaining("same token");
        }
    }
}
