package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.fixture.Trainings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies, exports, merges, compacts and prunes. What else than runs is imported has a small twin: {@link ImportedRecordsTest}. */
@Tag("slow")
class HistoryCareTest {
    @TempDir
    Path folder;

    private Path file(String name) {
        return folder.resolve(name + ".duckdb");
    }

    private static RunRecord run(String id, int second) {
        return record(
                id,
                START.plusSeconds(second),
                strict(TEXT, Verdict.PASS, on(WASM).median(9).build()));
    }

    private static final MadePrediction PREDICTED = PredictionContract.prediction(PredictionContract.MADE, "a", 7);

    private static void refuses(ErrorCode code, String words, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    @Test
    void a_backup_is_a_whole_history_of_the_moment_it_was_taken() {
        try (DuckDbHistory history = DuckDbHistory.open(
                EmptyHistory.at(file("history")), AllowedPaths.backup(file("backup")), OpeningWork.UNHEARD)) {
            history.append(ShowcaseRun.record());
            history.keepWork(WorkContract.work("a", 1));
            history.backup(file("backup"));
            history.append(run("later", 60));
            refuses(ErrorCode.OUTPUT_UNWRITABLE, "backup.duckdb", () -> history.backup(file("backup")));
        }
        assertThat(folder.resolve("backup.duckdb.unfinished")).doesNotExist();
        try (DuckDbHistory backup = DuckDbHistory.open(file("backup"))) {
            assertThat(backup.runs(RunFilter.ALL)).hasSize(1);
            assertThat(backup.find(ShowcaseRun.record().id())).contains(ShowcaseRun.record());
            assertThat(backup.works()).containsExactly(WorkContract.work("a", 1));
            assertThat(backup.check(java.time.Instant.MAX)).isEmpty();
            backup.append(run("its-own", 90));
            assertThat(backup.query("SELECT count(*) FROM hardware_results").rows())
                    .hasSize(1);
        }
    }

    @Test
    void an_export_is_imported_whole_and_a_second_time_adds_nothing() throws IOException {
        Path exported = folder.resolve("export");
        try (DuckDbHistory history = DuckDbHistory.open(
                EmptyHistory.at(file("history")), AllowedPaths.export(exported), OpeningWork.UNHEARD)) {
            history.append(RunVariants.withErrors(RunVariants.ofShard(ShowcaseRun.record()))
                    .as(RunOrigin.IMPORTED));
            history.append(RunVariants.onDevice(run("phone", 60)));
            history.keepWork(WorkContract.work("a", 1));
            history.keepWork(WorkContract.work("b", 2));
            history.keepPredictions(List.of(PREDICTED));
            Manifest manifest = history.export(exported, "1.2.3", START);
            assertThat(manifest.runs()).isEqualTo(2);
            assertThat(manifest.schemaVersion()).isEqualTo(Migrations.ALL.size());
            assertThat(exported.resolve("samples.parquet")).isNotEmptyFile();
            refuses(ErrorCode.OUTPUT_UNWRITABLE, "files already", () -> history.export(exported, "1.2.3", START));
        }
        long before = Files.size(file("history"));
        try (DuckDbHistory other = DuckDbHistory.open(EmptyHistory.at(file("other")))) {
            other.append(run("own", 30));
            other.keepWork(WorkContract.work("b", 99));
            assertThat(other.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE)
                            .sources())
                    .containsExactly(new ImportResult.Source(exported, 2, 0));
            assertThat(other.importAll(
                                    List.of(exported, file("history")), java.time.Instant.MAX, ForeignCopier.Maker.HERE)
                            .sources())
                    .containsExactly(
                            new ImportResult.Source(exported, 0, 2), new ImportResult.Source(file("history"), 0, 2));
            assertThat(other.works())
                    .as("what was learned here stays")
                    .containsExactly(WorkContract.work("a", 1), WorkContract.work("b", 99));
            assertThat(other.predictions()).containsExactly(PREDICTED.asImported());
            assertThat(other.find(ShowcaseRun.record().id()))
                    .contains(RunVariants.withErrors(RunVariants.ofShard(ShowcaseRun.record()))
                            .as(RunOrigin.IMPORTED));
            assertThat(other.runs(RunFilter.ALL))
                    .extracting(RunHeading::id)
                    .containsExactly("phone", "own", ShowcaseRun.record().id());
            assertThat(other.machines()).hasSize(2);
            assertThat(other.check(java.time.Instant.MAX)).isEmpty();
        }
        assertThat(Files.size(file("history"))).isEqualTo(before);
    }

