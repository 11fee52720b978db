package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.fallback.usage.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Follows the output of Apple's powermetrics, which needs root, in a process of its own. Thread-safe. */
final class PowermetricsReader implements AutoCloseable {
    private static final List<String> COMMAND =
            List.of("powermetrics", "--samplers", "cpu_power,gpu_power,thermal", "-i", "100");
    static final String NEEDS_ROOT = "powermetrics needs root: sudo has to start Bascule";

    private final Optional<Process> child;
    private volatile Reading<Powermetrics> last;

    PowermetricsReader(boolean root) {
        last = Reading.unknown(root ? "powermetrics gave no sample yet" : NEEDS_ROOT);
        child = root ? start() : Optional.empty();
        child.ifPresent(process -> {
            Thread reader = new Thread(() -> follow(process), "powermetrics");
            reader.setDaemon(true);
            reader.start();
        });
    }

    private Optional<Process> start() {
        try {
            return Optional.of(ChildProcesses.of(COMMAND)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            last = Reading.unknown("powermetrics does not start: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void follow(Process process) {
        List<String> sample = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith(Powermetrics.HEAD) && !sample.isEmpty()) {
                    last = Reading.known(Powermetrics.parse(sample), "powermetrics");
                    sample.clear();
                }
                sample.add(line);
            }
        } catch (IOException e) {
            // It ended.
        }
        last = Reading.unknown("powermetrics ended");
    }

    /** The newest whole sample. */
    Reading<Powermetrics> last() {
        return last;
    }

    @Override
    public void close() {
        child.ifPresent(Process::destroy);
    }
}
