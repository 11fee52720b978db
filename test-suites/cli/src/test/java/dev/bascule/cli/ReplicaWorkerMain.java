package dev.bascule.cli;

import dev.bascule.app.orders.ConformanceRunners;
import dev.bascule.app.orders.LocalJobWork;
import dev.bascule.cli.command.Version;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.scheduling.worker.Inventory;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.worker.Worker;
import dev.bascule.workers.worker.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A worker as {@code bascule worker} is one, but that nobody examines the machine first: {@code TOKEN FOLDER}. It says when it joined. */
final class ReplicaWorkerMain {
    private ReplicaWorkerMain() {}

    public static void main(String[] args) throws Exception {
        LocalServices services = new LocalServices();
        Inventory machine = Inventory.of(
                "linux", "x86_64", "a processor", 2, 1L << 30, Map.of("cpu", "session"), Map.of(), List.of(), Set.of());
        try (LocalJobWork work = new LocalJobWork(
                        new LocalJobWork.Services(
                                services::runs,
                                ConformanceRunners.fresh(services::conformance),
                                services.cases(),
                                services::machine,
                                List::of,
                                () -> services.versions(false),
                                services::beside,
                                services::replicaWork),
                        BrowserSetup.of(new BrowserChoice.None()));
                Worker worker = Worker.join(
                        new WorkerSettings(
                                JoinAddress.parse(Files.readString(Path.of(args[0]))),
                                machine,
                                Path.of(args[1]),
                                1 << 30,
                                Version.number(),
                                System.err::println),
                        work)) {
            System.err.println("joined ");
            worker.await();
        }
    }
}
