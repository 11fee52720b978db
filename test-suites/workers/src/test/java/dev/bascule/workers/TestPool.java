package dev.bascule.workers;

import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import dev.bascule.reports.history.History;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.broker.OutsideBrokerSettings;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.coordinator.CoordinatorSettings;
import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.coordinator.PredictedTimes;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.ledger.JobStatus;
import dev.bascule.workers.worker.Sensors;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** A coordinator in this process, with its history in a folder. For one thread. */
final class TestPool implements AutoCloseable {
    final Coordinator coordinator;
    final List<String> talk = new CopyOnWriteArrayList<>();
    private final Path folder;
    private final History history;
    private final List<Worker> workers = new ArrayList<>();

    TestPool(Path folder, PoolLimits limits) {
        this(folder, limits, TestKeys.usual(), 0);
    }

    TestPool(Path folder, PoolLimits limits, KeyStore keys, int port) {
        this(folder, limits, keys, port, (job, worker) -> new ServiceTime.Unknown("a test"));
    }

    TestPool(Path folder, PoolLimits limits, KeyStore keys, int port, PredictedTimes times) {
        this(folder, limits, keys, port, times, Optional.empty());
    }

    /** Behind a broker of others. */
    TestPool(Path folder, PoolLimits limits, OutsideBrokerSettings outside) {
        this(folder, limits, TestKeys.usual(), 0, PredictedTimes.NONE, Optional.of(outside));
    }

    private TestPool(
            Path folder,
            PoolLimits limits,
            KeyStore keys,
            int port,
            PredictedTimes times,
            Optional<OutsideBrokerSettings> outside) {
        this.folder = folder;
        this.history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")));
        this.coordinator = Coordinator.start(
                new CoordinatorSettings(
                        "127.0.0.1",
                        port,
                        "127.0.0.1",
                        folder.resolve("coordinator"),
                        keys,
                        TestKeys.PASSWORD,
                        limits,
                        CoordinatorSettings.USUALLY_KEPT,
                        outside),
                history,
                Policies.of("fifo", 0),
                times,
                Clock.systemUTC());
    }

    static PoolLimits patient(Duration lostAfter) {
        return PoolLimits.USUAL.lostAfter(lostAfter);
    }

    WorkerSettings settings(JoinAddress address, Inventory machine) {
        return new WorkerSettings(address, machine, folder.resolve(address.id()), 1 << 20, "0.1.0", talk::add);
    }

    Worker worker(String name, Inventory machine, JobWork work) {
        return worker(coordinator.invite(name, Role.WORKER), machine, work);
    }

    Worker worker(JoinAddress address, Inventory machine, JobWork work) {
        Worker worker = Worker.join(settings(address, machine), work);
        workers.add(worker);
        return worker;
    }

    /** @param nanos by which its jobs count how long nobody spoke to them */
    Worker worker(String name, Inventory machine, JobWork work, LongSupplier nanos) {
        Worker worker =
                Worker.join(settings(coordinator.invite(name, Role.WORKER), machine), work, Sensors.NONE, nanos);
        workers.add(worker);
        return worker;
    }

    PoolClient client() {
        return PoolClient.connect(coordinator.invite("someone", Role.SUBMITTER), "0.1.0", talk::add);
    }

    /** The documents of a run's jobs that are done, by number, after all are over. */
    static Map<Integer, String> follow(PoolClient client, String run) throws InterruptedException {
        Map<Integer, String> documents = new LinkedHashMap<>();
        client.follow(run, new PoolClient.Follower() {
            @Override
            public void changed(JobStatus job) {}

            @Override
            public void done(JobStatus job, byte[] document) {
                if (documents.put(job.number(), new String(document, StandardCharsets.UTF_8)) != null) {
                    throw new AssertionError("told twice: " + job.id());
                }
            }
        });
        return documents;
    }

    /** They are somebody else's to end. */
    void leaveWorkers() {
        workers.clear();
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
        coordinator.close();
        history.close();
    }
}
