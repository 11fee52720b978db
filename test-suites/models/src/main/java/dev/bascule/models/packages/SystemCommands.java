package dev.bascule.models.packages;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** This machine's programs. Stateless and thread-safe. */
public final class SystemCommands implements Commands {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int LAST_LINES = 15;
    private static final int LATE = 124;
    /** Python takes modules, and Maven its own settings, from the folder that they start in: that must not be a project's. */
    private static final File NEUTRAL = new File(System.getProperty("java.home"));

    @Override
    public boolean answers(List<String> way) {
        List<String> line = new ArrayList<>(way);
        line.add("--version");
        try {
            Process process = ChildProcesses.ofPackageManager(line)
                    .directory(NEUTRAL)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(ANSWER.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public Result run(List<String> line, Path folder) throws InterruptedException {
        try {
            Process process = ChildProcesses.ofPackageManager(line)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            Thread net = new Thread(() -> kill(process), "bascule-install-net");
            Runtime.getRuntime().addShutdownHook(net);
            try {
                process.getOutputStream().close();
                // On a thread of its own, for a read heeds no interrupt.
                CompletableFuture<List<String>> output = CompletableFuture.supplyAsync(() -> lastLines(process));
                int code = process.waitFor();
                return new Result(code, String.join("\n", output.join()));
            } finally {
                kill(process);
                forget(net);
            }
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Result ask(List<String> line, Duration limit) throws InterruptedException {
        try {
            Process process = ChildProcesses.ofPackageManager(line)
                    .directory(NEUTRAL)
                    .redirectErrorStream(true)
                    .start();
            try {
                process.getOutputStream().close();
                CompletableFuture<List<String>> output = CompletableFuture.supplyAsync(() -> lines(process));
                return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)
                        ? new Result(process.exitValue(), String.join("\n", output.join()))
                        : new Result(LATE, "no answer within %d s".formatted(limit.toSeconds()));
            } finally {
                kill(process);
            }
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        }
    }

    private static List<String> lines(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<String> lastLines(Process process) {
        List<String> lines = lines(process);
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void forget(Thread net) {
        try {
            Runtime.getRuntime().removeShutdownHook(net);
        } catch (IllegalStateException e) {
            // It is running already.
        }
    }
}
