package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C in the middle, on a real process with a real browser and a real child under it. */
@Tag("browser")
@Tag("native")
@DisabledOnOs(OS.WINDOWS)
class InterruptTest {
    @TempDir
    Path folder;

    @Test
    void ctrl_c_leaves_a_marked_partial_report_and_no_process() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.bascule.cli.Main",
                        "run",
                        "bert-micro",
                        "--backends",
                        "cpu,wasm,webgpu",
                        "--min-duration",
                        "30s",
                        "--min-iterations",
                        "100000",
                        "--out",
                        "out")
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader talk =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            firstCell(talk);
            List<ProcessHandle> below = process.descendants().toList();
            assertThat(below).isNotEmpty();
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(130);
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(below).noneMatch(ProcessHandle::isAlive));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        JsonNode report = Json.MAPPER.readTree(Files.readString(folder.resolve("out/run.json")));
        assertThat(report.path("run").path("interrupted").asBoolean()).isTrue();
        assertThat(report.path("cells")).isNotEmpty();
    }

    /** Waits until the talk on stderr shows that a cell has ended. */
    private static void firstCell(BufferedReader talk) throws IOException {
        for (Optional<String> line = Optional.ofNullable(talk.readLine());
                line.isPresent();
                line = Optional.ofNullable(talk.readLine())) {
            if (line.get().matches(".*\\b(PASS|PARTIAL)\\b.*")) {
                return;
            }
        }
        throw new AssertionError("it ended before any cell did");
    }
}
