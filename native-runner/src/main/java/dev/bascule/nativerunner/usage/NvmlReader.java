package dev.bascule.nativerunner.usage;

import dev.bascule.fallback.usage.Reading;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    private static final Duration STARTING = Duration.ofSeconds(10);
    private static final Duration ANSWERING = Duration.ofSeconds(1);
    private static final String GONE = "\u0004";

    /** The first Java that wants to be told of native access. */
    private static final int NATIVE_ACCESS = 22;

    private static final List<String> FOLDERS = List.of(
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu",
            "/usr/lib64",
            "/usr/lib",
            "/usr/lib/wsl/lib",
            "/usr/local/nvidia/lib64",
            "/run/opengl-driver/lib");

    private final Process child;
    private final Writer asking;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private Optional<String> defunct = Optional.empty();
    private boolean answered;

    private NvmlReader(Process child) {
        this.child = child;
        this.asking = child.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readAll, "nvml");
        reader.setDaemon(true);
        reader.start();
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
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> line = new ArrayList<>(List.of(java, "-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        // A crash is told by the exit code: neither a report in the working folder nor a file of performance data.
        line.addAll(List.of("-XX:+SuppressFatalErrorMessage", "-XX:-UsePerfData"));
        if (Runtime.version().feature() >= NATIVE_ACCESS) {
            line.add("--enable-native-access=ALL-UNNAMED");
        }
        line.addAll(List.of(NvmlMain.class.getName(), library.toString()));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        try {
            return new NvmlReader(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line for each GPU. */
    synchronized Reading<List<NvmlLine>> ask(String what) {
        if (defunct.isPresent()) {
            return Reading.unknown(defunct.get());
        }
        try {
            asking.write(what + "\n");
            asking.flush();
            return answer();
        } catch (IOException e) {
            return dead("the child that reads NVML ended: " + refusal());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reading.unknown("interrupted");
        }
    }

    private Reading<List<NvmlLine>> answer() throws InterruptedException {
        Duration patience = answered ? ANSWERING : STARTING;
        List<NvmlLine> answer = new ArrayList<>();
        while (true) {
            String line = lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                child.destroyForcibly();
                return dead("NVML did not answer within %d ms".formatted(patience.toMillis()));
            }
            if (line.equals(GONE)) {
                return dead("the child that reads NVML ended with exit code " + exit());
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

    private String refusal() {
        return lines.stream()
                .filter(line -> line.startsWith(NvmlLine.REFUSED))
                .map(line -> line.substring(NvmlLine.REFUSED.length()))
                .findFirst()
                .orElseGet(() -> "exit code " + exit());
    }

    private String exit() {
        try {
            return child.waitFor(1, TimeUnit.SECONDS) ? Integer.toString(child.exitValue()) : "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private Reading<List<NvmlLine>> dead(String why) {
        defunct = Optional.of(why);
        return Reading.unknown(why);
    }

    private void readAll() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
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
        try {
            // It ends with its input.
            asking.close();
            if (!child.waitFor(ANSWERING.toMillis(), TimeUnit.MILLISECONDS)) {
                child.destroyForcibly();
            }
        } catch (IOException e) {
            child.destroyForcibly();
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
