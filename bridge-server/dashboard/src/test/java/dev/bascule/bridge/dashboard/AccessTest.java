package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may do what, over HTTP: each way in that must stay shut, beside the one that is open. */
@Timeout(120)
@Tag("slow")
class AccessTest extends AccessFixture {

    @Test
    void without_a_session_one_may_look_and_change_nothing() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser visitor = server.browser();

            assertThat(visitor.get("/matrix").status()).isEqualTo(200);
            Answer refused = visitor.post("/jobs", JOB_REQUEST);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
            assertThat(refused.json().path("remedies")).isNotEmpty();
            assertThat(visitor.get("/audit").status()).isEqualTo(401);
            assertThat(visitor.delete("/jobs/any").status()).isEqualTo(401);
            assertThat(server.starter.runs).hasValue(0);
        }
    }

    @Test
    void a_session_changes_things_only_with_its_csrf_token() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();

            assertThat(user.post("/jobs", JOB_REQUEST).status()).isEqualTo(202);
            for (String token : List.of(
                    "wrong",
                    "",
                    server.browser()
                            .signedIn()
                            .get("/session")
                            .json()
                            .path("csrfToken")
                            .asText())) {
                Answer refused = user.withCsrf(token).post("/jobs", JOB_REQUEST);
                assertThat(refused.code()).as(token).isEqualTo("CSRF_TOKEN_WRONG");
                assertThat(refused.status()).isEqualTo(403);
            }
            assertThat(user.delete("/session").status()).isEqualTo(403);
        }
    }

    @Test
    void a_token_in_a_header_needs_no_csrf_token_and_a_wrong_one_lets_nobody_look_either() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            assertThat(bearer(server, DashboardHarness.TOKEN).status()).isEqualTo(202);
            Answer refused = bearer(server, DashboardHarness.TOKEN + "x");
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.code()).isEqualTo("SIGN_IN_REFUSED");
        }
    }

    @Test
    void read_only_changes_nothing_for_whoever_is_signed_in_either() {
        try (DashboardHarness server = start(new AccessPolicy(true, false))) {
            Browser user = server.browser().signedIn();

            assertThat(user.get("/matrix").status()).isEqualTo(200);
            assertThat(user.post("/jobs", JOB_REQUEST).code()).isEqualTo("READ_ONLY");
            assertThat(user.post("/jobs/check", JOB_REQUEST).code()).isEqualTo("READ_ONLY");
            assertThat(user.delete("/jobs/any").code()).isEqualTo("READ_ONLY");
            assertThat(user.get("/session").json().path("readOnly").asBoolean()).isTrue();
            assertThat(user.delete("/session").status()).isEqualTo(204);
        }
    }

    @Test
    void that_the_links_for_devices_were_told_is_audited_without_the_links() throws IOException {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();
            assertThat(user.get("/devices").body()).contains("token=of-devices");
            assertThat(server.browser().get("/devices").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(user.get("/matrix").status()).isEqualTo(200);

            JsonNode newest = user.get("/audit").json().path("entries").get(0);
            assertThat(newest.path("action").asText()).isEqualTo("GET /api/v1/devices");
            assertThat(newest.path("who").asText()).isEqualTo("token");
            assertThat(newest.path("subject").asText()).isEqualTo("links for devices: 1");
            assertThat(Files.readString(folder.resolve("audit.jsonl"))).doesNotContain("of-devices");
        }
    }

    @Test
    void read_only_tells_nobody_a_link_that_lets_a_device_in_which_writes_runs() {
        try (DashboardHarness server = start(new AccessPolicy(true, false))) {
            Answer refused = server.browser().signedIn().get("/devices");

            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
            assertThat(refused.code()).isEqualTo("READ_ONLY");
            assertThat(refused.json().path("detail").asText()).contains("writes runs");
            assertThat(refused.body()).doesNotContain("of-devices");
            assertThat(server.browser().get("/devices").code()).isEqualTo("SIGN_IN_REQUIRED");
        }
    }

    @Test
    void where_looking_needs_a_sign_in_a_visitor_sees_nothing_of_the_history() {
        try (DashboardHarness server = start(new AccessPolicy(false, true))) {
            Browser visitor = server.browser();

            for (String path : List.of(
                    "/matrix",
                    "/runs",
                    "/runs/" + FakeRunStarter.RECORDED.id(),
                    "/runs/" + FakeRunStarter.RECORDED.id() + "/report.html",
                    "/cells/" + FakeRunStarter.RECORDED.id() + ".0",
                    "/machines",
                    "/targets",
                    "/catalog",
                    "/jobs",
                    "/events",
                    "/schedules",
                    "/generate?model=x&chain=wasm",
                    "/generate.zip?model=x&chain=wasm",
                    "/series?cell=a.0",
                    "/hardware?column=a&column=b")) {
                assertThat(visitor.get(path).status()).as(path).isEqualTo(401);
            }
            assertThat(visitor.get("/health").status()).isEqualTo(200);
            assertThat(visitor.get("/session").json().path("view").asText()).isEqualTo("signed-in");
            assertThat(visitor.get("/session").json().path("store").isNull()).isTrue();
            assertThat(server.browser()
                            .signedIn()
                            .get("/session")
                            .json()
                            .path("store")
                            .asText())
                    .isEqualTo("team history.duckdb");
            assertThat(server.browser().signedIn().get("/matrix").status()).isEqualTo(200);
        }
    }

    @Test
    void a_plan_is_no_change_and_in_the_audit_log_only_for_who_was_not_let_in() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();
            assertThat(user.post("/jobs/check", JOB_REQUEST).status()).isEqualTo(200);
            assertThat(user.post("/jobs/check", "{\"what\":[\"noth\"]}").code()).isEqualTo("MODEL_NOT_FOUND");
            assertThat(user.get("/audit").json().path("entries")).hasSize(1);

            server.browser().post("/jobs/check", JOB_REQUEST);
            assertThat(user.get("/audit").json().at("/entries/0/action").asText())
                    .isEqualTo("POST /api/v1/jobs/check");
        }
    }

    @Test
    void each_change_and_each_refusal_is_in_the_audit_log_without_any_secret() throws IOException {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            signIn(server.browser(), "anna", PASSWORD);
            server.browser().post("/jobs", JOB_REQUEST);
            Browser user = server.browser().signedIn();
            String job = user.post("/jobs", JOB_REQUEST).json().path("id").asText();
            user.post("/jobs", "{\"what\":[\"nothing\"]}");
            String csrf = user.get("/session").json().path("csrfToken").asText();
            JsonNode entries = user.get("/audit").json().path("entries");

            assertThat(entries).hasSize(5);
            assertThat(entries.get(4).path("outcome").asText()).isEqualTo("SIGN_IN_REFUSED");
            assertThat(entries.get(3).path("outcome").asText()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(entries.get(2).path("who").asText()).isEqualTo("token");
            assertThat(entries.get(1).path("subject").asText()).startsWith(job);
            assertThat(entries.get(1).path("outcome").asText()).isEqualTo("ok");
            assertThat(entries.get(0).path("outcome").asText()).isEqualTo("MODEL_NOT_FOUND");
            assertThat(entries.get(0).path("address").asText()).isEqualTo("127.0.0.1");
            String file = Files.readString(folder.resolve("audit.jsonl"));
            assertThat(file.lines()).hasSize(5);
            assertThat(file).doesNotContain(PASSWORD, DashboardHarness.TOKEN, csrf);
            OwnFiles.assertOwnersAlone(folder.resolve("audit.jsonl"));
        }
    }
}
