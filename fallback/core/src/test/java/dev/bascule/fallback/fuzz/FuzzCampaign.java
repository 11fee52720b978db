package dev.bascule.fallback.fuzz;

import dev.bascule.fallback.process.ChildJvm;
import dev.bascule.fallback.text.Glob;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Fuzzes every target of a module, one after the other, each in a process of its own, and prints a table. What it found lies in
 * {@code target/fuzz/NAME/crash-*}, its log beside it.
 */
public final class FuzzCampaign {
    private static final String SUFFIX = "FuzzTest";
    /** Readers, and the parsers that they stand on: what is instrumented guides the search. */
    private static final String INSTRUMENTED =
            "dev.bascule.**,com.fasterxml.jackson.core.**,com.fasterxml.jackson.dataformat.**,org.yaml.snakeyaml.**,com.google.protobuf.Coded*,com.cronutils.**";
    /** A reader that wants more memory for some kilobytes of input has no bound. */
    private static final String MEMORY = "-Xmx768m";

    private static final String ROW = "%-24s %10s %8s %8s %9s %14s  %s%n";

    private FuzzCampaign() {}

    /**
     * What came of a target.
     *
     * @param finding what was found, in a line
     */
    record Outcome(String name, FuzzLog log, double seconds, Optional<String> finding) {
        String row() {
            return ROW.formatted(
                    simple(name),
                    log.runs(),
                    Math.round(seconds),
                    Math.round(log.runs() / Math.max(1, seconds)),
                    log.coverage(),
                    log.corpus(),
                    finding.orElse("none"));
        }
    }

    /** @param args the module's build folder, how long for each target, a glob of targets, and whether a finding fails it */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path target = Path.of(args[0]);
        List<String> rows = new ArrayList<>();
        boolean found = false;
        for (String name : targets(target.resolve("test-classes"), args[2])) {
            Outcome outcome =
                    fuzz(name, Files.createDirectories(target.resolve("fuzz").resolve(simple(name))), args[1]);
            found |= outcome.finding().isPresent();
            rows.add(outcome.row());
            System.err.print(outcome.row());
        }
        if (!rows.isEmpty()) {
            rows.add(0, ROW.formatted("target", "runs", "seconds", "runs/s", "coverage", "corpus", "finding"));
            Files.writeString(target.resolve("fuzz").resolve("summary.txt"), String.join("", rows));
            System.out.print(String.join("", rows));
        }
        System.exit(found && Boolean.parseBoolean(args[3]) ? 1 : 0);
    }

    /** Fuzzes one target, whose inputs worth keeping, log and findings stay in this folder. */
    static Outcome fuzz(String name, Path folder, String duration) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        int status = run(name, folder, duration);
        double seconds = (System.nanoTime() - begin) / 1e9;
        FuzzLog log = FuzzLog.of(Files.readString(folder.resolve("log.txt"), StandardCharsets.ISO_8859_1));
        Optional<String> ended = status == 0 ? Optional.empty() : Optional.of("ended with " + status);
        return new Outcome(name, log, seconds, log.finding().or(() -> ended));
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replaceFirst(SUFFIX + "$", "");
    }

    private static List<String> targets(Path classes, String glob) throws IOException {
        Glob wanted = Glob.of(glob);
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(SUFFIX + ".class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> wanted.matches(simple(name)))
                    .sorted()
                    .toList();
        }
    }

    private static int run(String name, Path folder, String duration) throws IOException, InterruptedException {
        Path log = folder.resolve("log.txt");
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), MEMORY, "-XX:+UseSerialGC"));
        // For a campaign of seconds, in a test; one of its own is worth the best code.
        line.addAll(ChildJvm.startOptions());
        line.addAll(List.of(
                "-cp",
                absolute(System.getProperty("java.class.path")),
                "-Djava.awt.headless=true",
                "-Djazzer.max_duration=" + duration,
                "-Djazzer.instrument=" + INSTRUMENTED,
                // The time limit of a target is one input's here, and libFuzzer keeps it.
                "-Djunit.jupiter.execution.timeout.mode=disabled",
                "-Djazzer.internal.arg.0=fuzz",
                "-Djazzer.internal.arg.1=-max_len=8192",
                "-Djazzer.internal.arg.2=-print_final_stats=1",
                FuzzChild.class.getName(),
                name));
        ProcessBuilder child = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        child.environment().put("JAZZER_FUZZ", "1");
        Process process = child.start();
        if (!process.waitFor(seconds(duration) * 2 + 300, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        return process.exitValue();
    }

    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElse("");
    }

    private static long seconds(String duration) {
        return Duration.parse("PT" + duration.toUpperCase(Locale.ROOT).replace(" ", ""))
                .toSeconds();
    }
}
