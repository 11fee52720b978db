package dev.bascule.bridge.dashboard;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.ConformanceFixtures.operatorCase;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.reports.history.InMemoryHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Predictions stand in the blanks of the matrix and nowhere else, and whoever may read that may read them. */
class PredictionRoutesTest {
    @TempDir
    Path folder;

    /** Two models: one on all targets, one on WebAssembly alone; an operator case; a chain. */
    private DashboardHarness start() {
        InMemoryHistory history = new InMemoryHistory();
        Attempt wasm = on(WASM).median(9).build();
        history.append(record(
                "models",
                strict(TEXT, Verdict.PASS, wasm),
                strict(TEXT, Verdict.PASS, on(WEBGPU).median(4).build()),
                strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(3).build()),
                run(TEXT, Chain.of(WASM, WEBGPU), Verdict.PASS, List.of(wasm)),
                strict(VISION, Verdict.PASS, wasm),
                strict(operatorCase("abs"), Verdict.PASS, on(WASM).samples(0).build())));
        DashboardHarness.Setup setup = new DashboardHarness.Setup();
        setup.history = history;
        return DashboardHarness.start(folder, setup);
    }

    private static Set<String> places(JsonNode predictions) {
        Set<String> places = new TreeSet<>();
        predictions
                .path("predictions")
                .forEach(gap -> places.add(gap.path("model").asText() + " in "
                        + gap.path("column").asText().split("\\|", -1)[3]));
        return places;
    }

    @Test
    void each_blank_of_a_model_and_one_backend_is_answered_for_and_no_cell_is() {
        try (DashboardHarness harness = start()) {
            JsonNode all = harness.browser().get("/predictions").json();

            assertThat(places(all)).containsExactly("mobilenet-tiny in cpu", "mobilenet-tiny in webgpu");
            JsonNode first = all.at("/predictions/0");
            assertThat(first.at("/predicted/ms").asDouble()).isEqualTo(4.5);
            assertThat(first.at("/predicted/interval/lowMs").asDouble()).isEqualTo(3);
            assertThat(first.path("reason").isNull()).isTrue();
            assertThat(all.at("/predictions/1/predicted/interval").isNull()).isTrue();
            assertThat(all.at("/predictions/1/predicted/noInterval").asText()).contains("it takes 9");
        }
    }

    @Test
    void they_are_filtered_as_the_matrix_and_join_its_rows_and_columns() {
        try (DashboardHarness harness = start()) {
            Browser visitor = harness.browser();
            assertThat(places(visitor.get("/predictions?backend=webgpu&backend=wasm")
                            .json()))
                    .containsExactly("mobilenet-tiny in webgpu");
            assertThat(places(visitor.get("/predictions?model=bert-tiny").json()))
                    .isEmpty();
            assertThat(visitor.get("/predictions?colour=red").code()).isEqualTo("BAD_REQUEST");

            JsonNode matrix = visitor.get("/matrix").json();
            List<String> rows = new ArrayList<>();
            matrix.path("rows").forEach(row -> rows.add(row.path("key").asText()));
            List<String> columns = new ArrayList<>();
            matrix.path("columns")
                    .forEach(column -> columns.add(column.path("id").asText()));
            visitor.get("/predictions").json().path("predictions").forEach(gap -> {
                assertThat(rows).contains(gap.path("row").asText());
                assertThat(columns).contains(gap.path("column").asText());
            });
        }
    }

    @Test
    void neither_the_matrix_nor_the_scores_know_of_them() {
        try (DashboardHarness harness = start()) {
            Browser visitor = harness.browser();
            String matrix = visitor.get("/matrix").body();
            String scores = visitor.get("/scores").body();

            visitor.get("/predictions");

            assertThat(visitor.get("/matrix").body()).isEqualTo(matrix);
            assertThat(visitor.get("/scores").body()).isEqualTo(scores);
            JsonNode gap = visitor.get("/predictions").json().at("/predictions/0");
            assertThat(gap.toString()).doesNotContain("verdict", "score");
        }
    }

    @Test
    void where_only_who_is_signed_in_may_read_visitors_get_no_prediction() {
        DashboardHarness.Setup setup = new DashboardHarness.Setup().policy(new AccessPolicy(false, true));
        try (DashboardHarness harness = DashboardHarness.start(folder, setup)) {
            assertThat(harness.browser().get("/predictions").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().get("/predictions/validation").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().signedIn().get("/predictions").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void while_a_job_runs_nothing_is_to_be_fitted() {
        try (DashboardHarness harness = start()) {
            Browser user = harness.browser().signedIn();
            harness.starter.cells.drainPermits();
            String id = user.post("/jobs", "{\"what\":[\"quickstart\"]}")
                    .json()
                    .path("id")
                    .asText();
            Awaitility.await()
                    .until(() -> user.get("/jobs/" + id)
                            .json()
                            .at("/job/state")
                            .asText()
                            .equals("RUNNING"));

            JsonNode meanwhile = user.get("/predictions").json();
            assertThat(meanwhile.path("pending").asBoolean())
                    .as("whoever asks again is told more")
                    .isTrue();
            assertThat(meanwhile.at("/predictions/0/reason").asText()).contains("being measured");
            harness.starter.cells.release(1_000);
            Awaitility.await()
                    .until(() -> user.get("/jobs/" + id)
                            .json()
                            .at("/job/state")
                            .asText()
                            .equals("DONE"));
            assertThat(user.get("/predictions").json().path("pending").asBoolean())
                    .isFalse();

            assertThat(harness.predictions.asked).containsExactly(true, false);
        }
    }
}
