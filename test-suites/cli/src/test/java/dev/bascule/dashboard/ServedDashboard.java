package dev.bascule.dashboard;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.StartedProcesses;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** {@code bascule serve} as a process of its own, with the history that its folder has, empty where there is none, and a coordinator. Thread-safe. */
final class ServedDashboard implements AutoCloseable {
    static final String TOKEN = "a-token-of-the-tests-0123456789";
    private static final String TOKENS = "tokens";

    private final Process process;
    private final URI address;
    private final Path folder;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServedDashboard(Process process, URI address, Path folder) {
        this.process = process;
        this.address = address;
        this.folder = folder;
    }

    static ServedDashboard start(Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(TestJvm.line(
                        "-Xmx512m",
                        "dev.bascule.cli.Main",
                        "serve",
                        "--port",
                        "0",
                        "--store",
                        store(folder).toString(),
                        "--out",
                        folder.resolve("out").toString(),
                        "--coordinator",
                        "--coordinator-port",
                        "0",
                        "--invite",
                        PlayedPool.WORKER,
                        "--submitter",
                        PlayedPool.SUBMITTER,
                        "--tokens",
                        folder.resolve(TOKENS).toString()))
                .directory(folder.toFile())
                .redirectError(folder.resolve("serve.log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "BASCULE_TOKEN",
                        TOKEN,
                        "XDG_CONFIG_HOME",
                        folder.resolve("config").toString(),
                        "XDG_STATE_HOME",
                        folder.resolve("state").toString()));
        Process process = builder.start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String link = out.readLine();
        if (link == null) {
            throw new IOException("the server ended: see " + folder.resolve("serve.log"));
        }
        return new ServedDashboard(process, URI.create(link).resolve("/"), folder);
    }

    /** Where a server of this folder has its history. */
    static Path store(Path folder) {
        return folder.resolve("history.duckdb");
    }

    /** Its pool of workers, with the tokens that it issued. */
    PlayedPool pool() throws IOException {
        return PlayedPool.join(folder.resolve(TOKENS), folder.resolve("played"));
    }

    int port() {
        return address.getPort();
    }

    /** The address of a page, by way of a port that leads here. */
    static String page(int port, String path) {
        return "http://127.0.0.1:%d/dashboard/%s".formatted(port, path);
    }

    JsonNode get(String path) {
        return send(request(path).GET().build());
    }

    /** Starts a run of small models on the CPU, with few samples. */
    String startJob(List<String> models) {
        return startJob(models, "10ms");
    }

    /** @param minDuration how long each model is measured at least, as the command line says it */
    String startJob(List<String> models, String minDuration) {
        String body = Json.MAPPER
                .createObjectNode()
                .putPOJO("what", models)
                .putPOJO("backends", List.of("cpu"))
                .putPOJO("chains", List.of())
                .putPOJO("browsers", List.of("none"))
                .putPOJO("filters", List.of())
                .putPOJO("settings", Map.of("minDuration", minDuration, "warmUpLimit", "10ms"))
                .toString();
        return send(request("/jobs")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build())
                .path("id")
                .asText();
    }

    /** Waits until a job is over; how it ended. */
    String awaitEnd(String job) {
        await().atMost(Duration.ofSeconds(150))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !get("/jobs/" + job).at("/job/finishedAt").isNull());
        return get("/jobs/" + job).at("/job/state").asText();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve("/api/v1" + path)).header("Authorization", "Bearer " + TOKEN);
    }

    private JsonNode send(HttpRequest request) {
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(
                        "%s: %d %s".formatted(request.uri(), answer.statusCode(), answer.body()));
            }
            return Json.MAPPER.readTree(answer.body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        StartedProcesses.end(process);
    }
}
