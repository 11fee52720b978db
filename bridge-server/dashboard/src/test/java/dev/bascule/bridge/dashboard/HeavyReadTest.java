package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.HeavyReads;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While something is measured, one heavy read at a time disturbs it. */
@Timeout(180)
class HeavyReadTest {
    @TempDir
    private Path folder;

    private final AtomicBoolean measuring = new AtomicBoolean();
    private final HeavyReads reads = new HeavyReads(measuring::get);
    private final HeavyReads patient = new HeavyReads(measuring::get, Duration.ofMinutes(1));
    private final Semaphore go = new Semaphore(0);
    private final AtomicInteger inside = new AtomicInteger();
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                for (Route bound : List.of(slow(reads, "/slow"), slow(patient, "/patient"))) {
                    config.routes.get(
                            bound.path(),
                            context -> bound.handling().handle(context, new Caller(Optional.empty(), "127.0.0.1")));
                }
                config.routes.exception(Problem.Thrown.class, (error, context) -> Responses.problem(context, error));
            })
            .start("127.0.0.1", 0);

    @AfterEach
    void stop() {
        go.release(100);
        server.stop();
    }

    private Route slow(HeavyReads bound, String path) {
        return bound.bound(List.of(Route.get(path, Access.READ, (context, caller) -> {
                    inside.incrementAndGet();
                    go.acquire();
                    inside.decrementAndGet();
                })))
                .get(0);
    }

    private CompletableFuture<HttpResponse<String>> ask() {
        return ask("/slow");
    }

    private CompletableFuture<HttpResponse<String>> ask(String path) {
        return HttpClient.newHttpClient()
                .sendAsync(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path)))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void one_is_answered_at_a_time_and_the_next_is_asked_to_come_again() {
        measuring.set(true);
        CompletableFuture<HttpResponse<String>> first = ask();
        await().until(() -> inside.get() == 1);
        HttpResponse<String> second = ask().join();

        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.headers().firstValue("Retry-After")).contains("2");
        assertThat(second.body()).contains("TOO_BUSY", "being measured");
        assertThat(inside).hasValue(1);
        go.release();
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(reads.answeredBesideMeasuring()).isEqualTo(1);
    }

    @Test
    void who_comes_while_another_is_answered_waits_for_the_turn() {
        measuring.set(true);
        CompletableFuture<HttpResponse<String>> first = ask("/patient");
        await().until(() -> inside.get() == 1);
        CompletableFuture<HttpResponse<String>> second = ask("/patient");
        go.release(2);

        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
        assertThat(patient.answeredBesideMeasuring()).isEqualTo(2);
    }

    @Test
    void negative_control_where_nothing_is_measured_all_are_answered_side_by_side() {
        CompletableFuture<HttpResponse<String>> first = ask();
        CompletableFuture<HttpResponse<String>> second = ask();

        await().until(() -> inside.get() == 2);
        go.release(2);
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(second.join().statusCode()).isEqualTo(200);
        assertThat(reads.answeredBesideMeasuring()).isZero();
    }

    @Test
    void a_jobs_log_says_how_many_were_answered_meanwhile() {
        try (DashboardHarness dashboard = DashboardHarness.start(folder)) {
            Browser user = dashboard.browser().signedIn();
            dashboard.starter.cells.drainPermits();
            String id = user.post("/jobs", "{\"what\":[\"quickstart\"]}")
                    .json()
                    .path("id")
                    .asText();
            await().until(() ->
                    user.get("/jobs/" + id).json().path("job").path("cells").isInt());
            assertThat(user.get("/matrix").status()).isEqualTo(200);
            dashboard.starter.cells.release(1_000);
            await().until(() -> user.get("/jobs/" + id)
                    .json()
                    .path("job")
                    .path("state")
                    .asText()
                    .equals("DONE"));

            assertThat(user.get("/jobs/" + id).json().path("log").toString())
                    .contains("the dashboard answered meanwhile, one at a time: 1");
        }
    }
}
