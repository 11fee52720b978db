package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.DashboardHarness.Setup;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.schedule.Schedule;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules that are made, changed and deleted over HTTP, and outlast their server. */
@Timeout(180)
@Tag("slow")
class ScheduleApiTest {
    private static final String NIGHTLY = "{\"cron\":\"30 2 * * 1-5\",\"request\":{\"what\":[\"quickstart\"]}}";
    private static final Schedule FIXED = Schedule.parse("schedule-1", "0 4 * * * quickstart");

    @TempDir
    private Path folder;

    private final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");

    private DashboardHarness start() {
        return DashboardHarness.start(folder, new Setup().clock(clock).schedules(FIXED));
    }

    private static String make(Browser user) {
        Answer made = user.post("/schedules", NIGHTLY);
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        String id = made.json().path("id").asText();
        assertThat(made.header("Location")).isEqualTo("/api/v1/schedules/" + id);
        return id;
    }

    @Test
    void a_schedule_outlasts_its_server_with_its_maker_and_its_pause() throws IOException {
        String id;
        try (DashboardHarness server = start()) {
            Browser user = server.browser().signedIn();
            id = make(user);
            user.patch("/schedules/" + id, "{\"paused\":true}");
        }
        Path file = folder.resolve("state/schedules.json");
        OwnFiles.assertOwnersAlone(file);
        try (DashboardHarness server = start()) {
            JsonNode all = server.browser().get("/schedules").json().path("schedules");
            assertThat(all).hasSize(2);
            assertThat(all.get(0).path("origin").asText()).isEqualTo("command-line");
            JsonNode kept = all.get(1);
            assertThat(kept.path("id").asText()).isEqualTo(id);
            assertThat(kept.path("by").asText()).isEqualTo("token");
            assertThat(kept.path("createdAt").asText()).isEqualTo("2026-11-22T08:00:00Z");
            assertThat(kept.path("paused").asBoolean()).isTrue();
            assertThat(kept.path("next")).isEmpty();
        }
    }

    @Test
    void it_runs_when_its_time_has_come_and_not_while_it_is_paused_nor_when_it_is_gone() {
        try (DashboardHarness server = start()) {
            Browser user = server.browser().signedIn();
            String id = make(user);
            String everyMinute = "{\"cron\":\"* * * * *\"}";
            JsonNode changed = user.patch("/schedules/" + id, everyMinute).json();
            assertThat(changed.path("cron").asText()).isEqualTo("* * * * *");
            assertThat(changed.path("what").get(0).asText()).isEqualTo("quickstart");
            assertThat(changed.path("next")).hasSize(5);
            clock.advance(Duration.ofMinutes(1));
            Awaitility.await()
                    // As often as the limit of requests allows, whose clock stands still.
                    .pollInterval(Duration.ofMillis(500))
                    .until(() ->
                            user.get("/schedules/" + id).json().path("last").isObject());
            assertThat(user.get("/jobs").json().path("jobs").get(0).path("by").asText())
                    .isEqualTo(id);

            user.patch("/schedules/" + id, "{\"paused\":true}");
            clock.advance(Duration.ofMinutes(5));
            JsonNode on = user.patch("/schedules/" + id, "{\"paused\":false}").json();
            assertThat(on.path("missed")).isEmpty();
            assertThat(on.path("next").get(0).asText()).isEqualTo("2026-11-22T08:07:00Z");
            assertThat(user.delete("/schedules/" + id).status()).isEqualTo(204);
            assertThat(user.get("/schedules/" + id).status()).isEqualTo(404);
            assertThat(user.get("/schedules").json().path("schedules")).hasSize(1);
        }
    }

