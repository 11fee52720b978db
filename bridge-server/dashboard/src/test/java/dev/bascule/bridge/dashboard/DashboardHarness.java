package dev.bascule.bridge.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.access.SignInSessions;
import dev.bascule.bridge.dashboard.device.DeviceLinks;
import dev.bascule.bridge.dashboard.job.EventStreams;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import dev.bascule.bridge.dashboard.schedule.Schedule;
import dev.bascule.bridge.dashboard.view.WatchedHistory;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.InMemoryHistory;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server with a dashboard over a history in memory, and a browser of sorts. */
public final class DashboardHarness implements AutoCloseable {
    public static final String TOKEN = "a-token-that-is-long-enough";

    static final DeviceLinks.Ways WAYS = new DeviceLinks.Ways(
            List.of(new DeviceLinks.Way(
                    URI.create("https://192.0.2.7:8443/attach.html#token=of-devices"),
                    false,
                    true,
                    List.of("#.", ".#"))),
            List.of("quickstart"),
            Optional.of("AB:CD"),
            Optional.empty());

    public final FakeRunStarter starter = new FakeRunStarter();
    final FakePredictions predictions = new FakePredictions();
    final FakeWorkerPool pool = new FakeWorkerPool();
    public final WatchedHistory history;
    public final Dashboard dashboard;
    public final List<String> links = new CopyOnWriteArrayList<>();
    private final BridgeServer server;

    /** What a test may set. */
    public static final class Setup {
        AccessPolicy policy = AccessPolicy.USUAL;
        Clock clock = Clock.systemUTC();
        EventStreams.Settings streams = EventStreams.Settings.USUAL;
        int journal = 10_000;
        List<Schedule> schedules = List.of();
        History history = recorded();
        Optional<WorkerPool> pool = Optional.empty();
        int requests = BridgeConfig.defaults().requests();

        private static History recorded() {
            InMemoryHistory history = new InMemoryHistory();
            history.append(FakeRunStarter.RECORDED);
            return history;
        }

        public Setup policy(AccessPolicy other) {
            policy = other;
            return this;
        }

        public Setup pool(WorkerPool other) {
            pool = Optional.of(other);
            return this;
        }

        public Setup clock(Clock other) {
            clock = other;
            return this;
        }

        public Setup requests(int other) {
            requests = other;
            return this;
        }

        public Setup streams(EventStreams.Settings other) {
            streams = other;
            return this;
        }

        public Setup journal(int capacity) {
            journal = capacity;
            return this;
        }

        public Setup schedules(Schedule... some) {
            schedules = List.of(some);
            return this;
        }
    }

    public static DashboardHarness start(Path folder) {
        return start(folder, new Setup());
    }

    public static DashboardHarness start(Path folder, Setup setup) {
        return new DashboardHarness(folder, setup);
    }

    private DashboardHarness(Path folder, Setup setup) {
        history = new WatchedHistory(setup.history);
        DashboardConfig config = new DashboardConfig(
                "test",
                setup.policy,
                Optional.of(TOKEN),
                Optional.of("team history.duckdb"),
                folder.resolve("users.json"),
                folder.resolve("audit.jsonl"),
                folder.resolve("state"),
                SignInSessions.Lifetime.USUAL,
                setup.streams,
                setup.journal,
                Duration.ofMinutes(1));
        dashboard = new Dashboard(
                config,
                history,
                new Dashboard.Ports(
                        starter, starter, setup.schedules, () -> WAYS, predictions, setup.pool.orElse(pool)),
                setup.clock,
                links::add);
        server =
                BridgeServer.start(BridgeConfig.defaults().withRequests(setup.requests), List.of(), List.of(dashboard));
    }

    public URI url(String path) {
        return URI.create(server.origin() + path);
    }

    public URI api(String path) {
        return url("/api/v1" + path);
    }

    public Browser browser() {
        return new Browser(this);
    }

    @Override
    public void close() {
        dashboard.close();
        server.close();
        history.close();
    }

    /** Keeps cookies, sends its Origin, and remembers the CSRF token, as the dashboard's pages do. */
    public static final class Browser {
        private final DashboardHarness harness;
        private final CookieManager cookies = new CookieManager();
        private final HttpClient http =
                HttpClient.newBuilder().cookieHandler(cookies).build();
        private Optional<String> csrf = Optional.empty();

        private Browser(DashboardHarness harness) {
            this.harness = harness;
        }

        public CookieManager cookies() {
            return cookies;
        }

        public Browser signedIn() {
            Answer answer = post("/session", "{\"token\":\"" + TOKEN + "\"}");
            if (answer.status() != 201) {
                throw new AssertionError("no sign-in: " + answer);
            }
            csrf = Optional.of(answer.json().path("csrfToken").asText());
            return this;
        }

        public Browser withCsrf(String token) {
            csrf = Optional.of(token);
            return this;
        }

        public Answer get(String path) {
            return send(HttpRequest.newBuilder(harness.api(path)));
        }

        public Answer post(String path, String json) {
            return send(HttpRequest.newBuilder(harness.api(path))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(json)));
        }

        public Answer patch(String path, String json) {
            return send(HttpRequest.newBuilder(harness.api(path))
                    .header("Content-Type", "application/json")
                    .method("PATCH", BodyPublishers.ofString(json)));
        }

        public Answer delete(String path) {
            return send(HttpRequest.newBuilder(harness.api(path)).DELETE());
        }

        public Answer send(HttpRequest.Builder request) {
            csrf.ifPresent(token -> request.header("X-CSRF-Token", token));
            try {
                return new Answer(http.send(request.build(), BodyHandlers.ofString()));
            } catch (IOException e) {
                throw new AssertionError(e);
            } catch (InterruptedException e) {
                throw new AssertionError("interrupted", e);
            }
        }
    }

    /** What came back. */
    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        public String body() {
            return response.body();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        public JsonNode json() {
            try {
                return Json.MAPPER.readTree(response.body());
            } catch (IOException e) {
                throw new AssertionError(response.body(), e);
            }
        }

        /** The code of a problem. */
        public String code() {
            return json().path("code").asText();
        }

        @Override
        public String toString() {
            return status() + " " + body();
        }
    }
}
