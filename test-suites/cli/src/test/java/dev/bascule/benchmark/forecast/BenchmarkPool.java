package dev.bascule.benchmark.forecast;

import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.SubjectName;
import dev.bascule.cli.command.Version;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.scheduling.policy.Placement;
import dev.bascule.scheduling.policy.Plan;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.scheduling.policy.Round;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.coordinator.CoordinatorSettings;
import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.coordinator.PredictedTimes;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.JobState;
import dev.bascule.workers.ledger.JobStatus;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A coordinator in this process, whose policy is another one in each run, and a submitter that comes to it as any does. For one thread. */
final class BenchmarkPool implements AutoCloseable {
    private static final char[] PASSWORD = "for one benchmark".toCharArray();

    private final DuckDbHistory history;
    private final Coordinator coordinator;
    private final PoolClient client;
    private final Switching policy = new Switching(Policies.of("fifo", 0));

    /** Changed between runs alone, when nothing waits. */
    private static final class Switching implements Policy {
        private volatile Policy now;

        Switching(Policy first) {
            now = first;
        }

        @Override
        public String name() {
            return now.name();
        }

        @Override
        public List<Placement> place(Round round) {
            return now.place(round);
        }

        @Override
        public Optional<Plan> plan(Round round) {
            return now.plan(round);
        }
    }

    /** A job, and how long after the beginning of the run it comes. */
    record Coming(Duration at, JobRequest job) {}

    BenchmarkPool(Path folder) {
        history = DuckDbHistory.open(folder.resolve("coordinator.duckdb"));
        coordinator = Coordinator.start(
                new CoordinatorSettings(
                        "127.0.0.1",
                        0,
                        "127.0.0.1",
                        folder.resolve("coordinator"),
                        new CertificateFolder(folder.resolve("tls"), Clock.systemUTC())
                                .obtain(Set.of(SubjectName.of("localhost")))
                                .keyStore(PASSWORD),
                        PASSWORD,
                        PoolLimits.USUAL,
                        CoordinatorSettings.USUALLY_KEPT,
                        Optional.empty()),
                history,
                policy,
                PredictedTimes.NONE,
                Clock.systemUTC());
        client = PoolClient.connect(
                coordinator.invite("submitter", Role.SUBMITTER), Version.number(), System.err::println);
    }

    String invite(String worker) {
        return coordinator.invite(worker, Role.WORKER).text();
    }

    long workersThere() {
        return coordinator.workers().stream()
                .filter(worker -> worker.state().equals("idle"))
                .count();
    }

    /**
     * Until all are done.
     *
     * @param jobs in the order in which they come
     * @throws IllegalStateException where one was not done
     */
    void run(String run, Policy by, List<Coming> jobs, Map<String, Path> files) throws InterruptedException {
        policy.now = by;
        TreeMap<Duration, List<JobRequest>> byTime = new TreeMap<>();
        jobs.forEach(each ->
                byTime.computeIfAbsent(each.at(), at -> new ArrayList<>()).add(each.job()));
        long began = System.nanoTime();
        for (Map.Entry<Duration, List<JobRequest>> each : byTime.entrySet()) {
            long wait = each.getKey().toNanos() - (System.nanoTime() - began);
            if (wait > 0) {
                Thread.sleep(Duration.ofNanos(wait).toMillis());
            }
            client.submit(each.getValue(), files);
        }
        client.follow(run, new PoolClient.Follower() {
            @Override
            public void changed(JobStatus job) {
                if (job.state().isOver() && job.state() != JobState.DONE) {
                    throw new IllegalStateException("%s was not done: %s".formatted(job.id(), job.failure()));
                }
            }

            @Override
            public void done(JobStatus job, byte[] document) {}
        });
    }

    LedgerRows ledger() {
        return history.ledger();
    }

    @Override
    public void close() {
        client.close();
        coordinator.close();
        history.close();
    }
}
