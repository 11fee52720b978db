package dev.bascule.suites.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** This machine's programs. Stateless and thread-safe. */
public final class SystemCommands implements Commands {
    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int LAST_LINES = 15;

    @Override
    public boolean answers(List<String> way) {
        List<String> line = new ArrayList<>(way);
        line.add("--version");
        try {
            Process process = new ProcessBuilder(line)
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
            Process process = new ProcessBuilder(line)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            try {
                process.getOutputStream().close();
                List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
                int code = process.waitFor();
                return new Result(
                        code, String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
            } catch (InterruptedException e) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw e;
            }
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        }
    }
}
