package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of who may do what have in common. */
abstract class AccessFixture {
    static final String JOB_REQUEST = "{\"what\":[\"quickstart\"]}";
    static final String PASSWORD = "correct horse battery";

    @TempDir
    Path folder;

    final SetClock clock = SetClock.at("2026-11-22T08:00:00Z", "UTC");

    final DashboardHarness start(AccessPolicy policy) {
        return DashboardHarness.start(
                folder, new DashboardHarness.Setup().policy(policy).clock(clock));
    }

    static Answer signIn(Browser browser, String user, String password) {
        return browser.post("/session", "{\"user\":\"%s\",\"password\":\"%s\"}".formatted(user, password));
    }

    static Answer bearer(DashboardHarness server, String token) {
        return server.browser()
                .send(HttpRequest.newBuilder(server.api("/jobs"))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(JOB_REQUEST)));
    }
}
