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
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history file may come from anybody: an id in it that is none arrives nowhere. */
@Tag("attack")
class HostileIdsInHistoryTest {
    private static final String ID = "../../outside";

    @TempDir
    Path folder;

    /** A history of one run, renamed in every table that has it. */
    private Path hostile() {
        Path file = folder.resolve("hostile.duckdb");
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(file))) {
            history.append(record(
                    "run", START, strict(TEXT, Verdict.PASS, on(WASM).median(9).build())));
        }
        try (Handle handle = DuckDbFile.open(file, AllowedPaths.NONE)) {
            handle.createQuery("SELECT table_name, column_name FROM duckdb_columns() WHERE column_name = 'run_id'"
                            + " AND table_name IN (SELECT table_name FROM duckdb_tables())")
                    .map((row, context) -> List.of(row.getString(1), row.getString(2)))
                    .list()
                    .forEach(at -> handle.execute(
                            "UPDATE %s SET %s = '%s' WHERE %s = 'run'".formatted(at.get(0), at.get(1), ID, at.get(1))));
            handle.execute("UPDATE runs SET id = '%s'".formatted(ID));
        }
        return file;
    }

    @Test
    void an_import_refuses_it_and_takes_nothing() {
        Path own = folder.resolve("own.duckdb");
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(own))) {
            Path hostile = hostile();
            assertThatThrownBy(() -> HistoryImport.into(
                            history, own.toString(), List.of(hostile), Instant.MAX, ForeignCopier.Maker.HERE))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RECORD_INVALID))
                    .hasMessageContaining("hostile.duckdb cannot be imported")
                    .hasMessageContaining("is no id of a run");
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    void nothing_reads_it_out_of_the_file_itself() {
        try (DuckDbHistory history = DuckDbHistory.open(hostile())) {
            assertThatThrownBy(() -> history.find(ID)).hasMessageContaining("is no id of a run");
            assertThatThrownBy(() -> history.runs(RunFilter.ALL)).hasMessageContaining("is no id of a run");
        }
    }
}
