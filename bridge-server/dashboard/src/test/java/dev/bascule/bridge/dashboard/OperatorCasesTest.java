package dev.bascule.bridge.dashboard;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.ConformanceFixtures.operatorCase;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.history.InMemoryHistory;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many operator cases, whose names come before most models', beside one model. */
class OperatorCasesTest {
    private static final int CASES = 60;

    @TempDir
    Path folder;

    private DashboardHarness start() {
        InMemoryHistory history = new InMemoryHistory();
        history.append(record(
                "models",
                strict(TEXT, Verdict.PASS, on(WASM).median(9).build()),
                strict(TEXT, Verdict.PASS, on(WEBGPU).median(4).build())));
        history.append(record(
                "ops",
                IntStream.range(0, CASES)
                        .mapToObj(i -> operatorCase("abs_%02d".formatted(i)))
                        .flatMap(model -> Stream.of(
                                strict(model, Verdict.PASS, on(WASM).samples(0).build()),
                                strict(
                                        model,
                                        Verdict.PASS,
                                        on(WEBGPU).samples(0).build())))
                        .toArray(CaseRun[]::new)));
        DashboardHarness.Setup setup = new DashboardHarness.Setup();
        setup.history = history;
        return DashboardHarness.start(folder, setup);
    }

    private static List<String> texts(JsonNode parts, String field) {
        return StreamSupport.stream(parts.spliterator(), false)
                .map(part -> part.path(field).asText())
                .toList();
    }

    @Test
    void where_models_are_asked_for_the_matrix_and_columns_side_by_side_have_them_alone() {
        try (DashboardHarness harness = start()) {
            Browser visitor = harness.browser();
            JsonNode matrix = visitor.get("/matrix?cases=models").json();
            assertThat(texts(matrix.path("rows"), "model")).containsExactly("bert-tiny");
            assertThat(matrix.at("/totals/leftOut").asInt()).isEqualTo(CASES);
            String columns = texts(matrix.path("columns"), "id").stream()
                    .map(id -> "&column=" + URLEncoder.encode(id, StandardCharsets.UTF_8))
                    .reduce("", String::concat);
            assertThat(texts(
                            visitor.get("/hardware?cases=models" + columns)
                                    .json()
                                    .path("rows"),
                            "model"))
                    .containsExactly("bert-tiny");

            JsonNode all = visitor.get("/hardware?" + columns.substring(1)).json();
            assertThat(texts(all.path("rows"), "model")).hasSize(50).doesNotContain("bert-tiny");
            assertThat(all.at("/page/total").asInt()).isEqualTo(CASES + 1);
        }
    }

    @Test
    void a_comparison_of_models_counts_no_operator_case_as_not_compared() {
        try (DashboardHarness harness = start()) {
            String sides = "/compare?baseline=backend=wasm&candidate=backend=webgpu";
            assertThat(harness.browser()
                            .get(sides + "&cases=models")
                            .json()
                            .at("/summary/cases")
                            .asInt())
                    .isEqualTo(1);
            assertThat(harness.browser().get(sides).json().at("/summary/cases").asInt())
                    .isEqualTo(CASES + 1);
            assertThat(harness.browser().get(sides + "&cases=operators").code()).isEqualTo("BAD_REQUEST");
        }
    }
}
