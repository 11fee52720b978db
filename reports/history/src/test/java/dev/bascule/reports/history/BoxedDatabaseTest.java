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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL that wants more than the history: other files, settings, extensions, or all the time there is. */
@Tag("attack")
@Tag("slow")
class BoxedDatabaseTest {
    /** Functions of the database that write, set or read elsewhere. */
    private static final Set<String> DOING = Set.of(
            "add_parquet_key",
            "arrow_scan",
            "arrow_scan_dumb",
            "checkpoint",
            "copy_database",
            "disable_logging",
            "disable_profiling",
            "enable_logging",
            "enable_profiling",
            "force_checkpoint",
            "glob",
            "json_execute_serialized_sql",
            "parquet_bloom_probe",
            "parquet_file_metadata",
            "parquet_full_metadata",
            "parquet_kv_metadata",
            "parquet_metadata",
            "parquet_scan",
            "parquet_schema",
            "query",
            "query_table",
            "read_blob",
            "read_csv",
            "read_csv_auto",
            "read_duckdb",
            "read_json",
            "read_json_auto",
            "read_json_objects",
            "read_json_objects_auto",
            "read_ndjson",
            "read_ndjson_auto",
            "read_ndjson_objects",
            "read_parquet",
            "read_text",
            "sniff_csv",
            "truncate_duckdb_logs",
            "which_secret");

    private static final String SECRET = "a secret of this machine";

    private static final String WORST_NAME = "a'', 'b";

    /** Of the history that is asked, which is one for all: what a question changed the next ones would see. */
    @TempDir
    static Path home;

    private static DuckDbHistory history;

    @TempDir
    Path folder;

    @BeforeAll
    static void open() throws IOException {
        Files.writeString(home.resolve("secret.txt"), SECRET);
        history = filled(home.resolve("history.duckdb"), "run", 9);
    }

    @AfterAll
    static void close() {
        history.close();
    }

    private static DuckDbHistory filled(Path file, String run, int median) {
        DuckDbHistory made = DuckDbHistory.open(EmptyHistory.at(file));
        made.append(record(
                run, START, strict(TEXT, Verdict.PASS, on(WASM).median(median).build())));
        return made;
    }

