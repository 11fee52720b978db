package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A history that is reached by a link is the one that the link leads to. */
@Tag("slow")
class LinkedStoreTest {
    @TempDir
    Path folder;

    private Path file() throws IOException {
        return Files.createDirectories(folder.resolve("elsewhere")).resolve("real.duckdb");
    }

    private Path link() throws IOException {
        try {
            return Files.createSymbolicLink(folder.resolve("history.duckdb"), Path.of("elsewhere", "real.duckdb"));
        } catch (UnsupportedOperationException | java.nio.file.FileSystemException e) {
            return abort("no links here: " + e);
        }
    }

    private static void append(Path store, String id) {
        try (DuckDbHistory history = DuckDbHistory.open(store)) {
            history.append(record(
                    id, START, strict(TEXT, Verdict.PASS, on(WASM).median(9).build())));
        }
    }

    private static long runs(Path store) {
        try (DuckDbHistory history = DuckDbHistory.open(store)) {
            return history.count();
        }
    }

    @Test
    void whoever_holds_the_file_holds_it_under_either_name_whether_it_is_there_yet_or_not() throws IOException {
        Path file = file();
        Path link = link();
        for (boolean there : new boolean[] {false, true}) {
            assertThat(Files.exists(file)).isEqualTo(there);
            try (StoreLock lock = StoreLock.take(link)) {
                assertThat(lock.store()).isEqualTo(file.getParent().toRealPath().resolve("real.duckdb"));
                assertThatThrownBy(() -> StoreLock.take(file, Duration.ZERO))
                        .isInstanceOfSatisfying(
                                BasculeException.class,
                                error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_LOCKED));
            }
            append(link, "run-" + there);
        }
        assertThat(runs(file)).isEqualTo(2);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("history.duckdb", "elsewhere");
    }

    @Test
    void making_it_anew_leaves_the_link_a_link_and_the_access_as_it_was() throws IOException {
        Path file = EmptyHistory.at(file());
        append(file, "one");
        Path link = link();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        HistoryCopy.compact(link);
        assertThat(link).isSymbolicLink();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw----");
        append(link, "two");
        assertThat(runs(file)).isEqualTo(2);
        assertThat(file.getParent().toFile().list()).containsExactlyInAnyOrder("real.duckdb", "real.duckdb.lock");
    }

    @Test
    void links_in_a_circle_are_told() throws IOException {
        Path store = folder.resolve("a.duckdb");
        Files.createSymbolicLink(store, Path.of("a.duckdb"));
        assertThatThrownBy(() -> StoreLock.take(store))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE));
    }

    @Test
    void what_is_only_in_the_log_of_a_linked_file_is_imported_as_well() throws IOException {
        Path file = file();
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("written.duckdb")))) {
            history.append(record(
                    "one", START, strict(TEXT, Verdict.PASS, on(WASM).median(9).build())));
            // As a process leaves it that is killed: nothing is written back yet.
            Files.copy(folder.resolve("written.duckdb"), file);
            Files.copy(HistoryCopy.log(folder.resolve("written.duckdb")), HistoryCopy.log(file));
        }
        Path link = link();
        try (DuckDbHistory other = DatabaseInMemory.history()) {
            assertThat(other.importAll(List.of(link), java.time.Instant.MAX, ForeignCopier.Maker.HERE)
                            .added())
                    .isEqualTo(1);
        }
    }
}
