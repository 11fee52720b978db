package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.backends.OpenVinoDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A child that runs a model with a number of OpenVINO's threads and prints how many worked: the caller, and those that came with
 * the session and took processor time, by /proc/self/task/TID/stat. The virtual machine's own have names.
 */
final class BusyThreads {
    private static final int WARM = 20;
    private static final int RUNS = 400;
    private static final int ROUNDS = 10;

    /** Of ten milliseconds each: less is starting and waiting. */
    private static final int LEAST_TICKS = 3;

    private BusyThreads() {}

    public static void main(String[] arguments) throws RefusedException, IOException {
        OpenVinoDriver driver = new OpenVinoDriver();
        driver.probe();
        Tensor input = Tensor.floats(Shape.of(1, 3, 240, 320), new float[3 * 240 * 320]);
        OpenRequest request = new OpenRequest(
                "openvino",
                Path.of(arguments[0]),
                SessionSettings.defaults().withThreads(Integer.parseInt(arguments[1])),
                List.of(input),
                Optional.empty());
        Set<String> own = ticks().keySet();
        try (DriverSession session = driver.open(request)) {
            DriverSession.Feed feed = session.feed(Map.of("input", input));
            for (int i = 0; i < WARM; i++) {
                feed.run().close();
            }
            Map<String, Long> before = ticks();
            long busy = 0;
            // On a machine that is busy otherwise, a helper may get no turn for a while.
            for (int round = 0; round < ROUNDS && busy < request.settings().threads(); round++) {
                for (int i = 0; i < RUNS; i++) {
                    feed.run().close();
                }
                Map<String, Long> after = ticks();
                busy = 1
                        + after.keySet().stream()
                                .filter(thread -> !own.contains(thread))
                                .filter(thread -> after.get(thread) - before.getOrDefault(thread, 0L) >= LEAST_TICKS)
                                .count();
            }
            System.out.println("busy " + busy);
        }
        // OpenVINO's own threads outlive its sessions.
        Runtime.getRuntime().halt(0);
    }

    /** Of the threads that nobody named, which the loader's process gave its own name. */
    private static Map<String, Long> ticks() throws IOException {
        Map<String, Long> ticks = new HashMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            for (Path thread : threads.toList()) {
                if (Files.isReadable(thread.resolve("stat"))) {
                    String stat = Files.readString(thread.resolve("stat"));
                    // After the name, which may hold anything: the state is the first, utime and stime the 12th and
                    // 13th.
                    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    if (stat.contains("(java)")) {
                        ticks.put(
                                thread.getFileName().toString(),
                                Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
                    }
                }
            }
        }
        return ticks;
    }
}
