package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.bridge.process.Processes;
import dev.bascule.bridge.testing.MachineBrowsers;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.Signals;
import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Serving as a process of its own, to browsers that the test starts as anybody would, with the link alone. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
@Tag("full")
class ServeLifeTest {
    private static final String ENDLESS = "100000";

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();
    private final StringBuilder talk = new StringBuilder();

    @AfterEach
    void end() {
        started.forEach(StartedProcesses::end);
    }

    private Process serve(String... options) throws IOException {
        List<String> line = new ArrayList<>(
                TestJvm.line("dev.bascule.cli.Main", "serve", "bert-micro", "--strict", "--out", "out"));
        line.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
        // The audit log is not to be the user's own.
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        Process process = builder.start();
        started.add(process);
        Thread listener = new Thread(() -> listen(process), "talk");
        listener.setDaemon(true);
        listener.start();
        return process;
    }

    private void listen(Process process) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (talk) {
                    talk.append(line).append('\n');
                }
            }
        } catch (IOException ended) {
            // The process is gone.
        }
    }

    private String said() {
        synchronized (talk) {
            return talk.toString();
        }
    }

    private void awaitTalk(String regex) {
        await().atMost(Duration.ofSeconds(120))
                .untilAsserted(() -> assertThat(said()).containsPattern(regex));
    }

    private static String link(Process serving) throws IOException {
        return new BufferedReader(new InputStreamReader(serving.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    /** A Chrome as a person has it, without a driver. */
    private Process chrome(String link) throws IOException {
        BrowserInstallation chrome = MachineBrowsers.shown().bundled().orElseThrow();
        ProcessBuilder builder = new ProcessBuilder(
                chrome.executable().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-background-networking",
                "--user-data-dir=" + Files.createTempDirectory(folder, "chrome"),
                "--remote-debugging-port=0",
                link);
        chrome.libraryPath().ifPresent(path -> builder.environment().put("LD_LIBRARY_PATH", path.toString()));
        return quiet(builder);
    }

    private Process firefox(String link) throws IOException {
        BrowserInstallation firefox = MachineBrowsers.shown().firefox().orElseThrow();
        Path profile = Files.createTempDirectory(folder, "firefox");
        Files.writeString(profile.resolve("user.js"), """
            user_pref("browser.aboutwelcome.enabled", false);
            user_pref("datareporting.policy.dataSubmissionEnabled", false);
            user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
            user_pref("app.update.enabled", false);
            """);
        return quiet(new ProcessBuilder(
                firefox.executable().toString(), "--headless", "--no-remote", "--profile", profile.toString(), link));
    }

    private Process quiet(ProcessBuilder builder) throws IOException {
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        started.add(process);
        return process;
    }

    private List<JsonNode> runs() throws IOException {
        try (Stream<Path> folders = Files.list(folder.resolve("out"))) {
            List<JsonNode> runs = new ArrayList<>();
            for (Path each : folders.toList()) {
                runs.add(Json.MAPPER.readTree(Files.readString(each.resolve("run.json"))));
            }
            return runs;
        }
    }

    private static List<String> verdicts(JsonNode run) {
        return StreamSupport.stream(run.path("cells").spliterator(), false)
                .map(cell -> cell.path("verdict").asText())
                .toList();
    }

    private static JsonNode of(List<JsonNode> runs, String browser) {
        return runs.stream()
                .filter(run -> run.path("targets")
                        .get(0)
                        .path("browser")
                        .path("name")
                        .asText()
                        .contains(browser))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("firefox")
    void a_browser_that_dies_in_the_middle_is_lost_with_the_reason_and_the_next_one_runs() throws Exception {
        Process serving = serve(
                "--backends",
                "wasm",
                "--devices",
                "2",
                "--grace",
                "1s",
                "--min-iterations",
                ENDLESS,
                "--measure-limit",
                "20s",
                "--retries",
                "0");
        String link = link(serving);
        Process chrome = chrome(link);
        awaitTalk("Chrome .*reading models");
        TimeUnit.SECONDS.sleep(3);
        StartedProcesses.end(chrome);
        awaitTalk("Chrome .* its connection closed and it did not come back within 1 s");
        Process firefox = firefox(link);
        assertThat(serving.waitFor(150, TimeUnit.SECONDS)).as(said()).isTrue();
        StartedProcesses.end(firefox);

        assertThat(serving.exitValue()).as(said()).isEqualTo(1);
        List<JsonNode> runs = runs();
        assertThat(runs).hasSize(2);
        JsonNode lost = of(runs, "Chrome");
        assertThat(verdicts(lost)).containsExactly("CRASHED");
        assertThat(lost.path("cells").toString()).contains("did not come back");
        assertThat(verdicts(of(runs, "Firefox"))).containsExactly("PASS");
        assertThat(said()).contains("Firefox 1");
    }

    @Test
    void ctrl_c_in_the_middle_keeps_what_there_is_and_leaves_no_process() throws Exception {
        Signals.assumeHeard("INT");
        Process serving = serve("--backends", "wasm,webgpu", "--min-iterations", ENDLESS, "--measure-limit", "30s");
        chrome(link(serving));
        awaitTalk("reading models");
        TimeUnit.SECONDS.sleep(5);
        List<ProcessHandle> below = serving.descendants().toList();
        assertThat(below).as("the native child").isNotEmpty();
        new ProcessBuilder("kill", "-INT", Long.toString(serving.pid())).start().waitFor();
        assertThat(serving.waitFor(120, TimeUnit.SECONDS)).as(said()).isTrue();

        assertThat(serving.exitValue()).as(said()).isEqualTo(130);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(below).noneMatch(Processes::runs));
        assertThat(runs())
                .singleElement()
                .satisfies(run -> assertThat(run.path("run").path("interrupted").asBoolean())
                        .isTrue());
    }
}
