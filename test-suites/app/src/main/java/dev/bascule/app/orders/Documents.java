package dev.bascule.app.orders;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.document.RunDocuments;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Records as they come back from workers: run.json, compressed. Stateless. */
final class Documents {
    /** Of one document, unpacked: whoever packed it is not believed. A cell comes to some kilobytes, with many samples to a hundred. */
    private static final long MOST_BYTES = 64L << 20;

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
                unpack(document, references, file);
                return RunDocuments.read(file, now);
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.RECORD_INVALID, "a worker's result cannot be read: " + FileErrorText.why(e));
        }
    }

    /** No more than a chunk of it is in memory. */
    private static void unpack(byte[] document, Map<String, String> references, Path file) throws IOException {
        try (Reader in = new InputStreamReader(
                        new Limited(new GZIPInputStream(new ByteArrayInputStream(document))), StandardCharsets.UTF_8);
                Writer out = Files.newBufferedWriter(file)) {
            BlobWord.replace(in, references, out);
        }
    }

    /** Ends by an error where more comes than may. */
    private static final class Limited extends FilterInputStream {
        private long left = MOST_BYTES;

        Limited(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            return read < 0 ? read : counted(read, 1);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            return read < 0 ? read : counted(read, read);
        }

        private int counted(int result, int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException("it unpacks to more than %d MiB".formatted(MOST_BYTES >> 20));
            }
            return result;
        }
    }
}