    private static String in(String sql) {
        return sql.replace("DIR", home.toString());
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 /* /* */ ' */ ; COMMIT ; DELETE FROM runs ; SELECT 1 --'",
                "SELECT 1 /*/* */ \" */ ; COMMIT ; DROP VIEW hardware_results ; SELECT 1 --\"",
                "SELECT E'a'\n'\\' ' ; COMMIT; DELETE FROM samples; DROP VIEW hardware_results -- '",
                "SELECT $$a$$ ; COMMIT ; DELETE FROM runs",
                "EXPLAIN SELECT 1 ; COMMIT ; DELETE FROM runs",
                "EXPLAIN (FORMAT json /*) SELECT 1 */) SELECT 1; COMMIT; DELETE FROM runs",
                "PRAGMA table_info('runs') ; COMMIT ; DELETE FROM runs",
                "PRAGMA enable_profiling",
                "PRAGMA database_size ; PRAGMA enable_profiling",
                "FROM enable_logging(storage='file', storage_path='DIR/logs')",
                "FROM enable_logging(storage='stdout')",
                "SELECT (SELECT count(*) FROM enable_logging(storage='stdout'))",
                "WITH a AS MATERIALIZED (FROM enable_logging(storage='stdout')) SELECT 1 FROM a, a AS b",
                "EXPLAIN ANALYZE FROM enable_logging(storage='stdout')",
                "FROM query('FROM checkpoint()')",
                "FROM checkpoint()",
                "FROM force_checkpoint()",
                "FROM truncate_duckdb_logs()",
                "CALL disable_logging()",
                "COPY runs TO 'DIR/out.csv'",
                "COPY (SELECT 1) TO 'DIR/out.parquet' (FORMAT parquet)",
                "COPY (SELECT 1) TO 'DIR/history.duckdb.tmp/out.csv'",
                "EXPLAIN ANALYZE COPY (SELECT 1) TO 'DIR/history.duckdb.tmp/out.csv'",
                "EXPORT DATABASE 'DIR/exported'",
                "EXPORT DATABASE 'DIR/history.duckdb.tmp/exported'",
                "ATTACH 'DIR/other.duckdb' AS other",
                "ATTACH ':memory:' AS other",
                "SELECT content FROM read_text('DIR/secret.txt')",
                "SELECT * FROM read_blob('DIR/secret.txt')",
                "SELECT * FROM read_csv('DIR/secret.txt')",
                "SELECT * FROM 'DIR/secret.txt'",
                "SELECT * FROM sniff_csv('DIR/secret.txt')",
                "SELECT * FROM glob('DIR/*')",
                "FROM read_parquet('DIR/secret.txt')",
                "INSTALL httpfs",
                "LOAD httpfs",
                "SET enable_external_access = true",
                "SET lock_configuration = false",
                "PRAGMA enable_external_access = true",
                "SELECT * FROM read_text('http://127.0.0.1:9/')",
                "IMPORT DATABASE 'DIR'",
                "CALL enable_logging()",
                "INSERT INTO runs SELECT * FROM runs RETURNING id",
                "/* SELECT */ COPY runs TO 'DIR/out.csv'",
                "PREPARE p AS COPY runs TO 'DIR/out.csv'",
                "CREATE TABLE t AS SELECT 1",
                "CHECKPOINT"
            })
    void a_question_reads_and_writes_no_other_file_and_changes_no_setting(String sql) throws IOException {
        List<String> before = files(home);
        assertThatThrownBy(() -> history.query(in(sql)))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                .hasMessageStartingWith("the query was refused")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(SECRET));
        assertThat(files(home)).isEqualTo(before);
        assertThat(history.query("SELECT count(*) FROM runs").rows()).hasToString("[[Optional[1]]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                " (SELECT 1)",
                "-- a comment\nSELECT 1",
                "WITH a AS (SELECT 1) SELECT * FROM a",
                "FROM runs",
                "VALUES (1)",
                "TABLE runs",
                "SHOW TABLES",
                "DESCRIBE case_runs",
                "SUMMARIZE runs",
                "EXPLAIN SELECT 1",
                "EXPLAIN ANALYZE SELECT 1",
                "EXPLAIN (FORMAT json) SELECT 1",
                "PRAGMA table_info('runs')",
                "SHOW ALL TABLES",
                "DESCRIBE SELECT 1",
                "UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b",
                "PIVOT runs ON id IN ('run') USING count(*)",
                "FROM range(3)",
                "SELECT unnest([1, 2])",
                "FROM unnest([1, 2])",
                "FROM json_each('[1]')",
                "FROM duckdb_tables()",
                "-- a comment\nEXPLAIN SELECT 1",
                "SELECT ';' ; ",
                "SELECT $$;$$, E'\\';', \";\" FROM (SELECT 1 AS \";\") -- ;"
            })
    void questions_of_every_kind_are_answered(String sql) {
        assertThat(history.query(sql).rows()).isNotEmpty();
    }

    @Test
    void what_does_not_fit_is_told_in_the_words_that_were_asked() {
        assertThatThrownBy(() -> history.query("SELECT nope FROM runs"))
                .hasMessageContaining("LINE 1: SELECT nope FROM runs")
                .hasMessageNotContaining("EXPLAIN");
        assertThatThrownBy(() -> history.query("SELEC 1")).hasMessageContaining("syntax error at or near \"SELEC\"");
        assertThatThrownBy(() -> history.query(" ")).hasMessage("the query was refused: it is empty");
        assertThatThrownBy(() -> history.query("PIVOT runs ON id USING count(*)"))
                .hasMessageContaining("a PIVOT has to name its columns here: ON hardware IN ('cpu', 'wasm')");
    }

    /** A new release of the database may have functions that nobody here has looked at. */
    @Test
    void each_function_of_the_database_that_gives_rows_is_known_to_read_or_not_to() {
        List<String> unknown = history
                .query(
                        "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')"
                                + " AND internal")
                .rows()
                .stream()
                .map(row -> String.valueOf(row.get(0).orElseThrow()))
                .filter(function -> !ReadOnlyStatement.isReading(function) && !DOING.contains(function))
                .toList();
        assertThat(unknown).isEmpty();
        assertThat(DOING).noneMatch(ReadOnlyStatement::isReading);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE VIEW trap AS FROM enable_logging(storage='stdout')",
                "CREATE MACRO trap() AS TABLE FROM enable_logging(storage='stdout')",
                "CREATE MACRO json_serialize_sql(x) AS '{\"error\":false,\"statements\":[1]}'"
            })
    void what_a_history_brings_along_is_seen_through(String trap) {
        Path brought = folder.resolve("brought.duckdb");
        DuckDbHistory.open(EmptyHistory.at(brought)).close();
        try (Handle handle = DuckDbFile.open(brought, AllowedPaths.NONE)) {
            handle.execute(trap);
        }
        String sql = trap.contains("VIEW")
                ? "FROM trap"
                : trap.contains("TABLE") ? "FROM trap()" : "SELECT 1; COMMIT; DELETE FROM runs";
        try (DuckDbHistory hostile = DuckDbHistory.open(brought)) {
            assertThatThrownBy(() -> hostile.query(sql)).hasMessageStartingWith("the query was refused");
        } catch (BasculeException e) {
            // Not opened at all is as good.
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_INVALID);
        }
    }

    @Test
    void negative_control_a_database_that_is_not_in_a_box_reads_the_file() {
        try (Handle open = DatabaseInMemory.handle()) {
            assertThat(open.createQuery(in("SELECT content FROM read_text('DIR/secret.txt')"))
                            .mapTo(String.class)
                            .one())
                    .isEqualTo(SECRET);
        }
    }

    @Test
    void a_question_that_takes_all_day_is_stopped() {
        assertThatThrownBy(() -> history.query(
                        "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range * b.range % 7 = 3",
                        Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.QUERY_TIMED_OUT))
                .hasMessage("the query was stopped after 1 s");
    }

    @Tag("full")
    @Test
    void an_answer_that_does_not_fit_into_memory_is_stopped() {
        // A hundred values a row: the rows are what takes long.
        int rows = ReadOnlyQuery.MOST_VALUES / 100;
        String wide = IntStream.range(0, 100).mapToObj(i -> "range AS v" + i).collect(Collectors.joining(", "));
        assertThatThrownBy(() -> history.query("SELECT %s FROM range(%d)".formatted(wide, rows + 1)))
                .hasMessageContaining("more than 5000000 values");
        assertThatThrownBy(() -> history.query("SELECT repeat('x', 10000000) FROM range(11)"))
                .hasMessageContaining("more than 100000000 characters");
    }

    @Test
    void a_view_in_place_of_the_runs_brings_no_file_of_this_machine() {
        Path hostile = folder.resolve("hostile.duckdb");
        DuckDbHistory.open(EmptyHistory.at(hostile)).close();
        try (Handle handle = DuckDbFile.open(hostile, AllowedPaths.NONE)) {
            handle.execute("ALTER TABLE runs RENAME TO kept");
        } catch (JdbiException e) {
            // Other tables refer to it: a history with a view of that name is then made from nothing.
            assertThat(e).hasMessageContaining("depend");
        }
        Path made = folder.resolve("made.duckdb");
        try (Handle handle = DatabaseInMemory.handle()) {
            handle.execute("ATTACH '%s' AS made".formatted(made));
            handle.execute("CREATE TABLE made.schema_migrations AS SELECT 1 AS version");
            handle.execute(in("CREATE VIEW made.runs AS SELECT content AS id FROM read_text('DIR/secret.txt')"));
            handle.execute("DETACH made");
        }
        assertThatThrownBy(() -> history.importAll(List.of(made), START.plusSeconds(9), ForeignCopier.Maker.HERE))
                .isInstanceOf(BasculeException.class)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(SECRET));
        try (Handle handle = DuckDbFile.open(made, AllowedPaths.NONE)) {
            assertThatThrownBy(() ->
                            handle.createQuery("FROM runs").mapTo(String.class).list())
                    .hasMessageNotContaining(SECRET)
                    .hasStackTraceContaining("disabled by configuration");
        }
    }

    @Test
    void a_path_that_says_more_than_where_a_file_is_runs_nothing() throws IOException {
        Path script = Files.writeString(folder.resolve("init.sql"), "CREATE TABLE owned AS SELECT 1");
        List<String> before = files(folder);
        for (String name : List.of("x.duckdb;session_init_sql_file=" + script, "x.duckdb?a=b")) {
            Path path = Path.of(folder + "/" + name);
            assertThatThrownBy(() -> DuckDbHistory.open(path))
                    .isInstanceOfSatisfying(
                            BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR))
                    .hasMessageContaining("its path has a ';' or a '?'");
        }
        assertThat(files(folder)).isEqualTo(before);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"plain", "it's", "a\"b", "a,b]", "back\\slash", "\\'", WORST_NAME})
    void an_export_goes_into_its_folder_whatever_that_is_called_and_into_no_other(String name) throws IOException {
        Path store = folder.resolve("history.duckdb");
        filled(store, "run", 9).close();
        Path to = folder.resolve(name);
        AllowedPaths allowed = AllowedPaths.export(to);
        try (DuckDbHistory exporting = DuckDbHistory.open(store, allowed, OpeningWork.UNHEARD)) {
            assertThat(exporting.export(to, "1", START).runs()).isEqualTo(1);
        }
        Path other = Files.createDirectory(folder.resolve("other"));
        try (Handle handle = DuckDbFile.open(store, allowed)) {
            assertThatThrownBy(() -> handle.execute("COPY runs TO '%s/out.csv'".formatted(other)))
                    .isInstanceOf(JdbiException.class);
        }
        assertThat(other).isEmptyDirectory();
        // The child, which takes seconds to start, is told of a folder alike by all names: by the last, it has the
        // worst.
        ForeignCopier.Maker copiers = name.equals(WORST_NAME) ? ChildCopier::new : ForeignCopier.Maker.HERE;
        try (DuckDbHistory second = DuckDbHistory.open(EmptyHistory.at(folder.resolve("second.duckdb")))) {
            assertThat(second.importAll(List.of(to), START.plusSeconds(9), copiers)
                            .added())
                    .isEqualTo(1);
        }
    }

    @Tag("full")
    @Test
    void what_a_killed_import_left_is_gone_after_the_next() throws IOException {
        Path store = folder.resolve("history.duckdb");
        Path left = HistoryImport.folder(store);
        Files.createDirectories(left.resolve("deep"));
        Path kept = Files.writeString(folder.resolve("kept.txt"), "kept");
        Files.createSymbolicLink(left.resolve("deep/link"), folder);
        Files.writeString(left.resolve("0.duckdb"), "half a file");
        Path source = folder.resolve("source.duckdb");
        filled(source, "other", 8).close();
        try (DuckDbHistory importing = filled(store, "run", 9)) {
            assertThat(importing
                            .importAll(List.of(source), START.plusSeconds(9))
                            .added())
                    .isEqualTo(1);
        }
        assertThat(left).doesNotExist();
        assertThat(kept).hasContent("kept");
    }

    @Test
    void the_databases_own_code_leaves_no_file_behind_even_when_it_is_killed() throws IOException {
        Path maps = Path.of("/proc/self/maps");
        if (Files.exists(maps)) {
            assertThat(Files.readString(maps)).contains("libduckdb_java");
            assertThat(UnpackedLibrary.mapped(Files.readString(maps))).isEmpty();
        }
        assertThat(UnpackedLibrary.mapped(
                        "7f0 r-xp 0 08:01 1 /usr/lib/libc.so.6\n7f1 r-xp 0 08:01 2    /tmp/libduckdb_java123.so\n"))
                .contains(Path.of("/tmp/libduckdb_java123.so"));
        assertThat(UnpackedLibrary.mapped("7f1 r-xp 0 08:01 2 /tmp/my dir/c/libduckdb_java1.so\n"))
                .contains(Path.of("/tmp/my dir/c/libduckdb_java1.so"));
        assertThat(UnpackedLibrary.mapped("7f1 r-xp 0 08:01 2 /tmp/libduckdb_java123.so (deleted)\n"))
                .isEqualTo(Optional.empty());
        assertThat(UnpackedLibrary.mapped("7f1 r-xp 0 08:01 2 /opt/duckdb/libduckdb_java.so\n"))
                .isEmpty();
    }
}
