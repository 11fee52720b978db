package dev.bascule.workers;

import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.join.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A coordinator as a process that a test may kill: {@code FOLDER PORT LOST_AFTER_MILLIS [NAME ROLE]…}. It writes its port and the addresses
 * of those that it invites into the folder, and ends with its stdin.
 */
final class CoordinatorMain {
    private CoordinatorMain() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        TestPool pool = new TestPool(
                folder,
                // Faults cost a job more workers than a poisonous job may.
                new PoolLimits(
                        10_000,
                        1 << 20,
                        1 << 28,
                        1 << 30,
                        1 << 30,
                        1 << 20,
                        Duration.ofMillis(Long.parseLong(args[2])),
                        1000),
                TestKeys.read(folder.resolve("keys.p12")),
                Integer.parseInt(args[1]));
        for (int i = 3; i < args.length; i += 2) {
            Files.writeString(
                    folder.resolve(args[i] + ".address"),
                    pool.coordinator.invite(args[i], Role.valueOf(args[i + 1])).text());
        }
        Files.writeString(folder.resolve("port.part"), String.valueOf(pool.coordinator.port()));
        Files.move(folder.resolve("port.part"), folder.resolve("port"));
        while (System.in.read() >= 0) {
            // Until whoever started it is gone.
        }
        pool.close();
    }
}
