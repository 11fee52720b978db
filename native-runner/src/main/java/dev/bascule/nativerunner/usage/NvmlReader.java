package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.process.ChildJvm;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.fallback.usage.Counters.EnergyCounter;
import dev.bascule.fallback.usage.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asks a child process for NVIDIA's figures. A child, and not this JVM, since a driver's library may crash it; NVML, and
 * not {@code nvidia-smi}, since that starts a process for each look and knows no energy counter. A child that died or
 * does not answer is not asked again. Thread-safe.
 */
final class NvmlReader implements AutoCloseable {
    /** The subject where no single GPU can be named. */
    static final String GPU = "gpu";

    private static final Timeouts USUAL = new Timeouts(Duration.ofSeconds(10), Duration.ofSeconds(1));
    private static final String GONE = "\u0004";

    private static final List<String> FOLDERS = List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
            "/usr/lib/wsl/lib",
            "/usr/local/nvidia/lib64",
            "/run/opengl-driver/lib");

    private final Optional<Child> child;
    private final Timeouts patience;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private Optional<String> defunct = Optional.empty();
    private boolean answered;

    private record Child(Process process, Writer asking) {}

    /**
     * The times for which a child may be silent.
     *
     * @param starting before its first answer
     * @param answering before any other
     */
    record Timeouts(Duration starting, Duration answering) {}

    private NvmlReader(Process process, Timeouts patience) {
        this.child = Optional.of(new Child(process, process.outputWriter(StandardCharsets.UTF_8)));
        this.patience = patience;
        Thread reader = new Thread(() -> readAll(process), "nvml");
        reader.setDaemon(true);
        reader.start();
    }

    /** One that never had a child. */
    private NvmlReader(String why) {
        this.child = Optional.empty();
        this.patience = USUAL;
        this.defunct = Optional.of(why);
    }

    /** Where NVIDIA's driver put its library; empty where there is no such driver. */
    static Optional<Path> library() {
        String path = Optional.ofNullable(System.getenv("LD_LIBRARY_PATH")).orElse("");
        String windows = Optional.ofNullable(System.getenv("SystemRoot")).orElse("C:\\Windows");
        return Stream.concat(
                        Stream.concat(Stream.of(path.split(":")).filter(each -> !each.isBlank()), FOLDERS.stream())
                                .map(folder -> Path.of(folder, "libnvidia-ml.so.1")),
                        Stream.of(Path.of(windows, "System32", "nvml.dll")))
                .filter(Files::isReadable)
                .findFirst();
    }

    static NvmlReader start(Path library) {
        return start(library, USUAL);
    }

    static NvmlReader start(Path library, Timeouts patience) {
        return start(library, ChildJvm.executable(), patience);
    }

    /** By this Java; where it cannot be started, a reader that says so whenever it is asked. */
    static NvmlReader start(Path library, Path command, Timeouts patience) {
        String java = command.toString();
        List<String> line = new ArrayList<>(List.of(java, "-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        // A crash is told by the exit code: neither a report in the working folder nor a file of performance data.
        line.addAll(List.of("-XX:+SuppressFatalErrorMessage", "-XX:-UsePerfData"));
        line.addAll(ChildJvm.nativeAccess(Runtime.version().feature()));
        line.addAll(List.of(NvmlMain.class.getName(), library.toString()));
        ProcessBuilder builder = ChildProcesses.of(line).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        try {
            return new NvmlReader(builder.start(), patience);
        } catch (IOException e) {
            return new NvmlReader("the child that reads NVML could not be started: " + e.getMessage());
        }
    }

    /** A line for each GPU. */
    synchronized Reading<List<NvmlLine>> ask(String what) {
        if (defunct.isPresent()) {
            return Reading.unknown(defunct.get());
        }
        return child.map(asked -> ask(what, asked)).orElseGet(() -> Reading.unknown("there is no child to ask"));
    }

    /** Each GPU's counter of energy, by its name; where none answers, the reason as that of all of them. */
    Map<String, Reading<EnergyCounter>> energy() {
        Reading<List<NvmlLine>> answer = ask(NvmlLine.ENERGY);
        Map<String, Reading<EnergyCounter>> energy = new TreeMap<>();
        answer.optional().orElse(List.of()).forEach(line -> energy.put(line.device(), line.energy()));
        if (!answer.isKnown()) {
            energy.put(GPU, Reading.unknown(answer.words()));
        }
        return energy;
    }

    private Reading<List<NvmlLine>> ask(String what, Child asked) {
        try {
            asked.asking().write(what + "\n");
            asked.asking().flush();
            return answer(asked.process());
        } catch (IOException e) {
            return dead("the child that reads NVML ended: " + refusal(asked.process()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reading.unknown("interrupted");
        }
    }

    private Reading<List<NvmlLine>> answer(Process process) throws InterruptedException {
        Duration limit = answered ? patience.answering() : patience.starting();
        List<NvmlLine> answer = new ArrayList<>();
        while (true) {
            String line = lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                process.destroyForcibly();
                return dead("NVML did not answer within %d ms".formatted(limit.toMillis()));
            }
            if (line.equals(GONE)) {
                return dead("the child that reads NVML ended with exit code " + exit(process));
            }
            if (line.startsWith(NvmlLine.REFUSED)) {
                return dead(line.substring(NvmlLine.REFUSED.length()));
            }
            if (line.isEmpty()) {
                answered = true;
                return Reading.known(answer, "NVML");
            }
            answer.add(NvmlLine.parse(line));
        }
    }

    private String refusal(Process process) {
        return lines.stream()
                .filter(line -> line.startsWith(NvmlLine.REFUSED))
                .map(line -> line.substring(NvmlLine.REFUSED.length()))
                .findFirst()
                .orElseGet(() -> "exit code " + exit(process));
    }

    private static String exit(Process process) {
        try {
            return process.waitFor(1, TimeUnit.SECONDS) ? Integer.toString(process.exitValue()) : "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private Reading<List<NvmlLine>> dead(String why) {
        defunct = Optional.of(why);
        return Reading.unknown(why);
    }

    private void readAll(Process process) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // It ended.
        }
        lines.add(GONE);
    }

    @Override
    public void close() {
        child.ifPresent(this::end);
    }

    private void end(Child child) {
        Process process = child.process();
        try {
            // It ends with its input.
            child.asking().close();
            if (!process.waitFor(patience.answering().toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
