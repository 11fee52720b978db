package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Records as they come back from workers: run.json, compressed. Stateless. */
final class Documents {
    /** Of one document, unpacked: whoever packed it is not believed. */
    private static final int MOST_BYTES = 512 << 20;

    private Documents() {}

    static byte[] packed(String json) {
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream()) {
            try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
                packed.write(json.getBytes(StandardCharsets.UTF_8));
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The record, audited as any document from outside.
     *
     * @param references the submitter's own words for its files, by SHA-256
     * @param now by the submitter's clock
     * @throws BasculeException RECORD_INVALID or USAGE_ERROR where it is no record that can be believed
     */
    static RunRecord read(byte[] document, Map<String, String> references, Instant now) {
        try {
            Path file = Files.createTempFile("bascule-result", ".json");
            try {
                Files.writeString(file, BlobWord.replaced(unpacked(document), references));
                return RunDocuments.read(file, now);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.RECORD_INVALID, "a worker's result cannot be read: " + FileErrorText.why(e));
        }
    }

    private static String unpacked(byte[] document) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(document))) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it unpacks to more than %d bytes".formatted(MOST_BYTES));
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
