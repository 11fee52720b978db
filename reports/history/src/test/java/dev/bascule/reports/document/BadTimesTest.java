package dev.bascule.reports.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.EmptyHistory;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records with times, numbers and texts that cannot be: the record's error, and never a bug of whoever reads it. */
@Tag("attack")
@Tag("slow")
class BadTimesTest {
    private static final Instant NOW = Instant.parse("2026-11-21T09:36:56Z");

    @TempDir
    Path folder;

    /** For all that is refused: it stays empty. */
    private static DuckDbHistory empty;

    @BeforeAll
    static void open(@TempDir Path its) {
        empty = DuckDbHistory.open(EmptyHistory.at(its.resolve("h.duckdb")));
    }

    @AfterAll
    static void close() {
        empty.close();
    }

    private static ObjectNode document() throws IOException {
        return (ObjectNode) Json.MAPPER.readTree(RunDocuments.json(ShowcaseRun.record()));
    }

    private Path write(JsonNode document) throws IOException {
        return Files.writeString(folder.resolve("run.json"), document.toString());
    }

    private void refuses(JsonNode document) throws IOException {
        Path file = write(document);
        assertThatThrownBy(() -> RunDocuments.read(file, NOW))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.code().exitCode()).isIn(ExitCode.INVALID_INPUT, ExitCode.USAGE))
                .hasMessageContaining(file.toString());
        assertThatThrownBy(() -> empty.importAll(List.of(file), NOW)).isInstanceOf(BasculeException.class);
        assertThat(empty.runs(RunFilter.ALL)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"+999999999-12-31T23:59:59.999999999Z\"",
                "\"-999999999-01-01T00:00:00Z\"",
                "\"-1000000000-01-01T00:00:00Z\"",
                "\"1000-01-01T00:00:00Z\"",
                "\"2026-13-45T99:00:00Z\"",
                "\"\\u0000\"",
                "9223372036854775807",
                "-9223372036854775808",
                "1e400"
            })
    void a_time_that_nobody_can_count(String time) throws IOException {
        for (String field : List.of("startedAt", "finishedAt")) {
            ObjectNode document = document();
            ((ObjectNode) document.path("run")).set(field, Json.MAPPER.readTree(time));
            refuses(document);
        }
        ObjectNode document = document();
        ((ObjectNode) document.path("cells").path(0).path("attempts").path(0))
                .set("startedAt", Json.MAPPER.readTree(time));
        refuses(document);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e300", "-1e300", "9e18"})
    void a_duration_beyond_all_clocks(String millis) throws IOException {
        ObjectNode document = document();
        ((ObjectNode) document.path("cells").path(0).path("attempts").path(0))
                .set("durationMs", Json.MAPPER.readTree(millis));
        Path file = write(document);
        try {
            RunDocuments.read(file, NOW);
        } catch (BasculeException e) {
            assertThat(e.code().exitCode()).isIn(ExitCode.INVALID_INPUT, ExitCode.USAGE);
        }
    }

    @Test
    void a_nul_in_a_text_is_kept_or_replaced_and_breaks_nothing() throws IOException {
        ObjectNode document = document();
        ((ObjectNode) document.path("run")).put("command", "bascule run a\0b");
        ((ObjectNode) document.path("machine")).put("os", "Linux\0 6.1");
        Path file = write(document);
        try (DuckDbHistory history = DuckDbHistory.open(EmptyHistory.at(folder.resolve("h.duckdb")))) {
            history.importAll(List.of(file), NOW);
            assertThat(history.runs(RunFilter.ALL)).hasSize(1);
            assertThat(history.latest(RunFilter.ALL).orElseThrow().machine().os())
                    .isEqualTo("Linux  6.1");
        }
    }

    @Test
    void lists_in_lists_without_end() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "{\"schemaVersion\":1,\"x\":" + "[".repeat(100_000));
        assertThatThrownBy(() -> RunDocuments.read(file, NOW))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE_ERROR));
    }

    @Test
    void negative_control_the_record_as_it_was_written_is_read() throws IOException {
        assertThat(RunDocuments.read(write(document()), NOW)).isEqualTo(ShowcaseRun.record());
    }
}
