package dev.bascule.dashboard;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobEnd;
import dev.bascule.workers.job.JobKind;
import dev.bascule.workers.job.JobRequest;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * A submitter and, once it joined, a worker of a real coordinator. Its jobs say by their payload how they end: {@code done}, {@code failed},
 * or not before they are cancelled. For one thread.
 */
final class PlayedPool implements AutoCloseable {
    static final String WORKER = "played";
    static final String SUBMITTER = "anna";

    private final JoinAddress worker;
    private final Path folder;
    private final PoolClient client;
    private Optional<Worker> joined = Optional.empty();

    private PlayedPool(JoinAddress worker, Path folder, PoolClient client) {
        this.worker = worker;
        this.folder = folder;
        this.client = client;
    }

    /** @param tokens that the coordinator issued */
    static PlayedPool join(Path tokens, Path folder) throws IOException {
        return new PlayedPool(
                address(tokens, WORKER), folder, PoolClient.connect(address(tokens, SUBMITTER), "0.1.0", said -> {}));
    }

    private static JoinAddress address(Path tokens, String name) throws IOException {
        return JoinAddress.parse(Files.readString(tokens.resolve(name)));
    }

    /** The worker comes: a machine with a CPU that was verified, and a GPU that was not. */
    void comes() {
        Inventory machine = Inventory.of(
                "linux",
                "x86_64",
                "a played processor",
                4,
                8L << 30,
                Map.of("cpu", "session", "cuda", "library"),
                Map.of("firefox", "153.0"),
                List.of(),
                Set.of("quiet"));
        joined = Optional.of(Worker.join(
                new WorkerSettings(worker, machine, folder, 1 << 20, "0.1.0", said -> {}), (order, blobs, talk) -> {
                    if (order.payload().contains("failed")) {
                        return new JobEnd.Failed(Failure.of(ErrorCode.OUT_OF_MEMORY, "no room for it"));
                    }
                    if (order.payload().contains("done")) {
                        return new JobEnd.Done("{}".getBytes(StandardCharsets.UTF_8));
                    }
                    new CountDownLatch(1).await();
                    throw new IllegalStateException("nobody counts down");
                }));
    }

    String workerId() {
        return worker.id();
    }

    /** Sends a run; its jobs by their payloads, each with what it asks of a machine. */
    void send(String run, List<String> payloads, List<String> where) throws InterruptedException {
        List<JobRequest> jobs = new ArrayList<>();
        for (int i = 0; i < payloads.size(); i++) {
            jobs.add(new JobRequest(
                    JobRequest.idOf(run, i + 1),
                    run,
                    i + 1,
                    JobKind.CASES,
                    "{\"end\":\"%s\"}".formatted(payloads.get(i)),
                    List.of(),
                    Requirement.parse(where.get(i)),
                    "likeness",
                    0,
                    Optional.empty(),
                    Set.of(),
                    false,
                    Duration.ofMinutes(5),
                    Set.of(),
                    false));
        }
        client.submit(jobs, Map.of());
    }

    @Override
    public void close() {
        joined.ifPresent(Worker::close);
        client.close();
    }
}
