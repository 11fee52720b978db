package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes from other sites, is too much or too large, or asks for what is not to be had. */
@Timeout(120)
@Tag("slow")
class HostileRequestTest extends AccessFixture {

    @Test
    void a_page_of_another_site_is_refused_by_its_origin_its_host_and_what_the_browser_says_of_it() throws IOException {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();
            HttpRequest.Builder post = HttpRequest.newBuilder(server.api("/jobs"))
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString(JOB_REQUEST));

            for (String origin : List.of("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1")) {
                Answer refused = user.send(post.copy().header("Origin", origin));
                assertThat(refused.status()).as(origin).isEqualTo(403);
                assertThat(refused.code()).isEqualTo("FOREIGN_REQUEST");
                assertThat(refused.header("Access-Control-Allow-Origin")).isEmpty();
            }
            for (String site : List.of("cross-site", "same-site")) {
                assertThat(user.send(post.copy().header("Sec-Fetch-Site", site)).code())
                        .isEqualTo("FOREIGN_REQUEST");
            }
            String own = server.url("").toString();
            assertThat(user.send(post.copy().header("Origin", own).header("Sec-Fetch-Site", "same-origin"))
                            .status())
                    .isEqualTo(202);
            // A name that another site lets resolve to this machine.
            assertThat(RawRequest.send(server.url("/"), "GET /api/v1/matrix HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                    .startsWith("HTTP/1.1 403")
                    .contains("FOREIGN_REQUEST");
        }
    }

