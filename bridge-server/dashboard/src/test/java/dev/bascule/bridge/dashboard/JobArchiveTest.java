package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was run, and by whom, outlasts the server. */
@Timeout(180)
class JobArchiveTest {
    private static final String JOB_REQUEST = "{\"what\":[\"quickstart\"]}";

    @TempDir
    private Path folder;

    private static String done(Browser user) {
        String id = user.post("/jobs", JOB_REQUEST).json().path("id").asText();
        await().until(() -> state(user, id).equals("DONE"));
        return id;
    }

    private static String state(Browser user, String id) {
        return user.get("/jobs/" + id).json().path("job").path("state").asText();
    }

    @Test
    void the_next_server_knows_a_job_its_maker_and_its_run() throws IOException {
        String id;
        JsonNode before;
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            Browser user = server.browser().signedIn();
            id = done(user);
            before = user.get("/jobs").json().path("jobs").get(0);
        }
        Path file = folder.resolve("state/jobs.jsonl");
        OwnFiles.assertOwnersAlone(file);
        // What a killed process leaves.
        Files.writeString(file, "{\"id\":\"job-ha", StandardOpenOption.APPEND);
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            Browser user = server.browser().signedIn();
            JsonNode jobs = user.get("/jobs").json().path("jobs");
            assertThat(jobs).hasSize(1);
            assertThat(jobs.get(0)).isEqualTo(before);
            assertThat(jobs.get(0).path("by").asText()).isEqualTo("token");

            JsonNode detail = user.get("/jobs/" + id).json();
            assertThat(detail.path("job")).isEqualTo(before);
            assertThat(detail.path("log").toString())
                    .contains("earlier server", before.path("run").asText());
            assertThat(user.delete("/jobs/" + id).code()).isEqualTo("CONFLICT");
            assertThat(user.get("/health").json().at("/jobs/queued").asInt()).isZero();
        }
    }

    @Test
    void a_job_that_was_stopped_before_it_began_is_kept_too() {
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            Browser user = server.browser().signedIn();
            server.starter.cells.drainPermits();
            user.post("/jobs", JOB_REQUEST);
            user.post("/jobs", JOB_REQUEST);
        }
        try (DashboardHarness server = DashboardHarness.start(folder)) {
            assertThat(server.browser().get("/jobs").json().path("jobs"))
                    .hasSize(2)
                    .allSatisfy(job -> assertThat(job.path("state").asText()).isEqualTo("CANCELLED"));
        }
    }
}
