package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.bridge.dashboard.queue.WorkerPool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers and the queue over the API; that each answer is as its schema says is {@link OpenApiTest}'s. */
class PoolRoutesTest {
    private static final String RUN = "/queue/" + FakeWorkerPool.RUN;

    @TempDir
    Path folder;

    @Test
    void workers_are_told_with_what_they_do_and_whose_pool_it_is() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            JsonNode answer = harness.browser().get("/workers").json();

            assertThat(answer.at("/pool/kind").asText()).isEqualTo("ELSEWHERE");
            assertThat(answer.at("/workers/0/job/run").asText()).isEqualTo(FakeWorkerPool.RUN);
            assertThat(answer.at("/workers/0/machine/backends/1/ran").asBoolean(true))
                    .isFalse();
            assertThat(answer.at("/workers/0/machine/memoryBytes").isNull()).isTrue();
            assertThat(answer.at("/workers/1/state").asText()).isEqualTo("LOST");
            assertThat(answer.at("/workers/1/job/run").isNull())
                    .as("somebody else's run is not told")
                    .isTrue();
        }
    }

    @Test
    void jobs_are_chosen_by_where_they_stand_and_come_in_parts() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            Browser visitor = harness.browser();

            assertThat(numbers(visitor.get(RUN))).containsExactly(1, 2);
            assertThat(numbers(visitor.get(RUN + "?state=placed"))).containsExactly(2);
            assertThat(numbers(visitor.get(RUN + "?size=1&page=2"))).containsExactly(2);
            assertThat(visitor.get(RUN + "?size=1").json().at("/page/pages").asInt())
                    .isEqualTo(2);
            assertThat(visitor.get(RUN + "?state=asleep").code()).isEqualTo("BAD_REQUEST");
        }
    }

    private static List<Integer> numbers(Answer answer) {
        List<Integer> numbers = new ArrayList<>();
        answer.json().path("jobs").forEach(job -> numbers.add(job.path("number").asInt()));
        return numbers;
    }

    @Test
    void of_a_job_that_waits_it_is_told_what_each_worker_is_to_it() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            JsonNode waiting = harness.browser().get(RUN + "/jobs/1").json();
            JsonNode placed = harness.browser().get(RUN + "/jobs/2").json();

            assertThat(waiting.at("/outlook/workers/0/time/source").asText()).isEqualTo("MEASURED");
            assertThat(waiting.at("/outlook/workers/1/time").isNull()).isTrue();
            assertThat(placed.path("outlook").isNull()).isTrue();
            assertThat(placed.at("/job/attempts/0/failure/code").asText()).isEqualTo("WORKER_LOST");
        }
    }

    @Test
    void what_is_not_there_is_told_so() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            Browser visitor = harness.browser().signedIn();

            assertThat(visitor.get("/queue/nothing").status()).isEqualTo(404);
            assertThat(visitor.get(RUN + "/jobs/7").code()).isEqualTo("NOT_FOUND");
            assertThat(visitor.get(RUN + "/jobs/01").code()).isEqualTo("NOT_FOUND");
            assertThat(visitor.delete("/queue/nothing").code()).isEqualTo("NOT_FOUND");
            assertThat(harness.pool.cancelled).isEmpty();
        }
    }

    @Test
    void cancelling_needs_a_sign_in_and_the_csrf_token_is_audited_and_changes_the_pages() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            assertThat(harness.browser().delete(RUN).code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser()
                            .signedIn()
                            .withCsrf("wrong")
                            .delete(RUN)
                            .code())
                    .isEqualTo("CSRF_TOKEN_WRONG");
            assertThat(harness.pool.cancelled).isEmpty();
            Browser user = harness.browser().signedIn();
            long before = user.get("/health").json().path("lastEvent").asLong();

            assertThat(user.delete(RUN).status()).isEqualTo(202);

            assertThat(harness.pool.cancelled).containsExactly(FakeWorkerPool.RUN);
            assertThat(user.get("/health").json().path("lastEvent").asLong()).isEqualTo(before + 1);
            assertThat(user.get("/audit").json().toString()).contains("DELETE /api/v1/queue/{run}", FakeWorkerPool.RUN);
        }
    }

    @Test
    void a_read_only_server_cancels_nothing_and_one_for_who_is_signed_in_tells_nobody_else() {
        DashboardHarness.Setup setup = new DashboardHarness.Setup().policy(new AccessPolicy(true, true));
        try (DashboardHarness harness = DashboardHarness.start(folder, setup)) {
            assertThat(harness.browser().get("/workers").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().get("/queue").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().signedIn().delete(RUN).code()).isEqualTo("READ_ONLY");
            assertThat(harness.pool.cancelled).isEmpty();
        }
    }

    @Test
    void a_coordinator_that_does_not_answer_is_told_with_what_it_said_last() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.pool.answers = false;
            Browser visitor = harness.browser();

            assertThat(visitor.get("/workers").json().at("/pool/state").asText())
                    .isEqualTo("UNREACHABLE");
            assertThat(visitor.get("/workers").json().path("workers")).hasSize(2);
            assertThat(visitor.get(RUN))
                    .extracting(Answer::status, Answer::code)
                    .containsExactly(503, "COORDINATOR_UNREACHABLE");
        }
    }

    @Test
    void a_server_without_a_pool_says_so() {
        DashboardHarness.Setup setup = new DashboardHarness.Setup().pool(WorkerPool.none());
        try (DashboardHarness harness = DashboardHarness.start(folder, setup)) {
            Browser user = harness.browser().signedIn();

            assertThat(user.get("/workers").json().at("/pool/kind").asText()).isEqualTo("NONE");
            assertThat(user.get("/queue").json().path("runs")).isEmpty();
            assertThat(user.delete(RUN).status()).isEqualTo(404);
        }
    }
}
