package dev.bascule.cli;

import static dev.bascule.fallback.backend.Backends.CUDA;
import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history of two machines, one with CUDA and one without, as the commands show it. */
class ElsewhereCommandTest {
    @TempDir
    private Path folder;

    private CliHarness cli;

    @BeforeEach
    void two_machines() {
        FakeServices services = new FakeServices();
        services.historyInFile = true;
        cli = new CliHarness(folder, services);
        try (History history = DuckDbHistory.open(folder.resolve(".bascule/history.duckdb"))) {
            history.append(RunVariants.onDevice(record(
                    "there",
                    START,
                    strict(TEXT, Verdict.PASS, on(CUDA).median(2).build()),
                    strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(20).build()))));
            history.append(record(
                    "here",
                    START.plusSeconds(3600),
                    run(
                            TEXT,
                            new Chain(List.of(CUDA, NATIVE_CPU)),
                            Verdict.FELL_BACK,
                            List.of(
                                    on(CUDA).failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no GPU")
                                            .notStarted(),
                                    on(NATIVE_CPU).median(30).build()))));
        }
    }

    private String out(String... line) {
        CliHarness.Result result = cli.run(line);
        assertThat(result.exit()).as(result.err()).isZero();
        return result.out().replaceAll("\\s+", " ");
    }

    @Test
    void the_matrix_says_what_the_fallback_costs_on_the_other_machine() throws IOException {
        assertThat(out("matrix"))
                .containsPattern(
                        "instead of cuda \\(elsewhere ×\\S+ \\(\\S+–\\S+\\) the time of cuda, on 1 other machine\\)");
        JsonNode cells = Json.MAPPER.readTree(out("matrix", "--json")).path("cells");
        assertThat(StreamSupport.stream(cells.spliterator(), false)
                        .filter(cell -> cell.path("fallbackCostElsewhere").isObject()))
                .singleElement()
                .satisfies(cell -> {
                    assertThat(cell.path("verdict").asText()).isEqualTo("FELL_BACK");
                    assertThat(cell.at("/fallbackCostElsewhere/label").asText()).isEqualTo("elsewhere");
                    assertThat(cell.at("/fallbackCostElsewhere/ratio").asDouble())
                            .isBetween(9.0, 11.0);
                });
    }

    @Test
    void the_report_labels_it_and_leaves_the_cost_of_the_run_itself_empty() throws IOException {
        out("report", "here", "--out", "site");
        assertThat(Files.readString(folder.resolve("site/index.html"))).contains("elsewhere</span> ×");
        JsonNode cell =
                Json.MAPPER.readTree(folder.resolve("site/run.json").toFile()).at("/cells/0");
        assertThat(cell.path("fallbackCost").isNull()).isTrue();
        assertThat(cell.at("/fallbackCostElsewhere/from").asText()).isEqualTo("cuda");
        assertThat(Json.MAPPER
                        .readTree(out("report", "here", "--out", "site", "--json"))
                        .at("/cells/0"))
                .isEqualTo(cell);
    }

    @Test
    void of_a_history_without_the_other_machine_nothing_is_said() {
        assertThat(out("history", "prune", "--older-than", "1h", "--keep-last", "1", "--drop-cells"))
                .isNotNull();
        assertThat(out("matrix")).doesNotContain("elsewhere");
    }
}
