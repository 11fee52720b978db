package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.CHROME;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Browser;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.MatrixText;
import dev.bascule.reports.matrix.TextStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cell that was measured where nobody here could look says so, wherever it is shown. */
@Tag("red-team")
class WaysHereTest {
    private static final RunRecord OWN =
            record("own", strict(TEXT, Verdict.PASS, on(WASM).median(9).build()));
    private static final RunRecord IMPORTED = record(
                    "imported-run",
                    START.plusSeconds(60),
                    strict(TEXT, Verdict.PASS, on(WASM).median(9).build()))
            .as(RunOrigin.IMPORTED);
    private static final RunRecord ATTACHED = record(
            "attached-run",
            strict(
                    TEXT,
                    Verdict.PASS,
                    on(WASM).in(new Browser(CHROME.name(), CHROME.version(), "attach", List.of()))
                            .build()));

    @TempDir
    Path folder;

    private static String text(RunRecord run) {
        return MatrixText.render(Matrix.of(run), new TextStyle(120, true, false));
    }

    @Test
    void the_matrix_and_each_report_say_so_of_an_imported_and_of_an_attached_cell() {
        assertThat(List.of(
                        text(IMPORTED), new MarkdownReporter().render(IMPORTED), new HtmlReporter().render(IMPORTED)))
                .allSatisfy(report -> assertThat(report).contains("imported", "read from a file, which was checked"));
        assertThat(List.of(
                        text(ATTACHED), new MarkdownReporter().render(ATTACHED), new HtmlReporter().render(ATTACHED)))
                .allSatisfy(report -> assertThat(report).contains("attached", "nobody here could watch"));
    }

    @Test
    void none_says_so_of_what_was_measured_here() {
        assertThat(List.of(text(OWN), new MarkdownReporter().render(OWN), new HtmlReporter().render(OWN)))
                .allSatisfy(report -> assertThat(report).doesNotContain("read from a file, which was checked"));
    }

    @Test
    void what_a_history_imported_says_so_beside_what_it_measured() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), RunDocuments.json(IMPORTED.from(Set.of())));
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")))) {
            history.append(OWN);
            assertThat(Matrix.of(history.latestCells(RunFilter.ALL)).inOrder())
                    .flatExtracting(MatrixCell::ways)
                    .isEmpty();
            history.importAll(List.of(file), Instant.MAX);
            assertThat(Matrix.of(history.latestCells(RunFilter.ALL)).inOrder())
                    .flatExtracting(MatrixCell::ways)
                    .containsExactly("imported");
        }
    }

    @Test
    void a_comparison_says_so_of_its_sides() {
        assertThat(compared(IMPORTED).cases().get(0).notes()).contains("the baseline is imported in all of its runs");
        assertThat(compared(OWN).cases().get(0).notes()).noneMatch(note -> note.contains("imported"));
    }

    private static ComparisonReport compared(RunRecord baseline) {
        RunRecord candidate = record(
                "candidate",
                START.plusSeconds(7200),
                strict(TEXT, Verdict.PASS, on(WASM).median(9).build()));
        return Comparer.compare(
                ComparedSide.of("a", baseline),
                ComparedSide.of("b", candidate),
                Set.of(),
                List.of(),
                ComparisonOptions.DEFAULT);
    }
}
