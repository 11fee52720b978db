package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard's server as a process of its own: a run that is started over HTTP is a real one. */
@Tag("browser")
@Tag("native")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
@Tag("full")
class DashboardLifeTest {
    private static final Pattern LINK = Pattern.compile("(http://127\\.0\\.0\\.1:\\d+)/dashboard/#token=([\\w-]+)");

    @TempDir
    Path folder;

    private final HttpClient http =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private Optional<Process> server = Optional.empty();
    private URI origin = URI.create("http://127.0.0.1");
    private String csrf = "";

    @AfterEach
    void end() {
        server.ifPresent(StartedProcesses::end);
    }

    private void serve() throws IOException {
        Path err = folder.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(
                        TestJvm.line("dev.bascule.cli.Main", "serve", "--store", "history.duckdb", "--out", "out"))
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile());
        builder.environment().put("XDG_CONFIG_HOME", folder.resolve("config").toString());
        builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
        server = Optional.of(builder.start());
        await().atMost(Duration.ofSeconds(90))
                .until(() -> LINK.matcher(Files.readString(err)).find());
        Matcher link = LINK.matcher(Files.readString(err));
        assertThat(link.find()).isTrue();
        origin = URI.create(link.group(1));
        csrf = post("/session", "{\"token\":\"" + link.group(2) + "\"}")
                .path("csrfToken")
                .asText();
    }

    private JsonNode get(String path) {
        return send(HttpRequest.newBuilder(URI.create(origin + "/api/v1" + path)));
    }

    private JsonNode post(String path, String json) {
        return send(HttpRequest.newBuilder(URI.create(origin + "/api/v1" + path))
                .header("Content-Type", "application/json")
                .header("X-CSRF-Token", csrf)
                .POST(BodyPublishers.ofString(json)));
    }

    private JsonNode send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
            return Json.MAPPER.readTree(answer.body());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Follows the events until the server is gone. */
    private void follow() {
        http.sendAsync(
                        HttpRequest.newBuilder(URI.create(origin + "/api/v1/events"))
                                .build(),
                        BodyHandlers.ofLines())
                .thenAccept(answer -> answer.body().forEach(events::add));
        await().until(() -> events.contains(": following"));
    }

    private JsonNode ended() {
        await().atMost(Duration.ofSeconds(150)).until(() -> events.contains("event: job.ended"));
        int at = events.indexOf("event: job.ended");
        await().until(() -> events.size() > at + 1);
        try {
            return Json.MAPPER
                    .readTree(events.get(at + 1).substring("data: ".length()))
                    .path("job");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_run_that_is_started_over_http_is_measured_followed_and_kept() throws Exception {
        serve();
        follow();
        JsonNode job = post("/jobs", """
            {"what": ["resnet-micro"], "backends": ["wasm", "cpu"], "chains": [],
             "browsers": ["chrome-headless-shell"],
             "settings": {"minIterations": "5", "minDuration": "20ms", "warmUpLimit": "20ms"}}
            """);
        JsonNode over = ended();

        assertThat(over.path("id")).isEqualTo(job.path("id"));
        assertThat(over.path("state").asText()).as(over.toString()).isEqualTo("DONE");
        assertThat(over.path("verdicts").path("PASS").asInt()).isEqualTo(2);
        assertThat(events.stream().filter("event: cell.finished"::equals)).hasSize(2);
        JsonNode detail = get("/jobs/" + job.path("id").asText());
        for (JsonNode progress : detail.path("progress")) {
            JsonNode cell = get("/cells/" + progress.path("cell").asText()).path("cell");
            assertThat(cell.path("timing").path("warmMs")).hasSizeGreaterThanOrEqualTo(5);
            assertThat(cell.path("evidence").path("class").asText()).isEqualTo("PROVEN");
            assertThat(cell.path("timing").path("median").asDouble())
                    .isEqualTo(progress.path("medianMs").asDouble());
        }
        assertThat(get("/matrix").path("cells")).hasSize(2);
        assertThat(get("/audit").path("entries").get(0).path("subject").asText())
                .contains("run zoo:resnet-micro --backends wasm,cpu", "--browsers chrome-headless-shell");
        // What was measured is told of as soon as the history has it; its reports are written after that.
        Path report = folder.resolve("out/" + over.path("run").asText() + "/run.json");
        await().untilAsserted(() -> assertThat(report).exists());
    }

    @Test
    void a_server_that_is_told_to_end_keeps_what_its_job_has_measured() throws Exception {
        serve();
        follow();
        post("/jobs", """
            {"what": ["resnet-micro", "bert-micro"], "backends": ["cpu"], "chains": [], "browsers": ["none"],
             "settings": {"minIterations": "100000000", "measureLimit": "2s", "timeout": "5m"}}
            """);
        await().atMost(Duration.ofSeconds(120)).until(() -> events.contains("event: cell.finished"));
        Process process = server.orElseThrow();
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                .start()
                .waitFor();

        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        try (History history = DuckDbHistory.open(folder.resolve("history.duckdb"))) {
            List<RunHeading> kept = history.runs(RunFilter.ALL);
            assertThat(kept)
                    .as("%s%n%s", events, Files.readString(folder.resolve("err")))
                    .hasSize(1);
            RunHeading run = kept.get(0);
            assertThat(history.find(run.id()).orElseThrow().runs())
                    .anySatisfy(cell ->
                            assertThat(cell.decisive().measured().timing()).isPresent());
        }
    }
}
