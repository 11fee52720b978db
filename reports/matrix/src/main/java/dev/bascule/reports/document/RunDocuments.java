package dev.bascule.reports.document;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.audit.AuditFinding;
import dev.bascule.reports.audit.EqualSamples;
import dev.bascule.reports.audit.RecordAdapters;
import dev.bascule.reports.audit.RecordCounts;
import dev.bascule.reports.audit.RecordTimes;
import dev.bascule.reports.matrix.ElsewhereCosts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** To and from the JSON document of a run. Stateless and thread-safe. */
public final class RunDocuments {
    /** Reads documents of later builds of the same schema version too: a field it does not know is passed over. */
    private static final JsonMapper READER = Json.MAPPER
            .rebuild()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private static final String REMEDY = "pass a run.json that `bascule run` or `bascule conformance` wrote";

    private RunDocuments() {}

    public static RunDocument of(RunRecord record) {
        return of(record, ElsewhereCosts.NONE);
    }

    /** With what its fallbacks cost elsewhere. */
    public static RunDocument of(RunRecord record, ElsewhereCosts costs) {
        return new DocumentWriter(record, costs).write();
    }

    /** The document's text: indented, arrays of numbers in one line, a newline at the end. */
    public static String json(RunRecord record) {
        return json(record, ElsewhereCosts.NONE);
    }

    /** The same, with what its fallbacks cost elsewhere. */
    public static String json(RunRecord record, ElsewhereCosts costs) {
        try {
            return Json.plain(Json.MAPPER
                            .writer(new DefaultPrettyPrinter())
                            .without(StreamWriteFeature.AUTO_CLOSE_TARGET)
                            .writeValueAsString(of(record, costs)))
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A document that is to be believed: what it derives follows from what it holds, and its times can be.
     *
     * @param now by the clock of who reads it
     * @throws BasculeException as {@link #read(Path)}
     */
    public static RunRecord read(Path file, Instant now) {
        RunRecord record = read(file);
        AuditFinding.refuse(
                file.toString(),
                Stream.of(
                                RecordTimes.doubts(record, now),
                                RecordCounts.doubts(record),
                                RecordAdapters.doubts(record),
                                EqualSamples.doubts(record))
                        .flatMap(List::stream)
                        .toList());
        return record;
    }

    /**
     * The record that a document was made of; the same, bit for bit. Verdicts and figures are computed anew.
     *
     * @throws BasculeException USAGE_ERROR when the file cannot be read or is no such document; RECORD_INVALID where what it derives
     *     is not what its samples and outcomes give
     */
    public static RunRecord read(Path file) {
        try {
            return parse(InputFile.text(file, InputFile.document()), file.toString());
        } catch (NoSuchFileException e) {
            throw BasculeException.because(e, ErrorCode.USAGE_ERROR, "there is no file %s".formatted(file), REMEDY);
        } catch (CharacterCodingException e) {
            throw BasculeException.because(
                    e, ErrorCode.USAGE_ERROR, "%s is no run document: it is no text".formatted(file), REMEDY);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "%s cannot be read as a run document: %s".formatted(file, FileErrorText.why(e)),
                    REMEDY);
        }
    }

    /**
     * @param name of the text, for the error
     */
    static RunRecord parse(String json, String name) {
        try {
            JsonNode tree = READER.readTree(json);
            int version = tree.path("schemaVersion").asInt();
            if (version != RunDocument.SCHEMA_VERSION) {
                throw notARun(
                        name,
                        "its schemaVersion is %s, this build reads %d"
                                .formatted(tree.path("schemaVersion"), RunDocument.SCHEMA_VERSION));
            }
            RunRecord record = record(READER.treeToValue(tree, RunDocument.class), name);
            AuditFinding.refuse(name, RecordTimes.uncountable(record));
            AuditFinding.refuse(name, DocumentAudit.doubts(tree, Json.MAPPER.valueToTree(of(record))));
            return record;
        } catch (JsonProcessingException e) {
            throw notARun(name, e.getOriginalMessage());
        } catch (IllegalArgumentException
                | NullPointerException
                | IndexOutOfBoundsException
                | ArithmeticException
                | DateTimeException e) {
            throw notARun(name, String.valueOf(e.getMessage()));
        }
    }

    /** What an id or a chain of it says against being one is said of this file. */
    private static RunRecord record(RunDocument document, String name) {
        try {
            return new DocumentReader(document).read();
        } catch (BasculeException e) {
            throw BasculeException.because(
                    e, ErrorCode.RECORD_INVALID, "%s says what cannot be so: %s".formatted(name, e.getMessage()));
        }
    }

    private static BasculeException notARun(String name, String why) {
        return new BasculeException(ErrorCode.USAGE_ERROR, "%s is no run document: %s".formatted(name, why), REMEDY);
    }

    /** The JSON Schema of the document, draft 2020-12. */
    public static String schema() {
        try (InputStream in = RunDocuments.class.getResourceAsStream("/dev/bascule/reports/run-v1.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("the schema is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
