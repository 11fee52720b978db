package dev.bascule.prediction.file;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.text.PlainText;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.validate.ValidationReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads and writes data files. A file that was changed by hand is refused: its hash does not match. That guards against mishap,
 * not against whoever writes a new hash as well; who doubts a file validates it ({@code predict --validate --data FILE}). Stateless.
 */
public final class DataFile {
    private static final long MOST_BYTES = 32L << 20;
    private static final String SHIPPED = "shipped.json";
    /** Files come from anybody: what is missing from one is refused here, and is no null further in. */
    private static final ObjectMapper STRICT = Json.MAPPER
            .copy()
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .setDefaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL));

    private DataFile() {}

    /**
     * Writes a set.
     *
     * @param report what validation said of it
     * @param machines words for each fingerprint
     * @param tool which version writes it
     */
    public static void write(
            Path file,
            TrainingSet set,
            ValidationReport report,
            Map<String, String> machines,
            String tool,
            Instant now) {
        String text = text(DataParts.document(set, report, machines, tool, now));
        AtomicFile.write(file, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(DataDocument blank) {
        return lines(blank.sealedWith(hash(blank)));
    }

    private static String hash(DataDocument document) {
        return Sha256.of(lines(document.sealedWith("")).getBytes(StandardCharsets.UTF_8));
    }

    /** One line for each element of the long lists, so that a change of the file can be read. */
    private static String lines(DataDocument document) {
        try {
            return Json.plain(Json.MAPPER.writeValueAsString(document))
                    .replace("},{", "},\n{")
                    .replace("\":[{", "\":[\n{");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document that is no JSON", e);
        }
    }

    /**
     * Reads a file.
     *
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID} of what is no such file, or was changed
     */
    public static TrainingSet read(Path file) {
        return read(text(file), file.toString());
    }

    private static String text(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw invalid(file.toString(), "it is larger than %d MiB".formatted(MOST_BYTES >> 20));
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.RECORD_INVALID, "'%s' cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    /**
     * What validation said of a file's data when it was written.
     *
     * @throws BasculeException as {@link #read}
     */
    public static StoredValidation validation(Path file) {
        return made(text(file), file.toString(), StoredValidation::of);
    }

    /** The data that the product brings. */
    public static TrainingSet shipped() {
        return read(shippedText(), SHIPPED);
    }

    /** What validation said of {@link #shipped} when that was written. */
    public static StoredValidation shippedValidation() {
        return made(shippedText(), SHIPPED, StoredValidation::of);
    }

    private static String shippedText() {
        try (InputStream stream = DataFile.class.getResourceAsStream(SHIPPED)) {
            if (stream == null) {
                throw new IllegalStateException(SHIPPED + " is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(SHIPPED + " cannot be read", e);
        }
    }

    static TrainingSet read(String text, String name) {
        return made(text, name, document -> {
            StoredValidation.of(document);
            return DataParts.set(document);
        });
    }

    private static <T> T made(String text, String name, Function<DataDocument, T> parts) {
        try {
            return parts.apply(checked(text, name));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw unreadable(name, e);
        }
    }

    private static DataDocument checked(String text, String name) {
        try {
            DataDocument document = STRICT.readValue(text, DataDocument.class);
            boolean older = document.schemaVersion() == DataDocument.WITHOUT_LAYERS;
            if (document.schemaVersion() != DataDocument.VERSION && !older) {
                throw invalid(
                        name,
                        "it has version %d, and this is made for %d and %d"
                                .formatted(
                                        document.schemaVersion(), DataDocument.WITHOUT_LAYERS, DataDocument.VERSION));
            }
            if (document.layers().isPresent() == older) {
                throw invalid(
                        name,
                        older
                                ? "version %d has no layers, and it has".formatted(document.schemaVersion())
                                : "it does not say which layers answered");
            }
            if (!hash(document).equals(document.sha256())) {
                throw invalid(name, "its hash is another: it was changed, or written in part");
            }
            return document;
        } catch (JsonProcessingException e) {
            throw unreadable(name, e);
        }
    }

    private static BasculeException unreadable(String name, Exception e) {
        return BasculeException.because(
                e, ErrorCode.RECORD_INVALID, "'%s' holds no data for predictions: %s".formatted(name, first(e)));
    }

    private static String first(Exception e) {
        return PlainText.line(String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }

    private static BasculeException invalid(String name, String why) {
        return new BasculeException(
                ErrorCode.RECORD_INVALID,
                "'%s' holds no data for predictions: %s".formatted(name, why),
                "write it anew with bascule predict --validate --write-data FILE, or fetch it again");
    }
}
