package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.access.UserFile;
import java.io.IOException;
import java.net.HttpCookie;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a sign-in begins, what it is kept by, and when it ends. */
@Timeout(120)
class SessionAccessTest extends AccessFixture {

    @Test
    void a_session_ends_when_it_was_idle_too_long_and_a_day_after_the_sign_in_whatever_was_done() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser idle = server.browser().signedIn();
            clock.advance(Duration.ofMinutes(119));
            assertThat(idle.post("/jobs/check", JOB_REQUEST).status()).isEqualTo(200);
            clock.advance(Duration.ofMinutes(121));
            assertThat(idle.post("/jobs/check", JOB_REQUEST).status()).isEqualTo(401);

            Browser busy = server.browser().signedIn();
            for (int hour = 0; hour < 23; hour++) {
                clock.advance(Duration.ofHours(1));
                assertThat(busy.post("/jobs/check", JOB_REQUEST).status()).isEqualTo(200);
            }
            clock.advance(Duration.ofHours(1));
            assertThat(busy.post("/jobs/check", JOB_REQUEST).status()).isEqualTo(401);
        }
    }

    @Test
    void a_sign_in_gives_a_new_id_and_ends_the_old_one_and_signing_out_ends_it_too() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser user = server.browser().signedIn();
            HttpCookie first = user.cookies().getCookieStore().getCookies().get(0);
            user.signedIn();
            HttpCookie second = user.cookies().getCookieStore().getCookies().get(0);

            assertThat(second.getValue()).isNotEqualTo(first.getValue());
            assertThat(withCookie(server, first).json().path("signedIn").asBoolean())
                    .isFalse();
            assertThat(withCookie(server, second).json().path("signedIn").asBoolean())
                    .isTrue();
            assertThat(user.delete("/session").status()).isEqualTo(204);
            assertThat(withCookie(server, second).json().path("signedIn").asBoolean())
                    .isFalse();
            // A session that somebody made up, to be known by later, is not taken over.
            HttpCookie planted = new HttpCookie(first.getName(), "planted-by-an-attacker");
            assertThat(withCookie(server, planted).json().path("signedIn").asBoolean())
                    .isFalse();
        }
    }

    private static Answer withCookie(DashboardHarness server, HttpCookie cookie) {
        return server.browser()
                .send(HttpRequest.newBuilder(server.api("/session"))
                        .header("Cookie", cookie.getName() + "=" + cookie.getValue()));
    }

    @Test
    void the_cookie_is_out_of_reach_of_scripts_and_of_other_sites() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            String cookie = server.browser()
                    .post("/session", "{\"token\":\"" + DashboardHarness.TOKEN + "\"}")
                    .header("Set-Cookie");

            assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Domain", "Max-Age");
        }
    }

    @Test
    void guessing_a_password_soon_has_to_wait_for_the_name_and_the_address_and_the_right_one_waits_too()
            throws IOException {
        // Of 'password', by the reference implementation, for less work than our own take: guesses are counted here.
        Files.writeString(
                folder.resolve("users.json"),
                "{\"version\":1,\"users\":[{\"name\":\"anna\",\"hash\":\"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ"
                        + "$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4\",\"since\":\"2026-01-01T00:00:00Z\"}]}");
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            for (int tried = 0; tried < 10; tried++) {
                assertThat(signIn(server.browser(), "anna", "guess number " + tried)
                                .status())
                        .isEqualTo(401);
            }
            Answer limited = signIn(server.browser(), "anna", "password");
            assertThat(limited.status()).isEqualTo(429);
            assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(1, 600);

            clock.advance(Duration.ofMinutes(2));
            Answer in = signIn(server.browser(), "anna", "password");
            assertThat(in.status()).as(in.toString()).isEqualTo(201);
            assertThat(in.json().path("user").asText()).isEqualTo("anna");
        }
    }

    @Test
    void an_answer_does_not_tell_a_user_that_there_is_from_one_that_there_is_not() {
        new UserFile(folder.resolve("users.json"), clock).put("anna", PASSWORD.toCharArray());
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Answer known = signIn(server.browser(), "anna", "not the password");
            Answer unknown = signIn(server.browser(), "nobody", "not the password");

            assertThat(known.body()).isEqualTo(unknown.body());
            assertThat(known.status()).isEqualTo(unknown.status());
        }
    }

    @Test
    void a_user_who_was_taken_out_or_has_a_new_password_is_signed_out() throws IOException {
        UserFile users = new UserFile(folder.resolve("users.json"), clock);
        users.put("anna", PASSWORD.toCharArray());
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            Browser anna = server.browser();
            signIn(anna, "anna", PASSWORD);
            assertThat(anna.get("/session").json().path("signedIn").asBoolean()).isTrue();
            clock.advance(Duration.ofSeconds(1));
            users.put("anna", "another password".toCharArray());
            assertThat(anna.get("/session").json().path("signedIn").asBoolean()).isFalse();
            clock.advance(Duration.ofSeconds(1));
            assertThat(signIn(anna, "anna", "another password").status()).isEqualTo(201);
            users.remove("anna");
            assertThat(anna.get("/session").json().path("signedIn").asBoolean()).isFalse();
        }
    }

    @Test
    void the_link_signs_in_once() {
        try (DashboardHarness server = start(AccessPolicy.USUAL)) {
            String link = server.dashboard.linkToken();
            String body = "{\"token\":\"" + link + "\"}";

            assertThat(server.browser().post("/session", body).status()).isEqualTo(201);
            assertThat(server.browser().post("/session", body).status()).isEqualTo(401);
            assertThat(server.links)
                    .containsExactly(server.dashboard.linkToken())
                    .doesNotContain(link);
            // It is for a sign-in alone: a link that is in somebody's history must not be a key for ever.
            assertThat(bearer(server, server.dashboard.linkToken()).status()).isEqualTo(401);
        }
    }
}