    @Test
    @Tag("full")
    void what_another_history_predicted_is_imported_once_and_takes_the_place_of_nothing_made_here() {
        MadePrediction later = PredictionContract.prediction(PredictionContract.MADE.plusSeconds(9), "a", 8);
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(run("common", 0));
            one.keepPredictions(List.of(PREDICTED, later));
        }
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            all.keepPredictions(List.of(PREDICTED));
            all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            assertThat(all.predictions()).containsExactly(PREDICTED, later.asImported());
            MadePrediction own = PredictionContract.prediction(PredictionContract.MADE.plusSeconds(20), "a", 8);
            all.keepPredictions(List.of(own));
            assertThat(all.predictions()).containsExactly(PREDICTED, later.asImported(), own);
        }
    }

    @Test
    @Tag("full")
    void replicas_that_trained_together_are_imported_whole_with_the_worker_of_a_pool() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(run("common", 0));
            one.keepTrainings(List.of(Trainings.pooled("t", 1)));
        }
        importsPooled(file("one"));
    }

    private void importsPooled(Path source) {
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all-" + source.getFileName())))) {
            all.importAll(List.of(source), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            assertThat(all.training("t"))
                    .containsExactly(Trainings.pooled("t", 1).asImported());
        }
    }

    @Test
    @Tag("full")
    void replicas_that_trained_together_are_imported_by_export_too_and_not_without_one() {
        Path exported = folder.resolve("export");
        try (DuckDbHistory one =
                DuckDbHistory.open(EmptyHistory.at(file("one")), AllowedPaths.export(exported), OpeningWork.UNHEARD)) {
            one.append(run("common", 0));
            one.keepTrainings(List.of(Trainings.pooled("t", 1)));
            one.export(exported, "1.2.3", START);
        }
        importsPooled(exported);
        try (Handle handle = DuckDbFile.open(file("one"), AllowedPaths.NONE)) {
            handle.execute("DELETE FROM training_replicas WHERE rank = 2");
        }
        try (DuckDbHistory third = DuckDbHistory.open(EmptyHistory.at(file("third")))) {
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its trainings are none",
                    () -> third.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(third.trainings()).isEmpty();
        }
    }

    @Test
    @Tag("full")
    void what_another_history_trained_is_imported_once_by_file_and_by_export_and_never_as_something_else() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(run("common", 0));
            one.keepTrainings(List.of(Trainings.right("t", 1, "wasm"), Trainings.wrong("t", 2, "webgpu")));
        }
        try (DuckDbHistory other = DuckDbHistory.open(EmptyHistory.at(file("other")))) {
            other.keepTrainings(List.of(Trainings.right("t", 1, "cpu")));
        }
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            all.keepTrainings(List.of(Trainings.right("own", 1, "cpu")));
            all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            assertThat(all.training("t"))
                    .containsExactly(
                            Trainings.right("t", 1, "wasm").asImported(),
                            Trainings.wrong("t", 2, "webgpu").asImported());
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    "training t of",
                    () -> all.importAll(List.of(file("other")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(all.training("own")).containsExactly(Trainings.right("own", 1, "cpu"));
        }
        try (DuckDbHistory third = DuckDbHistory.open(EmptyHistory.at(file("third")))) {
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its trainings are none",
                    () -> third.importAll(
                            List.of(file("one")), Trainings.BEGUN.minusSeconds(1), ForeignCopier.Maker.HERE));
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    "training t of",
                    () -> third.importAll(
                            List.of(file("one"), file("other")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(third.trainings()).isEmpty();
            assertThat(third.runs(RunFilter.ALL)).isEmpty();
        }
    }

    /** The negative controls: one of the same id with other contents, one of a time to come, one that agrees with 140 %. */
    @Test
    @Tag("full")
    void what_another_history_made_smaller_is_imported_once_and_never_as_something_that_cannot_be() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(run("common", 0));
            one.keepQuantization(Quantizations.of("q"));
        }
        try (DuckDbHistory other = DuckDbHistory.open(EmptyHistory.at(file("other")))) {
            other.keepQuantization(Quantizations.seeded("q", 43));
        }
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            all.keepQuantization(Quantizations.of("own"));
            all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            assertThat(all.quantization("q")).contains(Quantizations.of("q").asImported());
            assertThat(all.quantization("own")).contains(Quantizations.of("own"));
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    "quantisation q of",
                    () -> all.importAll(List.of(file("other")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
        }
        try (Handle handle = DuckDbFile.open(file("other"), AllowedPaths.NONE)) {
            handle.execute("UPDATE quantization_points SET agreement = 1.4");
        }
        try (DuckDbHistory third = DuckDbHistory.open(EmptyHistory.at(file("third")))) {
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its quantisations are none: q was made at",
                    () -> third.importAll(
                            List.of(file("one")), Quantizations.BEGUN.minusSeconds(1), ForeignCopier.Maker.HERE));
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "no agreement is 1.4",
                    () -> third.importAll(List.of(file("other")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(third.quantizations()).isEmpty();
            assertThat(third.runs(RunFilter.ALL)).isEmpty();
        }
    }

    /** Columns that may be NULL come as they are: what is half there is refused as a record, and is no end by a bug. */
    @Test
    @Tag("full")
    void a_quantisation_that_is_half_there_is_refused_by_its_source() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(run("common", 0));
            one.keepQuantization(Quantizations.of("q"));
        }
        try (Handle handle = DuckDbFile.open(file("one"), AllowedPaths.NONE)) {
            handle.execute("UPDATE quantization_layers SET counts_before = NULL");
        }
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its quantisations are none: of low, high, counts_before, counts_after some are NULL",
                    () -> all.importAll(List.of(file("one")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(all.quantizations()).isEmpty();
            assertThat(all.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    @Tag("full")
    void predictions_of_a_time_to_come_are_not_imported() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")))) {
            one.append(run("common", 0));
            one.keepPredictions(List.of(PREDICTED));
        }
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            refuses(
                    ErrorCode.RECORD_INVALID,
                    "its predictions are none",
                    () -> all.importAll(
                            List.of(file("one")), PredictionContract.MADE.minusSeconds(1), ForeignCopier.Maker.HERE));
            assertThat(all.runs(RunFilter.ALL)).isEmpty();
            assertThat(all.predictions()).isEmpty();
        }
    }

    /** In {@code mvn verify} {@link #an_export_is_imported_whole_and_a_second_time_adds_nothing} has two machines and two sources. */
    @Test
    @Tag("full")
    void histories_of_several_machines_become_one_and_stay_as_they_were() throws IOException {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")));
                DuckDbHistory two = DuckDbHistory.open(EmptyHistory.at(file("two")))) {
            one.append(run("common", 0));
            one.append(run("of-one", 1));
            two.append(run("common", 0));
            two.append(RunVariants.onDevice(run("of-two", 2)));
            one.keepWork(WorkContract.work("a", 1));
            two.keepWork(WorkContract.work("a", 2));
            two.keepWork(WorkContract.work("c", 3));
        }
        long before = Files.size(file("two"));
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            ImportResult result =
                    all.importAll(List.of(file("one"), file("two")), java.time.Instant.MAX, ForeignCopier.Maker.HERE);
            assertThat(result.added()).isEqualTo(3);
            assertThat(result.known()).isEqualTo(1);
            assertThat(all.machines()).hasSize(2);
            assertThat(all.works()).containsExactly(WorkContract.work("a", 1), WorkContract.work("c", 3));
            assertThat(all.matrixPage(MatrixQuery.ALL).totals().cells()).isEqualTo(2);
            assertThat(all.check(java.time.Instant.MAX)).isEmpty();
        }
        assertThat(Files.size(file("two"))).isEqualTo(before);
    }

    @Test
    @Tag("red-team")
    void two_runs_of_one_id_are_refused_by_name_and_nothing_is_imported() {
        try (DuckDbHistory one = DuckDbHistory.open(EmptyHistory.at(file("one")));
                DuckDbHistory two = DuckDbHistory.open(EmptyHistory.at(file("two")))) {
            one.append(run("same", 0));
            two.append(run("same", 1));
            two.append(run("another", 2));
        }
        try (DuckDbHistory all = DuckDbHistory.open(EmptyHistory.at(file("all")))) {
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    "run same of " + file("two"),
                    () -> all.importAll(
                            List.of(file("one"), file("two")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(all.runs(RunFilter.ALL)).isEmpty();
            all.append(run("same", 0));
            refuses(
                    ErrorCode.STORE_CONFLICT,
                    file("all").toString(),
                    () -> all.importAll(List.of(file("two")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(all.runs(RunFilter.ALL)).hasSize(1);
        }
    }

    @Test
    void a_damaged_or_foreign_source_is_refused_by_name() throws IOException {
        Path exported = folder.resolve("export");
        try (DuckDbHistory history = DuckDbHistory.open(
                EmptyHistory.at(file("history")), AllowedPaths.export(exported), OpeningWork.UNHEARD)) {
            history.append(run("one", 0));
            history.export(exported, "1.2.3", START);
            Path samples = exported.resolve("samples.parquet");
            byte[] whole = Files.readAllBytes(samples);
            byte[] changed = whole.clone();
            changed[changed.length / 2] ^= 1;
            Files.write(samples, changed);
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "samples.parquet",
                    () -> history.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            Files.delete(samples);
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "samples.parquet",
                    () -> history.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            Files.write(samples, whole);
            Path manifest = exported.resolve(Manifest.FILE);
            String says = Files.readString(manifest);
            Files.writeString(manifest, says.replaceAll("\"schemaVersion\" : \\d+", "\"schemaVersion\" : 999"));
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "another Bascule",
                    () -> history.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            Files.writeString(manifest, "{ \"for");
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "no JSON",
                    () -> history.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            Files.delete(manifest);
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "manifest.json",
                    () -> history.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            refuses(
                    ErrorCode.USAGE_ERROR,
                    "into itself",
                    () -> history.importAll(List.of(file("history")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "no history",
                    () -> history.importAll(
                            List.of(folder.resolve("nowhere")), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            Path text = Files.writeString(folder.resolve("notes.txt"), "no database".repeat(2000));
            refuses(
                    ErrorCode.SOURCE_INVALID,
                    "notes.txt",
                    () -> history.importAll(List.of(text), java.time.Instant.MAX, ForeignCopier.Maker.HERE));
            assertThat(history.runs(RunFilter.ALL)).hasSize(1);
        }
    }

    @Test
    void pruning_says_first_what_goes_and_keeps_what_cells_rest_on() {
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(file("history")))) {
            history.append(record(
                    "oldest",
                    START,
                    strict(TEXT, Verdict.PASS, on(WASM).build()),
                    strict(VISION, Verdict.PASS, on(WEBGPU).build())));
            history.append(run("old", 10));
            history.append(RunVariants.withScenarios(
                    run("newer", 20), ShowcaseRun.record().scenarios()));
            history.append(run("newest", 30));
            Retention keeping = new Retention(START.plusSeconds(25), 1, true);
            history.keepWork(WorkContract.work("a", 1));
            PrunePlan plan = history.plan(keeping);
            assertThat(plan.going()).extracting(RunHeading::id).containsExactly("newer", "old");
            assertThat(plan.keptForCells()).extracting(RunHeading::id).containsExactly("oldest");
            assertThat(plan.staying()).isEqualTo(2);
            assertThat(plan.attempts()).isEqualTo(2);
            assertThat(history.runs(RunFilter.ALL)).as("a plan changes nothing").hasSize(4);
            MatrixPage before = history.matrixPage(MatrixQuery.ALL);
            history.prune(plan);
            assertThat(history.runs(RunFilter.ALL)).extracting(RunHeading::id).containsExactly("newest", "oldest");
            assertThat(history.matrixPage(MatrixQuery.ALL).cells()).isEqualTo(before.cells());
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
            PrunePlan all = history.plan(new Retention(START.plusSeconds(25), 0, false));
            assertThat(all.going()).extracting(RunHeading::id).containsExactly("oldest");
            assertThat(history.plan(new Retention(START.plusSeconds(25), 2, false))
                            .going())
                    .as("the newest two stay whatever their age")
                    .isEmpty();
            history.prune(all);
            assertThat(history.works()).containsExactly(WorkContract.work("a", 1));
            assertThat(history.query("SELECT count(*) FROM models")
                            .rows()
                            .get(0)
                            .get(0))
                    .as("what nothing refers to any more goes as well")
                    .contains(1L);
            history.append(ShowcaseRun.record());
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
    }

    @Test
    void a_compacted_file_is_smaller_and_keeps_every_run() {
        RunRecord newest;
        try (DuckDbHistory history = DuckDbHistory.open(file("history"))) {
            List<RunRecord> runs = new ArrayList<>();
            // Well more than the blocks that so many tables take when they are empty: each has blocks of its own.
            for (int i = 0; i < 100; i++) {
                runs.add(record(
                        "run-%02d".formatted(i),
                        START.plusSeconds(i),
                        strict(TEXT, Verdict.PASS, on(WASM).samples(20_000).build())));
            }
            newest = runs.get(99);
            history.appendAll(runs);
            history.keepWork(WorkContract.work("a", 1));
            history.prune(history.plan(new Retention(START.plusSeconds(10_000), 1, true)));
        }
        HistoryCopy.Compacted sizes = HistoryCopy.compact(file("history"));
        assertThat(sizes.after()).isLessThan(sizes.before());
        assertThat(folder).isDirectoryContaining(path -> path.equals(file("history")));
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("history.duckdb", "history.duckdb.lock");
        try (DuckDbHistory history = DuckDbHistory.open(file("history"))) {
            assertThat(history.works()).containsExactly(WorkContract.work("a", 1));
            assertThat(history.find("run-99")).contains(newest);
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
    }

    /** More case runs than are read at once, of runs that lie apart, one of them without any. */
    @Tag("full")
    @Test
    void cells_that_are_made_anew_are_the_ones_that_there_were() {
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(file("history")))) {
            for (int i = 0; i < 5; i++) {
                history.append(ConformanceFixtures.record("conformance-" + i, 100));
            }
            history.append(record("empty", START.plusSeconds(50)));
            history.append(run("gone", 60));
            history.append(ShowcaseRun.record());
            history.prune(new PrunePlan(
                    history.runs(RunFilter.ALL).stream()
                            .filter(run -> run.id().equals("gone"))
                            .toList(),
                    List.of(),
                    7,
                    1));
            MatrixPage before = history.matrixPage(MatrixQuery.ALL);
            history.rebuildCells(250);
            assertThat(history.matrixPage(MatrixQuery.ALL)).isEqualTo(before);
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
    }
}
