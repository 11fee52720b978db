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
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.IntegrityFinding.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that brings views, functions or tables of its own making in place of ours. */
@Tag("red-team")
@Tag("attack")
@Tag("slow")
class ForeignObjectsTest {
    private static final RunRecord RUN =
            record("run", START, strict(TEXT, Verdict.PASS, on(WASM).median(9).build()));

    @TempDir
    static Path sound;

    @TempDir
    Path folder;

    @BeforeAll
    static void write() {
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(sound.resolve("sound.duckdb")))) {
            history.append(RUN);
        }
    }

    /** A history of one run, after these statements were told to its file. */
    private Path doctored(String... statements) {
        Path file = copyOf(sound.resolve("sound.duckdb"), folder.resolve("doctored.duckdb"));
        try (Handle handle = DuckDbFile.open(file, AllowedPaths.NONE)) {
            for (String statement : statements) {
                handle.execute(statement);
            }
        }
        return file;
    }

    private static Path copyOf(Path from, Path to) {
        try {
            return Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<IntegrityFinding> findings(Path file) {
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            return history.check(Instant.MAX);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE OR REPLACE VIEW hardware_results AS SELECT 'bert' AS model_id, 'webgpu' AS hardware, 0.1 AS inference_time",
                "ALTER TABLE runs ADD COLUMN looks_fine BOOLEAN DEFAULT true",
                "CREATE MACRO len(x) AS 0",
                "CREATE MACRO duckdb_functions() AS TABLE SELECT 'x' AS function_name, true AS internal WHERE false; CREATE MACRO len(x) AS 0"
            })
    void a_file_whose_views_tables_or_functions_are_not_ours_is_named_by_the_check(String damage) {
        assertThat(findings(doctored(damage.split("; "))))
                .extracting(IntegrityFinding::kind)
                .contains(Kind.SCHEMA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP VIEW operator_results", "CREATE MACRO count(x) AS 9"})
    @Tag("full")
    void so_is_one_that_lacks_a_view_or_counts_in_its_own_way(String damage) {
        a_file_whose_views_tables_or_functions_are_not_ours_is_named_by_the_check(damage);
    }

    @Test
    void what_an_owner_adds_under_names_of_its_own_is_no_finding() {
        assertThat(findings(doctored(
                        "CREATE VIEW my_medians AS SELECT median(inference_time) FROM hardware_results",
                        "CREATE MACRO my_ratio(a, b) AS a / b")))
                .isEmpty();
    }

    @Test
    void nothing_that_a_foreign_view_or_function_says_arrives_by_an_import() {
        Path foreign = doctored(
                "CREATE OR REPLACE VIEW hardware_results AS SELECT 'invented' AS model_id",
                "CREATE VIEW invented AS SELECT 1",
                "CREATE TABLE invented_rows AS SELECT 1 AS one",
                "ALTER TABLE runs ADD COLUMN looks_fine BOOLEAN DEFAULT true",
                "CREATE MACRO len(x) AS 0",
                "CREATE MACRO count(x) AS 9");
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThat(history.importAll(List.of(foreign), Instant.MAX, ForeignCopier.Maker.HERE)
                            .added())
                    .isEqualTo(1);
            assertThat(history.find(RUN.id())).contains(RUN.as(RunOrigin.IMPORTED));
            assertThat(history.check(Instant.MAX)).isEmpty();
            assertThat(history.query("SELECT model_id FROM hardware_results").rows())
                    .doesNotHaveToString("[[Optional[invented]]]");
        }
    }

    /** The file's negative times would be none by its own function, which counts what an array has of them. */
    @Test
    void a_function_that_hides_the_databases_own_hides_nothing_from_an_import() {
        Path foreign = doctored(
                "CREATE MACRO len(x) AS 0",
                "CREATE MACRO epoch_ns(x) AS 0",
                "UPDATE runs SET finished_at = started_at - INTERVAL 1 SECOND");
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThatThrownBy(() -> history.importAll(List.of(foreign), Instant.MAX, ForeignCopier.Maker.HERE))
                    .hasMessageContaining("finishedAt");
        }
    }

    @Test
    void a_view_in_place_of_a_table_is_none() {
        Path foreign = doctored(
                "ALTER TABLE samples RENAME TO kept",
                "CREATE VIEW samples AS SELECT * REPLACE (list_transform(measured_ms, x -> x / 10) AS measured_ms) FROM kept");
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThatThrownBy(() -> history.importAll(List.of(foreign), Instant.MAX, ForeignCopier.Maker.HERE))
                    .hasMessageContaining("no table 'samples'");
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    void a_file_that_left_a_step_out_is_refused() {
        Path foreign = doctored("DELETE FROM schema_migrations");
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThatThrownBy(() -> history.importAll(List.of(foreign), Instant.MAX, ForeignCopier.Maker.HERE))
                    .hasMessageContaining("not all there");
        }
    }
}
