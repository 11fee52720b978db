package dev.bascule.workers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.JoinAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random faults, done to real processes while jobs come and go; in the end the ledger is held against what was submitted and what came back.
 * {@code -Dbascule.faults=N -Dbascule.seed=N}; the seed repeats the draw, not the machine's timing.
 */
@Tag("slow")
@Tag("full")
class PoolFaultCampaignTest {
    private static final int FAULTS = Integer.getInteger("bascule.faults", 12);
    private static final long SEED = Long.getLong("bascule.seed", 20261128);
    private static final int JOBS_EACH = 5;
    private static final String RUN = "campaign";

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final List<TestProcess> workers = new ArrayList<>();
    private final List<CuttingProxy> proxies = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    private enum Fault {
        WORKER_KILLED,
        WORKER_FROZEN,
        WORKER_CUT,
        COORDINATOR_KILLED,
        COORDINATOR_FROZEN
    }

    private TestProcess worker(int index) {
        return TestProcess.worker(folder, "w" + index, addresses.get(index), "wasm");
    }

    private TestProcess coordinator(int port, String... invited) throws Exception {
        TestProcess started = TestProcess.coordinator(folder, port, 5_000, invited);
        TestWaits.until(() -> Files.exists(folder.resolve("port")));
        return started;
    }

    @Test
    void nothing_is_lost_and_nothing_is_accepted_twice_whatever_is_killed_frozen_or_cut() throws Exception {
        TestKeys.make(folder.resolve("keys.p12"));
        TestProcess coordinator = coordinator(0, "w0", "WORKER", "w1", "WORKER", "w2", "WORKER", "me", "SUBMITTER");
        int port = Integer.parseInt(Files.readString(folder.resolve("port")));
        for (int i = 0; i < 3; i++) {
            proxies.add(new CuttingProxy(port));
            JoinAddress real = JoinAddress.parse(Files.readString(folder.resolve("w" + i + ".address")));
            addresses.add(
                    new JoinAddress(real.host(), proxies.get(i).port(), real.id(), real.secret(), real.fingerprint())
                            .text());
            workers.add(worker(i));
        }
        JoinAddress me = JoinAddress.parse(Files.readString(folder.resolve("me.address")));
        Map<Fault, Integer> done = new EnumMap<>(Fault.class);
        List<JobRequest> jobs = new ArrayList<>();
        for (int number = 1; number <= FAULTS * JOBS_EACH; number++) {
            jobs.add(TestJobs.job(RUN, number, String.valueOf(20 + random.nextInt(600))));
        }
        Map<Integer, String> came;
        try (PoolClient client = PoolClient.connect(me, "0.1.0", line -> {})) {
            client.submit(jobs, Map.of());
            CompletableFuture<Map<Integer, String>> followed = new CompletableFuture<>();
            Thread follower = new Thread(() -> {
                try {
                    followed.complete(TestPool.follow(client, RUN));
                } catch (InterruptedException | RuntimeException | AssertionError e) {
                    followed.completeExceptionally(e);
                }
            });
            follower.start();
            for (int i = 0; i < FAULTS && !followed.isDone(); i++) {
                Thread.sleep(100 + random.nextInt(1200));
                Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
                done.merge(fault, 1, Integer::sum);
                coordinator = fault(fault, coordinator, port);
            }
            came = followed.get(10, TimeUnit.MINUTES);
        } finally {
            workers.forEach(TestProcess::close);
            coordinator.close();
            for (CuttingProxy proxy : proxies) {
                proxy.close();
            }
        }
        System.err.printf("faults of seed %d: %s%n", SEED, done);
        check(jobs, came);
    }

    private TestProcess fault(Fault fault, TestProcess coordinator, int port) throws Exception {
        int index = random.nextInt(workers.size());
        TestProcess worker = workers.get(index);
        switch (fault) {
            case WORKER_KILLED -> {
                worker.kill();
                workers.set(index, worker(index));
            }
            case WORKER_FROZEN -> pause(worker, 7_000);
            case WORKER_CUT -> {
                proxies.get(index).cut();
                Thread.sleep(random.nextInt(6_000));
                proxies.get(index).mend();
            }
            case COORDINATOR_KILLED -> {
                coordinator.kill();
                return coordinator(port);
            }
            case COORDINATOR_FROZEN -> pause(coordinator, 7_000);
        }
        return coordinator;
    }

    private void pause(TestProcess process, int most) throws IOException, InterruptedException {
        process.signal("STOP");
        Thread.sleep(random.nextInt(most));
        process.signal("CONT");
    }

    private void check(List<JobRequest> jobs, Map<Integer, String> came) {
        LedgerRows ledger;
        try (History history = DuckDbHistory.open(folder.resolve("history.duckdb"))) {
            ledger = history.ledger();
        }
        Map<String, List<LedgerRows.Attempt>> accepted = new TreeMap<>();
        ledger.attempts().stream()
                .filter(one -> one.state().equals("DONE"))
                .forEach(one -> accepted.computeIfAbsent(one.job(), job -> new ArrayList<>())
                        .add(one));
        assertThat(ledger.jobs())
                .hasSameSizeAs(jobs)
                .allMatch(job -> job.state().equals("DONE"));
        assertThat(came).hasSameSizeAs(jobs);
        for (JobRequest job : jobs) {
            assertThat(accepted.getOrDefault(job.id().value(), List.of()))
                    .as("accepted results of " + job.id())
                    .hasSize(1);
            // What came back is what was accepted, and of this job.
            assertThat(came.get(job.number()))
                    .startsWith("%s %d "
                            .formatted(
                                    job.id(),
                                    accepted.get(job.id().value()).get(0).number()));
        }
        System.err.printf(
                "%d jobs, %d attempts, of which %d were lost%n",
                jobs.size(),
                ledger.attempts().size(),
                ledger.attempts().stream()
                        .filter(one -> one.state().equals("LOST"))
                        .count());
    }
}
