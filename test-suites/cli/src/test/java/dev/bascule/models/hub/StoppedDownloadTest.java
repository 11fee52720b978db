package dev.bascule.models.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.StartedProcesses;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.TestJvm;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that is told to end while the hub keeps it waiting, as a process of its own. In {@code mvn verify} {@code SignalTest} lists the cells that a run
 * which is told to end did not come to, and {@code UntimedWorkTest} has a download.
 */
@Tag("native")
@Tag("full")
@DisabledOnOs(OS.WINDOWS)
class StoppedDownloadTest {
    @TempDir
    Path folder;

    @Test
    void a_run_that_is_told_to_end_while_it_downloads_lists_every_cell_as_not_run() throws Exception {
        try (FakeHub hub = new FakeHub()) {
            hub.files.put("model.onnx", new byte[300_000]);
            hub.stalls.set(10);
            File err = folder.resolve("err.txt").toFile();
            ProcessBuilder builder = new ProcessBuilder(TestJvm.line(
                            "-Dbascule.home=" + System.getProperty("bascule.home", "."),
                            "dev.bascule.cli.Main",
                            "run",
                            "hf:org/repo",
                            "bert-micro",
                            "--browsers",
                            "none",
                            "--backends",
                            "cpu",
                            "--out",
                            "out"))
                    .directory(folder.toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(err);
            builder.environment().put("HF_ENDPOINT", hub.endpoint().toString());
            builder.environment().put("BASCULE_CACHE", folder.resolve("cache").toString());
            Process process = builder.start();
            try {
                await().atMost(Duration.ofMinutes(2))
                        .until(() ->
                                hub.log.stream().anyMatch(asked -> asked.path().startsWith("/storage/")));
                new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                        .start()
                        .waitFor();
                assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            } finally {
                StartedProcesses.end(process);
            }
            String said = Files.readString(err.toPath());
            assertThat(process.exitValue()).as(said).isEqualTo(130);
            assertThat(said)
                    .contains("not run: 2 cells\n  adhoc:model:org/repo;batch=1 on cpu\n")
                    .contains("  adhoc:text:bert-micro;batch=1 on cpu\n")
                    .contains("error[RUN_INTERRUPTED]: stopped after 0 cells");
            JsonNode document =
                    Json.MAPPER.readTree(folder.resolve("out/run.json").toFile());
            assertThat(document.at("/run/interrupted").asBoolean()).isTrue();
            assertThat(document.path("cells")).isEmpty();
            assertThat(document.path("notRun")).hasSize(2);
            assertThat(folder.resolve("out/index.html")).content().contains("id=\"unrun\"");
        }
    }
}
