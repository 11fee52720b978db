package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.reports.fixture.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifest of an exported history whose Parquet files are whole. */
@FuzzTarget
class ManifestFuzzTest {
    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");

    @TempDir
    static Path folder;

    private static Path exported;
    private static byte[] manifest;
    private static DuckDbHistory history;

    @BeforeAll
    static void export_a_history() throws IOException {
        exported = folder.resolve("exported");
        try (DuckDbHistory source = DuckDbHistory.open(
                EmptyHistory.at(folder.resolve("source.duckdb")), AllowedPaths.export(exported), OpeningWork.UNHEARD)) {
            source.append(Fixtures.record(
                    "seed",
                    Fixtures.strict(
                            Fixtures.TEXT,
                            Verdict.PASS,
                            Fixtures.on(Backends.WASM).build())));
            source.export(exported, "bascule", NOW);
        }
        manifest = Files.readAllBytes(exported.resolve(Manifest.FILE));
        history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("history.duckdb")));
    }

    @AfterAll
    static void close() {
        history.close();
    }

    static Stream<byte[]> manifests() {
        return Stream.of(manifest);
    }

    @MethodSource("manifests")
    @FuzzTest
    void a_manifest_is_refused_or_brings_the_run_and_nothing_else(byte[] data) throws IOException {
        Files.write(exported.resolve(Manifest.FILE), data);
        // Not by a child, whose branches the fuzzer would not see.
        Refusals.read(() -> history.importAll(List.of(exported), Instant.MAX, ForeignCopier.Maker.HERE));
        assertThat(history.runs(RunFilter.ALL)).allMatch(run -> run.id().equals("seed"));
    }
}
