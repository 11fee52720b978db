package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.process.Processes;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.Signals;
import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.studies.reduce.CaseFolder;
import dev.bascule.studies.reduce.RepeatedFault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
        interrupt(
                ".*\\b(PASS|PARTIAL)\\b.*",
                "run",
                "bert-micro",
                "--backends",
                "cpu,wasm,webgpu",
                "--min-duration",
                "30s",
                "--min-iterations",
                "100000",
                "--warm-up-limit",
                "100ms",
                "--measure-limit",
                "2s",
                "--out",
                "out");

        JsonNode report = Json.MAPPER.readTree(Files.readString(folder.resolve("out/run.json")));
        assertThat(report.path("run").path("interrupted").asBoolean()).isTrue();
        assertThat(report.path("cells")).isNotEmpty();
        assertThat(report.path("notRun")).isNotEmpty();
        assertThat(report.path("cells").size() + report.path("notRun").size())
                .as("every cell of the plan is in one of the two: %s", report.path("notRun"))
                .isEqualTo(4);
        assertThat(folder.resolve("out/report.md")).content().contains("## Not run");
    }

    @Tag("full")
    @Test
    void ctrl_c_in_a_conformance_run_leaves_what_was_measured_and_no_process() throws Exception {
        // So many that the browser's column is not at its end when the first tenth of it is.
        for (int number = 0; number < 1500; number++) {
            CaseFolder.relu(folder.resolve("cases/relu_" + number))
                    .set(0, new float[] {number, -1}, new float[] {number, 0});
        }
        interrupt(
                "\\[\\d+/3000].*PASS.*",
                "conformance",
                "cases",
                "--backends",
                "wasm,cpu",
                "--case-timeout",
                "2m",
                "--out",
                "out");

        JsonNode report = Json.MAPPER.readTree(Files.readString(folder.resolve("out/run.json")));
        assertThat(report.path("run").path("interrupted").asBoolean()).isTrue();
        assertThat(report.path("cells").size()).isBetween(1, 2999);
        assertThat(report.path("cells"))
                .allSatisfy(cell -> assertThat(cell.path("verdict").asText()).isEqualTo("PASS"));
        assertThat(folder.resolve("out/report.md")).content().containsIgnoringCase("interrupted");
        assertThat(folder.resolve("out/index.html")).content().containsIgnoringCase("interrupted");
    }

    @Tag("full")
    @Test
    void ctrl_c_while_reducing_leaves_the_smallest_so_far_and_no_process() throws Exception {
        RepeatedFault.write(folder.resolve("kase"));
        // By then the whole was seen to fail, values were laid open, and the node failed alone.
        interrupt("\\[4].*", "reduce", "kase", "--target", "chrome-headless-shell:webgpu", "--out", "out");

        assertThat(folder.resolve("out/REPORT.md"))
                .content()
                .contains("Conv (ai.onnx, opset 17)", "ended early: interrupted", "not confirmed");
        assertThat(folder.resolve("out/model.onnx")).exists();
        assertThat(folder.resolve("out/test_data_set_0/output_0.pb")).exists();
        assertThat(folder.resolve("out/index.html")).exists();
    }

    /** Starts it, waits for a line of its talk, presses Ctrl-C, and demands exit code 130 and that nothing is left of it. */
    private void interrupt(String line, String... arguments) throws Exception {
        Signals.assumeHeard("INT");
        List<String> words = new ArrayList<>(TestJvm.line("dev.bascule.cli.Main"));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader talk =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            hear(talk, line);
            List<ProcessHandle> below = process.descendants().toList();
            assertThat(below).isNotEmpty();
            new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                    .start()
                    .waitFor();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(130);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(below).noneMatch(Processes::runs));
        } finally {
            StartedProcesses.end(process);
        }
    }

    private static void hear(BufferedReader talk, String wanted) throws IOException {
        List<String> said = new ArrayList<>();
        for (Optional<String> line = Optional.ofNullable(talk.readLine());
                line.isPresent();
                line = Optional.ofNullable(talk.readLine())) {
            said.add(line.get());
            if (line.get().matches(wanted)) {
                return;
            }
        }
        throw new AssertionError("it ended before it said so: " + said);
    }
}
