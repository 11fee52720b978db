package dev.bascule.cli;

import static dev.bascule.reports.fixture.Fixtures.model;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.MadePrediction;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictHeldTest {
    @TempDir
    Path folder;

    /** Eleven of twelve models took twice as long as the upper end of what was predicted. */
    @Test
    void how_predictions_came_true_is_told_and_rings_where_they_did_not() throws IOException {
        String store = folder.resolve("h.duckdb").toString();
        assertThat(held(store).err()).contains("there is no history");
        Instant before = Fixtures.START.minusSeconds(60);
        try (DuckDbHistory history = DuckDbHistory.open(Path.of(store))) {
            assertThat(history.predictions()).isEmpty();
        }
        assertThat(held(store).out()).contains("no prediction is in the history yet");
        try (DuckDbHistory history = DuckDbHistory.open(Path.of(store))) {
            List<MadePrediction> made = new ArrayList<>();
            List<CaseRun> runs = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                CaseRun run = strict(
                        model("model" + i, "%02x".formatted(i), Family.VISION, "classification"),
                        Verdict.PASS,
                        on(Backends.WASM).median(i == 0 ? 5 : 20).build());
                runs.add(run);
                made.add(prediction(run, before));
            }
            history.keepPredictions(made);
            history.append(record("later", runs.toArray(CaseRun[]::new)));
        }

        CliHarness.Result told = held(store);
        assertThat(told.out())
                .contains("12 predictions: 12 measured since")
                .contains("8 % (1 of 12), too few")
                .contains("Alarm:");
        JsonNode document = Json.MAPPER.readTree(held(store, "--json").out());
        DocumentSchema.PREDICTION_HELD.validate(document);
        assertThat(document.path("alarm").asBoolean()).isTrue();
        assertThat(document.path("rows")
                        .path(0)
                        .path("coverage")
                        .path(0)
                        .path("held")
                        .asInt())
                .isEqualTo(1);
    }

    private CliHarness.Result held(String store, String... more) {
        List<String> arguments = new ArrayList<>(List.of("predict", "--held", "--store", store));
        arguments.addAll(List.of(more));
        return new CliHarness(folder, new LocalServices()).run(arguments.toArray(String[]::new));
    }

    private static MadePrediction prediction(CaseRun run, Instant at) {
        return new MadePrediction(
                at,
                "predict",
                new MadePrediction.Subject(run.model().name(), run.model().sha256(), ""),
                new MadePrediction.Place(
                        Fixtures.MACHINE.fingerprint(), run.decisive().target().id(), 1),
                new MadePrediction.Basis("L1", "new architecture", "class-blend"),
                5,
                Optional.of(new MadePrediction.Bounds(0.9, 2.5, 10)));
    }
}
