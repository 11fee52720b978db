package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.DashboardHarness.Setup;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.access.UserFile;
import dev.bascule.bridge.dashboard.job.EventStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where looking needs a sign-in, whoever is no longer signed in hears no more. */
@Timeout(180)
class FollowerAccessTest {
    private static final Duration BEAT = Duration.ofMillis(100);
    /** A heartbeat, and what a busy machine adds to it. */
    private static final Duration SOON = Duration.ofSeconds(60);

    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private Path folder;

    private final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");
    private DashboardHarness server;

    @BeforeEach
    void start() {
        server = DashboardHarness.start(
                folder,
                new Setup()
                        .policy(new AccessPolicy(false, true))
                        .clock(clock)
                        .streams(new EventStreams.Settings(10, 10, BEAT, SOON)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Completes when the stream of whoever sends this has ended. */
    private CompletableFuture<Void> follow(Browser user, HttpRequest.Builder request) throws Exception {
        HttpResponse<InputStream> answer = HttpClient.newBuilder()
                .cookieHandler(user.cookies())
                .build()
                .send(request.uri(server.api("/events")).build(), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return CompletableFuture.runAsync(() -> {
            try (InputStream body = answer.body()) {
                body.transferTo(java.io.OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void whoever_signs_out_hears_no_more_and_whoever_stays_does() throws Exception {
        Browser leaving = server.browser().signedIn();
        Browser staying = server.browser().signedIn();
        CompletableFuture<Void> left = follow(leaving, HttpRequest.newBuilder());
        CompletableFuture<Void> stayed = follow(staying, HttpRequest.newBuilder());
        CompletableFuture<Void> byToken = follow(
                server.browser(), HttpRequest.newBuilder().header("Authorization", "Bearer " + DashboardHarness.TOKEN));
        assertThat(left).isNotDone();
        leaving.delete("/session");

        await().atMost(SOON).until(left::isDone);
        Thread.sleep(BEAT.multipliedBy(4).toMillis());
        assertThat(stayed).isNotDone();
        assertThat(byToken).isNotDone();
    }

    @Test
    void a_session_that_ran_out_and_a_user_who_was_taken_out_hear_no_more() throws Exception {
        UserFile users = new UserFile(folder.resolve("users.json"), clock);
        users.put("anna", PASSWORD.toCharArray());
        Browser anna = server.browser();
        anna.post("/session", "{\"user\":\"anna\",\"password\":\"%s\"}".formatted(PASSWORD));
        Browser idle = server.browser().signedIn();
        CompletableFuture<Void> annas = follow(anna, HttpRequest.newBuilder());
        CompletableFuture<Void> idles = follow(idle, HttpRequest.newBuilder());

        users.remove("anna");
        await().atMost(SOON).until(annas::isDone);
        assertThat(idles).isNotDone();
        clock.advance(Duration.ofHours(3));
        await().atMost(SOON).until(idles::isDone);
    }
}
