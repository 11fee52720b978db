package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.app.orders.JobPool;
import dev.bascule.app.orders.LocalJobWork;
import dev.bascule.app.orders.WorkerLabels;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.target.Machine;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import dev.bascule.workers.client.PoolClient;
import dev.bascule.workers.job.JobWork;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A real coordinator with its broker, and real workers that join it, all in this process; what the workers run is played. For one thread. */
final class RealPool implements AutoCloseable {
    private final Path folder;
    private final Thread coordinator;
    private final List<Worker> workers = new ArrayList<>();

    /** @param names of workers that may join; the submitter is {@code me} */
    RealPool(Path folder, String... names) {
        this.folder = folder;
        FakeServices services = new FakeServices();
        services.historyInFile = true;
        CliHarness harness = new CliHarness(folder, services);
        coordinator = new Thread(() -> harness.run(
                "coordinator",
                "--port",
                "0",
                "--invite",
                String.join(",", names),
                "--submitter",
                "me",
                "--tokens",
                "tokens"));
        coordinator.start();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !coordinator.isAlive() || harness.saidSoFar().contains("listening on port"));
        assertThat(harness.saidSoFar()).contains("listening on port");
    }

    /** Where a submitter's services find it. */
    static JobPool connect(JoinAddress address, Consumer<String> talk) {
        return JobPool.of(PoolClient.connect(address, "0.1.0", talk));
    }

    /** As {@code --on} takes it. */
    static String address() {
        return "@tokens/me";
    }

    JoinAddress token(String name) throws IOException {
        return JoinAddress.parse(Files.readString(folder.resolve("tokens").resolve(name)));
    }

    /** A machine with these backends and versions of the engine. */
    Worker join(String name, Map<String, String> backends, Machine machine, List<String> engines, JobWork work)
            throws IOException {
        JoinAddress address = token(name);
        Inventory inventory = Inventory.of(
                "linux",
                "x86_64",
                machine.cpu().name(),
                2,
                8L << 30,
                new LinkedHashMap<>(backends),
                Map.of(),
                List.of(),
                WorkerLabels.of(address.id(), machine, shelf(engines), Set.of()));
        Worker worker = Worker.join(
                new WorkerSettings(address, inventory, folder.resolve("cache-" + name), 64L << 20, "0.1.0", talk -> {}),
                work);
        workers.add(worker);
        return worker;
    }

    static JobWork work(FakeServices machine, List<String> engines) {
        return new LocalJobWork(
                new LocalJobWork.Services(
                        machine::runs,
                        ConformanceRunners.fresh(machine::conformance),
                        places -> machine.conformance.read(places),
                        MachineLock::none,
                        List::of,
                        () -> shelf(engines),
                        machine::beside,
                        machine::replicaWork),
                BrowserSetup.of(new BrowserChoice.Auto()));
    }

    private static VersionShelf shelf(List<String> engines) {
        return new VersionShelf() {
            @Override
            public List<String> versions(Axis axis) {
                return axis == Axis.ENGINE ? engines : List.of();
            }

            @Override
            public Copy fetch(Axis axis, String version, Consumer<String> talk) {
                return new Copy.Here(Path.of("engines", version));
            }
        };
    }

    @Override
    public void close() throws InterruptedException {
        workers.forEach(Worker::close);
        coordinator.interrupt();
        coordinator.join();
    }
}
