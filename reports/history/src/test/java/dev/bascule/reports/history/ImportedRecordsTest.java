package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.Trainings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an import takes besides runs, and what it refuses of it; each kind by itself has its turn in {@link HistoryCareTest}. */
@Tag("slow")
class ImportedRecordsTest {
    private static final MadePrediction PREDICTED = PredictionContract.prediction(PredictionContract.MADE, "a", 7);
    private static final MadePrediction LATER =
            PredictionContract.prediction(PredictionContract.MADE.plusSeconds(9), "a", 8);
    private static final Path SOURCE = Path.of("source.duckdb");

    @TempDir
    Path folder;

    private Path file(String name) {
        return folder.resolve(name + ".duckdb");
    }

    private static void refuses(ErrorCode code, String words, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    private static void imports(DuckDbHistory history, Path source, Instant now) {
        history.importAll(List.of(source), now, ForeignCopier.Maker.HERE);
    }

    @Test
    void what_was_trained_made_smaller_and_predicted_is_imported_once_and_never_as_something_else() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(record(
                    "common",
                    START,
                    strict(TEXT, Verdict.PASS, on(WASM).median(9).build())));
            one.keepTrainings(List.of(
                    Trainings.right("t", 1, "wasm"), Trainings.wrong("t", 2, "webgpu"), Trainings.pooled("p", 1)));
            one.keepQuantization(Quantizations.of("q"));
            one.keepPredictions(List.of(PREDICTED, LATER));
        }
        try (DuckDbHistory all = DatabaseInMemory.history()) {
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its predictions are none",
                    () -> imports(all, file("one"), PredictionContract.MADE.minusSeconds(1)));
            all.keepQuantization(Quantizations.seeded("q", 43));
            refuses(ErrorCode.STORE_CONFLICT, "quantisation q of", () -> imports(all, file("one"), Instant.MAX));
            assertThat(all.runs(RunFilter.ALL)).isEmpty();
            assertThat(all.trainings()).isEmpty();
        }
        try (DuckDbHistory all = DatabaseInMemory.history()) {
            all.keepTrainings(List.of(Trainings.right("own", 1, "cpu")));
            all.keepQuantization(Quantizations.of("own"));
            all.keepPredictions(List.of(PREDICTED));
            for (int time = 0; time < 2; time++) {
                imports(all, file("one"), Instant.MAX);
                assertThat(all.training("t"))
                        .containsExactly(
                                Trainings.right("t", 1, "wasm").asImported(),
                                Trainings.wrong("t", 2, "webgpu").asImported());
                assertThat(all.training("p"))
                        .containsExactly(Trainings.pooled("p", 1).asImported());
                assertThat(all.training("own")).containsExactly(Trainings.right("own", 1, "cpu"));
                assertThat(all.quantization("q")).contains(Quantizations.of("q").asImported());
                assertThat(all.quantization("own")).contains(Quantizations.of("own"));
                assertThat(all.predictions()).containsExactly(PREDICTED, LATER.asImported());
            }
        }
    }

    @Test
    void of_one_id_with_other_contents_it_is_refused_by_its_source() {
        try (DuckDbHistory from = DatabaseInMemory.history();
                DuckDbHistory to = DatabaseInMemory.history()) {
            from.keepTrainings(List.of(Trainings.right("t", 1, "wasm")));
            from.keepQuantization(Quantizations.of("q"));
            ImportedTrainings.refuseConflicts(SOURCE, from, to);
            ImportedQuantizations.refuseConflicts(SOURCE, from, to);
            to.keepTrainings(List.of(Trainings.right("t", 1, "cpu")));
            to.keepQuantization(Quantizations.seeded("q", 43));
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    "training t of source.duckdb",
                    () -> ImportedTrainings.refuseConflicts(SOURCE, from, to));
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    "quantisation q of source.duckdb",
                    () -> ImportedQuantizations.refuseConflicts(SOURCE, from, to));
        }
    }

    /** Of a time to come, with an agreement of 140 %, half there, or without a replica: each is done, refused and taken back. */
    @Test
    void what_cannot_be_is_refused_by_its_source() {
        Handle handle = DatabaseInMemory.handle();
        try (DuckDbHistory from = DuckDbHistory.of(handle, "memory")) {
            from.keepTrainings(List.of(Trainings.pooled("t", 1)));
            from.keepQuantization(Quantizations.of("q"));
            from.keepPredictions(List.of(PREDICTED));
            doubts(from, Instant.MAX);
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its predictions are none: one was made at",
                    () -> ImportedPredictions.refuseDoubtful(SOURCE, from, PredictionContract.MADE.minusSeconds(1)));
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its trainings are none: t was made at",
                    () -> ImportedTrainings.refuseDoubtful(SOURCE, from, Trainings.BEGUN.minusSeconds(1)));
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its quantisations are none: q was made at",
                    () -> ImportedQuantizations.refuseDoubtful(SOURCE, from, Quantizations.BEGUN.minusSeconds(1)));
            handle.execute("CREATE TABLE kept AS SELECT * FROM quantization_points");
            handle.execute("UPDATE quantization_points SET agreement = 1.4");
            refuses(ErrorCode.RECORD_INVALID, "no agreement is 1.4", () -> doubts(from, Instant.MAX));
            handle.execute("DELETE FROM quantization_points");
            handle.execute("INSERT INTO quantization_points SELECT * FROM kept");
            handle.execute("UPDATE quantization_layers SET counts_before = NULL");
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its quantisations are none: of low, high, counts_before, counts_after some are NULL",
                    () -> doubts(from, Instant.MAX));
            handle.execute("DELETE FROM training_replicas WHERE rank = 2");
            refuses(ErrorCode.RECORD_INVALID, "its trainings are none", () -> doubts(from, Instant.MAX));
        }
    }

    private static void doubts(DuckDbHistory from, Instant now) {
        ImportedPredictions.refuseDoubtful(SOURCE, from, now);
        ImportedTrainings.refuseDoubtful(SOURCE, from, now);
        ImportedQuantizations.refuseDoubtful(SOURCE, from, now);
    }
}
