package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Checked;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.NotJudged;
import dev.bascule.fallback.attempt.Origin;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Selection;
import dev.bascule.fallback.attempt.Tool;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file of each earlier version, filled as that version filled it, in the hands of this build. */
class OldHistoriesTest {
    @TempDir
    Path folder;

    static IntStream versions() {
        return IntStream.rangeClosed(1, Migrations.ALL.size());
    }

    @ParameterizedTest(name = "version {0}")
    @MethodSource("versions")
    void a_file_of_each_version_is_read_shown_checked_and_added_to(int version) {
        try (DuckDbHistory history = DuckDbHistory.open(OldHistories.fileOf(folder, version))) {
            holds(history.find("old").orElseThrow(), version);
            assertThat(history.runs(RunFilter.ALL)).hasSize(version < 3 ? 1 : 2);
            MatrixPage page = history.matrixPage(MatrixQuery.ALL);
            assertThat(page.cells())
                    .extracting(LightCell::verdict)
                    .containsExactly(Verdict.PASS, Verdict.CRASHED, Verdict.PASS);
            assertThat(page.cells().get(0).time().orElseThrow().medianMs()).isEqualTo(10.0625);
            assertThat(page.cells().get(0).relative().orElseThrow().ratio()).isEqualTo(4);
            assertThat(page.cells().get(0).throttled()).isEqualTo(version >= 8);
            assertThat(history.series(page.cells().get(0).place())).hasSize(1);
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
            history.append(ShowcaseRun.record());
            assertThat(history.find(ShowcaseRun.record().id())).contains(ShowcaseRun.record());
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
    }

    @ParameterizedTest(name = "version {0}")
    @MethodSource("versions")
    void an_export_of_each_version_is_imported(int version) throws IOException {
        Path exported = Files.createDirectories(folder.resolve("export"));
        try (Handle handle = DuckDbFile.open(OldHistories.fileOf(folder, version), AllowedPaths.export(exported))) {
            SortedMap<String, Manifest.Table> tables = new TreeMap<>();
            for (String table : handle.createQuery("SELECT table_name FROM duckdb_tables()")
                    .mapTo(String.class)
                    .list()) {
                if (HistoryTables.measured().contains(table)) {
                    Path file = exported.resolve(table + ".parquet");
                    handle.execute("COPY %s TO '%s' (FORMAT parquet)".formatted(table, file));
                    tables.put(table, new Manifest.Table(table + ".parquet", 1, ParquetExport.sha256(file)));
                }
            }
            Manifest manifest = new Manifest(Manifest.FORMAT, version, "0.1", Instant.EPOCH, 1, tables);
            Json.MAPPER.writeValue(exported.resolve(Manifest.FILE).toFile(), manifest);
        }
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            assertThat(history.importAll(List.of(exported), java.time.Instant.MAX, ForeignCopier.Maker.HERE)
                            .added())
                    .isEqualTo(version < 3 ? 1 : 2);
            holds(history.find("old").orElseThrow(), version);
            assertThat(history.importAll(
                                    List.of(folder.resolve("v" + version + ".duckdb")),
                                    java.time.Instant.MAX,
                                    ForeignCopier.Maker.HERE)
                            .added())
                    .as("the file has the same runs")
                    .isZero();
        }
    }

    private static void holds(RunRecord run, int version) {
        assertThat(run.startedAt()).isEqualTo(Instant.parse("2026-01-02T03:04:05.123456789Z"));
        assertThat(run.runs())
                .extracting(CaseRun::verdict)
                .containsExactly(Verdict.PASS, Verdict.PASS, Verdict.CRASHED);
        Attempt wasm = run.runs().get(0).decisive();
        assertThat(wasm.timing().orElseThrow().measured())
                .isEqualTo(Samples.ofMillis(10.25, 10.5, 9.75, 10.0, 10.125, 9.875, 10.0625));
        assertThat(wasm.comparison().orElseThrow().ratio().value()).isEqualTo(4);
        assertThat(wasm.comparison().orElseThrow().blocks().recorded()).isEqualTo(version >= 17);
        assertThat(run.origins().contains(Origin.MERGED)).isEqualTo(version >= 17);
        assertThat(wasm.outputs()).hasToString(version < 15 ? "[]" : "[logits float32[1,2], count int64[]]");
        assertThat(wasm.target().browser().orElseThrow().version()).isEqualTo("153.0.1");
        assertThat(run.runs().get(1).decisive().memory().orElseThrow().parts())
                .isEqualTo(version < 2 ? Map.of() : Map.of("heap", 9_000_000L));
        assertThat(run.runs().get(2).retries()).hasSize(version < 2 ? 0 : 1);
        assertThat(run.scenarios()).hasSize(version < 2 ? 0 : 1);
        Difference difference = wasm.numerics().orElseThrow().difference();
        assertThat(difference.signedZeros()).isEqualTo(version < 4 ? 0 : 2);
        assertThat(run.runs().get(0).model().signatures()).hasSize(version < 5 ? 0 : 1);
        assertThat(run.runs().get(0).model().signatures())
                .allSatisfy(operator ->
                        assertThat(operator.nodes() - operator.influencing()).isEqualTo(version < 20 ? 0 : 1));
        assertThat(run.selection().isPresent()).isEqualTo(version >= 6);
        assertThat(run.selection().map(Selection::unread).orElse(List.of())).hasSize(version < 7 ? 0 : 1);
        assertThat(wasm.usage().isPresent()).isEqualTo(version >= 8);
        assertThat(run.errors()).hasSize(version < 9 ? 0 : 1);
        assertThat(run.machine().parts().isPresent()).isEqualTo(version >= 10);
        assertThat(run.runs().get(0).fallBackOn().map(FallbackPolicy::toString))
                .isEqualTo(version < 13 ? Optional.empty() : Optional.of("unsupported,wasm-trap"));
        assertThat(wasm.numerics().orElseThrow().checked())
                .isEqualTo(
                        version < 16
                                ? Optional.empty()
                                : Optional.of(new Checked(
                                        8, 1, 1, 1, 0, List.of(new NotJudged("count", NotJudged.Why.CONSTANT)))));
        assertThat(run.runs().get(0).conditions().map(known -> known.inputs().sizes()))
                .isEqualTo(
                        version < 18 ? Optional.empty() : Optional.of("sequence=128 (chosen: usual for a sequence)"));
        assertThat(run.notRun()).hasSize(version < 14 ? 0 : 1);
        assertThat(run.models()).hasSize(version < 14 ? 0 : 2);
        assertThat(run.tool()).isEqualTo(version < 12 ? Optional.empty() : Optional.of(new Tool("bascule", "0.1")));
    }
}
