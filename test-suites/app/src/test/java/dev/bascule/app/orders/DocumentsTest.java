package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.fixture.Fixtures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class DocumentsTest {
    private static final Instant LATER = Fixtures.START.plus(Duration.ofHours(1));
    private static final String ONE = "1".repeat(64);
    private static final String TWO = "2".repeat(64);

    private static String replaced(String json) throws IOException {
        StringWriter text = new StringWriter();
        BlobWord.replace(new StringReader(json), Map.of(ONE, "my \"own\" m.onnx"), text);
        return text.toString();
    }

    @Test
    void a_record_comes_back_as_it_was_packed() {
        RunRecord record = Fixtures.record(
                "run",
                Fixtures.strict(
                        Fixtures.TEXT, Verdict.PASS, Fixtures.on(Backends.WASM).build()));

        assertThat(Documents.read(Documents.packed(RunDocuments.json(record)), Map.of(), LATER))
                .isEqualTo(record);
    }

    @Test
    void a_file_is_named_by_the_submitters_word_wherever_it_stands() throws IOException {
        String before = "x".repeat((1 << 16) - 30);

        assertThat(replaced(before + "blob:" + ONE + "blob:" + ONE + " blob:" + TWO))
                .isEqualTo(before + "my \\\"own\\\" m.onnxmy \\\"own\\\" m.onnx blob:" + TWO);
        assertThat(replaced("blob:" + "1".repeat(63))).isEqualTo("blob:" + "1".repeat(63));
    }

    @Test
    void a_small_document_that_unpacks_to_much_is_refused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] blanks = " ".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
        try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
            for (int mebibyte = 0; mebibyte < 65; mebibyte++) {
                packed.write(blanks);
            }
        }

        assertThat(bytes.size()).isLessThan(1 << 20);
        assertThatThrownBy(() -> Documents.read(bytes.toByteArray(), Map.of(), LATER))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("unpacks to more than 64 MiB");
    }
}