    @Test
    @Tag("attack")
    void a_page_of_another_site_reads_nothing_and_follows_no_events() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();
            String report = "/runs/" + FakeRunStarter.RECORDED.id() + "/report.html";
            for (String site : List.of("cross-site", "same-site")) {
                for (String path : List.of("/matrix", "/session", "/events", "/openapi.json", report)) {
                    for (String mode : List.of("no-cors", "cors")) {
                        assertThat(user.send(from(server, path, site, mode, "empty"))
                                        .code())
                                .as("%s %s %s", path, site, mode)
                                .isEqualTo("FOREIGN_REQUEST");
                    }
                }
                // What a link opens is a page, and no data.
                assertThat(user.send(from(server, "/matrix", site, "navigate", "document"))
                                .code())
                        .isEqualTo("FOREIGN_REQUEST");
                assertThat(user.send(from(server, report, site, "navigate", "document"))
                                .status())
                        .isEqualTo(200);
            }
            assertThat(user.send(from(server, "/matrix", "same-origin", "cors", "empty"))
                            .status())
                    .isEqualTo(200);
            assertThat(user.send(from(server, "/matrix", "none", "navigate", "document"))
                            .status())
                    .isEqualTo(200);
        }
    }

    private static HttpRequest.Builder from(
            DashboardHarness server, String path, String site, String mode, String destination) {
        return HttpRequest.newBuilder(server.api(path))
                .header("Sec-Fetch-Site", site)
                .header("Sec-Fetch-Mode", mode)
                .header("Sec-Fetch-Dest", destination);
    }

    @Test
    void a_path_that_is_no_route_is_answered_with_problem_details_too() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();

            for (String name : List.of("runs", "jobs", "schedules")) {
                Answer unknown = user.get("/" + name + "/gone");
                assertThat(unknown.status()).isEqualTo(404);
                assertThat(unknown.json().path("remedies").get(0).asText()).startsWith("GET /api/v1/" + name + " has");
            }
            assertThat(user.get("/cells/gone.0").json().path("remedies").get(0).asText())
                    .contains("have the ids of cells");
            for (String path : List.of("/api/v1/nothing", "/api/v1/runs/a/b/c", "/api/v2/matrix", "/api/", "/api")) {
                Answer missing = user.send(HttpRequest.newBuilder(server.url(path)));
                assertThat(missing.status()).as(path).isEqualTo(404);
                assertThat(missing.header("Content-Type")).as(path).startsWith("application/problem+json");
                assertThat(missing.code()).isEqualTo("NOT_FOUND");
                assertThat(missing.json().path("detail").asText()).contains(path);
                assertThat(missing.json().path("remedies")).isNotEmpty();
            }
            assertThat(user.post("/nothing", "{}").header("Content-Type")).startsWith("application/problem+json");
            // What is no part of the API is answered as before.
            assertThat(user.send(HttpRequest.newBuilder(server.url("/nothing"))).header("Content-Type"))
                    .startsWith("application/json");
        }
    }

    @Test
    void what_is_too_large_no_json_or_no_wish_is_refused_and_harms_nothing() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();

            assertThat(user.post("/jobs", "{\"what\":[\"" + "x".repeat(100_000) + "\"]}")
                            .code())
                    .isEqualTo("TOO_LARGE");
            assertThat(user.post("/jobs", "{\"what\":").code()).isEqualTo("BAD_REQUEST");
            assertThat(user.post("/jobs", "null").code()).isEqualTo("BAD_REQUEST");
            assertThat(user.post("/jobs", "{\"what\":[\"quickstart\"],\"browserBinary\":\"/bin/sh\"}")
                            .code())
                    .isEqualTo("BAD_REQUEST");
            assertThat(user.send(HttpRequest.newBuilder(server.api("/jobs"))
                                    .header("Content-Type", "text/plain")
                                    .POST(BodyPublishers.ofString(JOB_REQUEST)))
                            .code())
                    .isEqualTo("UNSUPPORTED_MEDIA_TYPE");
            assertThat(user.get("/matrix?familly=vision").code()).isEqualTo("BAD_REQUEST");
            assertThat(user.get("/matrix?page=0").code()).isEqualTo("BAD_REQUEST");
            assertThat(user.get("/matrix?suite=a&suite=b").code()).isEqualTo("BAD_REQUEST");
            assertThat(user.post("/matrix", "{}").status()).isIn(404, 405);
            assertThat(server.starter.runs).hasValue(0);
        }
    }

    @Test
    void no_path_leads_out_of_the_pages_or_the_history() throws IOException {
        Files.writeString(folder.resolve("secret.txt"), "secret");
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            for (String path : List.of(
                    "/dashboard/../api/v1/audit",
                    "/dashboard/%2e%2e/%2e%2e/secret.txt",
                    "/dashboard/..%2f..%2fsecret.txt",
                    "/dashboard//etc/passwd",
                    "/api/v1/runs/..%2f..%2fsecret.txt",
                    "/api/v1/runs/%2e%2e/report.html",
                    "/api/v1/schemas/..%2fopenapi.json",
                    "/api/v1/cells/..%2f..%2fsecret.txt.0")) {
                String answer = RawRequest.send(
                        server.url("/"),
                        "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n"
                                .formatted(path, server.url("/").getAuthority()));
                assertThat(answer)
                        .as(path)
                        .containsPattern("^HTTP/1.1 (400|401|404)")
                        .doesNotContain("secret\"");
            }
        }
    }

    @Test
    @Tag("attack")
    void an_address_of_thousands_of_parts_overflows_nothing() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser visitor = server.browser();
            // What is no file is a view of the page, however deep: the page says that there is none.
            for (int parts : List.of(1, 1500, 3500)) {
                assertThat(visitor.send(HttpRequest.newBuilder(server.url("/dashboard" + "/a".repeat(parts))))
                                .status())
                        .isEqualTo(200);
            }
            assertThat(visitor.get("/health").status()).isEqualTo(200);
        }
    }

    @Test
    void an_address_that_asks_too_often_has_to_wait() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser visitor = server.browser();
            for (int asked = 0; asked < 300; asked++) {
                assertThat(visitor.get("/health").status()).isEqualTo(200);
            }
            Answer limited = visitor.get("/health");
            assertThat(limited.status()).isEqualTo(429);
            assertThat(limited.header("Retry-After")).isNotEmpty();
            clock.advance(Duration.ofSeconds(1));
            assertThat(visitor.get("/health").status()).isEqualTo(200);
        }
    }

    @Test
    @Tag("attack")
    void strangers_of_an_address_keep_nobody_out_who_is_known() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();
            Browser stranger = server.browser();
            while (stranger.get("/health").status() != 429) {
                clock.advance(Duration.ofMillis(1));
            }
            assertThat(stranger.get("/matrix").status()).isEqualTo(429);
            assertThat(user.get("/matrix").status()).isEqualTo(200);
            assertThat(bearer(server, DashboardHarness.TOKEN).status()).isEqualTo(202);
            assertThat(bearer(server, "a wrong one").status()).isEqualTo(429);
            assertThat(server.browser().signedIn().get("/matrix").status()).isEqualTo(200);
        }
    }

    @Test
    @Tag("attack")
    void the_files_of_the_pages_are_limited_as_well() {
        DashboardHarness.Setup few = new DashboardHarness.Setup().clock(clock).requests(20);
        try (DashboardHarness server = DashboardHarness.start(folder, few)) {
            Browser visitor = server.browser();
            List<Integer> answers = new ArrayList<>();
            for (int asked = 0; asked < 60; asked++) {
                answers.add(visitor.send(HttpRequest.newBuilder(server.url("/dashboard/")))
                        .status());
            }
            assertThat(answers).startsWith(200, 200, 200).contains(429);
        }
    }

    @Test
    void answers_are_data_and_pages_run_their_own_scripts_alone() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser visitor = server.browser();
            Answer data = visitor.get("/matrix");
            assertThat(data.header("Content-Security-Policy")).contains("default-src 'none'", "sandbox");
            assertThat(data.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(data.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
            assertThat(visitor.get("/session").header("Cache-Control")).isEqualTo("no-store");
            String report = visitor.get("/runs/" + FakeRunStarter.RECORDED.id() + "/report.html")
                    .header("Content-Security-Policy");
            assertThat(report).contains("sandbox allow-scripts").doesNotContain("allow-same-origin");
            String page = visitor.send(HttpRequest.newBuilder(server.url("/dashboard/")))
                    .header("Content-Security-Policy");
            assertThat(page)
                    .contains("script-src 'self'", "style-src 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
    }
}
