package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.AttemptState;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed, frozen and cut off: nothing is lost, and nothing is done twice. */
@Tag("slow")
@Timeout(180)
class FaultsTest {
    @TempDir
    Path folder;

    private static boolean runs(JobStatus job) {
        return job.attempts().stream().anyMatch(one -> one.state() == AttemptState.RUNNING);
    }

    @Test
    void a_killed_workers_job_is_done_by_another_and_both_attempts_are_kept() throws Exception {
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(2)));
                PoolClient client = pool.client()) {
            String first = pool.coordinator.invite("first", Role.WORKER).text();
            try (TestProcess killed = TestProcess.worker(folder, "first", first, "wasm")) {
                client.submit(TestJobs.jobs("killed", 1, "1500"), Map.of());
                TestWaits.until(() -> runs(client.jobs("killed").get(0)));
                killed.kill();
                var other = pool.worker("other", TestJobs.machine("wasm"), WorkerMain.SLEEPS);

                assertThat(TestPool.follow(client, "killed")).hasSize(1);
                JobStatus job = client.jobs("killed").get(0);
                assertThat(job.attempts().stream().map(one -> one.state()))
                        .containsExactly(AttemptState.LOST, AttemptState.DONE);
                assertThat(job.attempts().get(0).failure().orElseThrow().message())
                        .contains("silent");
                assertThat(other).isNotNull();
            }
        }
    }

    @Test
    @Tag("full")
    void a_frozen_workers_late_result_is_discarded_and_it_is_told() throws Exception {
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(2)));
                PoolClient client = pool.client()) {
            String first = pool.coordinator.invite("first", Role.WORKER).text();
            try (TestProcess frozen = TestProcess.worker(folder, "first", first, "wasm")) {
                client.submit(TestJobs.jobs("frozen", 1, "1000"), Map.of());
                TestWaits.until(() -> runs(client.jobs("frozen").get(0)));
                frozen.signal("STOP");
                pool.worker("other", TestJobs.machine("wasm"), WorkerMain.SLEEPS);
                Map<Integer, String> documents = TestPool.follow(client, "frozen");
                frozen.signal("CONT");
                TestWaits.until(() -> frozen.said().contains("discarded the result of frozen-1")
                        || frozen.said().contains("stops frozen-1"));

                assertThat(documents.get(1)).startsWith("frozen-1 2 ");
                assertThat(client.jobs("frozen").get(0).attempts().stream().map(one -> one.state()))
                        .containsExactly(AttemptState.LOST, AttemptState.DONE);
                // It is as good as ever.
                client.submit(TestJobs.jobs("later", 4, "100"), Map.of());
                assertThat(TestPool.follow(client, "later")).hasSize(4);
            }
        }
    }

    @Test
    void a_worker_that_was_cut_off_for_a_moment_delivers_what_it_did() throws Exception {
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(30)));
                PoolClient client = pool.client();
                CuttingProxy proxy = new CuttingProxy(pool.coordinator.port())) {
            JoinAddress real = pool.coordinator.invite("remote", Role.WORKER);
            pool.worker(
                    new JoinAddress(real.host(), proxy.port(), real.id(), real.secret(), real.fingerprint()),
                    TestJobs.machine("wasm"),
                    WorkerMain.SLEEPS);
            client.submit(TestJobs.jobs("cut", 2, "600"), Map.of());
            TestWaits.until(() -> runs(client.jobs("cut").get(0)));
            proxy.cut();
            Thread.sleep(1000);
            proxy.mend();

            assertThat(TestPool.follow(client, "cut")).hasSize(2);
            assertThat(client.jobs("cut"))
                    .allSatisfy(job -> assertThat(job.attempts()).hasSize(1));
            assertThat(pool.talk).anyMatch(line -> line.contains("connected to") && line.contains("again"));
        }
    }

    /** In {@code mvn verify} one is closed: {@code DialoguesTest} over the port, {@code DeskTest} for what waited and what ran. */
    @Test
    @Tag("full")
    void a_killed_coordinator_goes_on_with_jobs_that_waited_and_jobs_that_ran() throws Exception {
        TestKeys.make(folder.resolve("keys.p12"));
        try (TestProcess first = TestProcess.coordinator(folder, 0, 20_000, "one", "WORKER", "me", "SUBMITTER")) {
            TestWaits.until(() -> Files.exists(folder.resolve("port")));
            int port = Integer.parseInt(Files.readString(folder.resolve("port")));
            String one = Files.readString(folder.resolve("one.address"));
            JoinAddress me = JoinAddress.parse(Files.readString(folder.resolve("me.address")));
            try (TestProcess worker = TestProcess.worker(folder, "one", one, "wasm");
                    PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
                client.submit(TestJobs.jobs("restart", 6, "700"), Map.of());
                TestWaits.until(() -> client.jobs("restart").stream().anyMatch(FaultsTest::runs));
                first.kill();
                try (TestProcess second = TestProcess.coordinator(folder, port, 20_000)) {
                    assertThat(TestPool.follow(client, "restart")).hasSize(6);
                    assertThat(client.jobs("restart")).allSatisfy(job -> {
                        assertThat(job.state()).isEqualTo(JobState.DONE);
                        assertThat(job.attempts().stream().filter(tried -> tried.state() == AttemptState.DONE))
                                .hasSize(1);
                    });
                    assertThat(second.isAlive()).isTrue();
                    assertThat(worker.said()).contains("connected to");
                }
            }
        }
    }

    @Test
    @Tag("full")
    void a_job_that_kills_its_workers_fails_after_three_and_names_them() throws Exception {
        try (TestPool pool = new TestPool(folder, TestPool.patient(Duration.ofSeconds(2)));
                PoolClient client = pool.client()) {
            client.submit(TestJobs.jobs("poison", 1, "kill"), Map.of());
            for (String name : List.of("a", "b", "c")) {
                String address = pool.coordinator.invite(name, Role.WORKER).text();
                try (TestProcess worker = TestProcess.worker(folder, name, address, "wasm")) {
                    TestWaits.until(() -> !worker.isAlive());
                }
            }
            TestPool.follow(client, "poison");
            JobStatus job = client.jobs("poison").get(0);

            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.failure().orElseThrow().code()).isEqualTo(ErrorCode.WORKER_LOST);
            assertThat(job.failure().orElseThrow().message()).contains("3 workers", "a-", "b-", "c-");
            assertThat(job.attempts()).hasSize(3);
        }
    }
}
