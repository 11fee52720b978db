package dev.bascule.reports.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.Fixtures;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** A run.json, as {@code report}, {@code merge} and {@code history import} take it. */
@FuzzTarget
@Tag("slow")
class RunDocumentFuzzTest {
    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");

    static Stream<byte[]> documents() throws JsonProcessingException {
        RunRecord cell = Fixtures.record(
                "seed",
                Fixtures.strict(
                        Fixtures.TEXT, Verdict.PASS, Fixtures.on(Backends.WASM).build()));
        return Stream.of(
                Json.MAPPER.writeValueAsBytes(RunDocuments.of(cell)),
                Json.MAPPER.writeValueAsBytes(RunDocuments.of(Fixtures.record("empty"))));
    }

    @MethodSource("documents")
    @FuzzTest
    void a_document_is_refused_or_written_again_as_what_it_was_read(byte[] data) {
        Refusals.read(() -> RunDocuments.parse(FuzzInput.text(data), "run.json"))
                .ifPresent(run -> assertThat(RunDocuments.parse(RunDocuments.json(run), "again"))
                        .isEqualTo(run));
        Refusals.read(() -> RunDocuments.read(FuzzInput.file(data, "run.json"), NOW));
    }
}