    @Test
    void what_makes_no_sense_is_refused_and_nothing_is_kept_of_it() {
        try (DashboardHarness server = start()) {
            Browser user = server.browser().signedIn();
            String id = make(user);

            assertThat(user.post("/schedules", NIGHTLY.replace("30 2", "61 2")).status())
                    .isEqualTo(400);
            for (String never : List.of("30 2 31 2 *", "30 2 30 2 *", "0 0 31 4,6 *")) {
                Answer refused = user.post("/schedules", NIGHTLY.replace("30 2 * * 1-5", never));
                assertThat(refused.status()).as(never).isEqualTo(400);
                assertThat(refused.json().path("detail").asText()).contains("never comes");
                assertThat(user.patch("/schedules/" + id, "{\"cron\":\"" + never + "\"}")
                                .code())
                        .isEqualTo("USAGE_ERROR");
            }
            assertThat(user.post("/schedules", NIGHTLY.replace("quickstart", "nothing"))
                            .code())
                    .isEqualTo("MODEL_NOT_FOUND");
            assertThat(user.post("/schedules", "{\"cron\":\"* * * * *\"}").code())
                    .isEqualTo("BAD_REQUEST");
            assertThat(user.patch("/schedules/" + id, "{\"cron\":\"now and then\"}")
                            .code())
                    .isEqualTo("USAGE_ERROR");
            assertThat(user.patch("/schedules/" + id, "{\"request\":{\"what\":[\"nothing\"]}}")
                            .code())
                    .isEqualTo("MODEL_NOT_FOUND");
            assertThat(user.patch("/schedules/" + id, "{\"pause\":true}").code())
                    .isEqualTo("BAD_REQUEST");
            assertThat(user.get("/schedules/" + id).json().path("cron").asText())
                    .isEqualTo("30 2 * * 1-5");
            assertThat(user.get("/schedules").json().path("schedules")).hasSize(2);
        }
    }

    @Test
    void what_the_command_line_gave_stays_as_it_is() {
        try (DashboardHarness server = start()) {
            Browser user = server.browser().signedIn();

            assertThat(user.patch("/schedules/schedule-1", "{\"paused\":true}").code())
                    .isEqualTo("CONFLICT");
            assertThat(user.delete("/schedules/schedule-1").code()).isEqualTo("CONFLICT");
            assertThat(user.delete("/schedules/none").status()).isEqualTo(404);
        }
    }

    @Test
    void only_who_is_signed_in_changes_schedules_and_the_audit_log_has_it() {
        try (DashboardHarness server = start()) {
            Browser user = server.browser().signedIn();
            String id = make(user);
            Browser forged = server.browser().signedIn().withCsrf("not the token");

            assertThat(server.browser().post("/schedules", NIGHTLY).code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(forged.patch("/schedules/" + id, "{\"paused\":true}").code())
                    .isEqualTo("CSRF_TOKEN_WRONG");
            assertThat(forged.delete("/schedules/" + id).code()).isEqualTo("CSRF_TOKEN_WRONG");
            user.patch("/schedules/" + id, "{\"paused\":true}");
            JsonNode newest = user.get("/audit").json().path("entries").get(0);
            assertThat(newest.path("action").asText()).isEqualTo("PATCH /api/v1/schedules/{id}");
            assertThat(newest.path("subject").asText()).startsWith(id).contains("paused", "quickstart");
        }
        try (DashboardHarness server =
                DashboardHarness.start(folder, new Setup().policy(new AccessPolicy(true, false)))) {
            assertThat(server.browser().signedIn().post("/schedules", NIGHTLY).code())
                    .isEqualTo("READ_ONLY");
        }
    }

    @Test
    void a_file_that_was_damaged_is_told_at_the_start_and_left_as_it_is() throws IOException {
        Path file = Files.createDirectories(folder.resolve("state")).resolve("schedules.json");
        for (String damaged : new String[] {"{", "{\"version\":9,\"schedules\":[]}", "{\"version\":1}"}) {
            Files.writeString(file, damaged);
            assertThatThrownBy(this::start)
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.CONFIG_INVALID))
                    .hasMessageContaining("schedules.json");
            assertThat(file).hasContent(damaged);
        }
    }
}
