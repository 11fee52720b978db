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
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.IntegrityFinding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run that comes under several ids. */
@Tag("red-team")
class CopiedHistoryTest {
    @TempDir
    Path folder;

    private static RunRecord run(String id, double median) {
        return record(
                id, START, strict(TEXT, Verdict.PASS, on(WASM).median(median).build()));
    }

    private Path document(RunRecord run) throws IOException {
        return Files.writeString(folder.resolve(run.id() + ".json"), RunDocuments.json(run));
    }

    @Test
    void the_same_run_under_a_second_id_is_not_imported() throws IOException {
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            history.importAll(List.of(document(run("one", 9))), Instant.MAX);
            Path copy = document(run("two", 9));
            assertThatThrownBy(() -> history.importAll(List.of(copy), Instant.MAX))
                    .hasMessageContaining("run two: 1 of its sample arrays are those of run one");
            assertThat(history.runs(RunFilter.ALL)).hasSize(1);
        }
    }

    @Test
    void nor_are_two_of_the_same_import() throws IOException {
        List<Path> both = List.of(document(run("one", 9)), document(run("two", 9)));
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThatThrownBy(() -> history.importAll(both, Instant.MAX)).hasMessageContaining("run two");
            assertThat(history.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    void runs_with_samples_of_their_own_are_and_the_same_run_twice_adds_nothing() throws IOException {
        List<Path> both = List.of(document(run("one", 9)), document(run("two", 9.1)));
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThat(history.importAll(both, Instant.MAX).added()).isEqualTo(2);
            assertThat(history.importAll(both, Instant.MAX).added()).isZero();
            assertThat(history.check(Instant.MAX)).isEmpty();
        }
    }

    @Test
    void what_stands_in_a_history_already_is_named_by_its_check() {
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            history.append(run("one", 9));
            history.append(run("two", 9));
            assertThat(history.check(Instant.MAX)).singleElement().satisfies(finding -> {
                assertThat(finding.kind()).isEqualTo(Kind.COPY);
                assertThat(finding.where()).isEqualTo("two");
            });
        }
    }
}
