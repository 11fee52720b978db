package dev.bascule.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which files of projects the user trusts: each in a record of its own, by its place and its bytes, in a folder that is the
 * user's alone. A file that moved or changed is not the one that was trusted.
 *
 * @param folder of the records; empty where the user has no folder of their own, and so nothing is trusted
 * @param always folders whose file is trusted whatever it says
 */
public record TrustRecords(Optional<Path> folder, List<Path> always) {
    /** Folders whose file is trusted, divided as in a class path: for CI, where a checkout is whoever's wrote the job. */
    public static final String VARIABLE = "BASCULE_TRUST";

    private static final long MOST_BYTES = 1 << 20;

    private static final String PLACE = "file";
    private static final String HASH = "sha256";
    private static final String WHEN = "trustedAt";

    /** That the file at a place was trusted, when it had this SHA-256. */
    public record Entry(Path place, String sha256, Instant trustedAt) {}

    static TrustRecords of(Optional<Path> folder, Map<String, String> environment) {
        return new TrustRecords(
                folder,
                Arrays.stream(environment.getOrDefault(VARIABLE, "").split(File.pathSeparator))
                        .map(String::strip)
                        .filter(word -> !word.isEmpty())
                        .map(TrustRecords::named)
                        .toList());
    }

    /** A relative one would be any folder that its user enters. */
    private static Path named(String word) {
        try {
            Path path = Path.of(word);
            if (path.isAbsolute()) {
                return ProjectFile.place(path.resolve(ProjectFile.NAME))
                        .resolveSibling("")
                        .normalize();
            }
        } catch (InvalidPathException noPath) {
            // Then it is none of the folders, either.
        }
        throw new BasculeException(
                ErrorCode.CONFIG_INVALID,
                "%s must be whole paths of folders, divided by '%s', but is '%s'"
                        .formatted(VARIABLE, File.pathSeparator, word));
    }

    public Trust of(ProjectFile file) {
        if (always.contains(file.place().resolveSibling("").normalize())) {
            return Trust.BY_VARIABLE;
        }
        return record(file.place())
                .flatMap(TrustRecords::read)
                .filter(entry -> entry.place().equals(file.place()))
                .map(entry -> entry.sha256().equals(file.sha256()) ? Trust.RECORDED : Trust.CHANGED)
                .orElse(Trust.NEVER);
    }

    /** Of a folder, whatever is in it: what is recorded is of a file alone. */
    Trust ofFolder(Path folder) {
        Path place = ProjectFile.place(folder.resolve(ProjectFile.NAME));
        return always.contains(place.resolveSibling("").normalize()) ? Trust.BY_VARIABLE : Trust.NEVER;
    }

    /**
     * Trusts a file as it was read.
     *
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    public void trust(ProjectFile file, Instant now) {
        Path record = record(file.place()).orElseThrow(TrustRecords::homeless);
        try {
            PrivateFiles.replace(
                    record,
                    Json.MAPPER
                            .createObjectNode()
                            .put("schemaVersion", 1)
                            .put(PLACE, file.place().toString())
                            .put(HASH, file.sha256())
                            .put(WHEN, now.toString())
                            .toPrettyString());
        } catch (IOException e) {
            throw unwritable(record, e);
        }
    }

    /** Forgets what was said of a place; whether anything was. */
    public boolean revoke(Path place) {
        Path record = record(place).orElseThrow(TrustRecords::homeless);
        try {
            return Files.deleteIfExists(record);
        } catch (IOException e) {
            throw unwritable(record, e);
        }
    }

    /** What is trusted, by place. A record that cannot be read trusts nothing. */
    public List<Entry> all() {
        return folder.filter(Files::isDirectory).map(TrustRecords::all).orElse(List.of());
    }

    private static List<Entry> all(Path folder) {
        try (Stream<Path> records = Files.list(folder)) {
            return records.filter(file -> file.toString().endsWith(".json"))
                    .flatMap(file -> read(file).stream())
                    .sorted(Comparator.comparing(Entry::place))
                    .toList();
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.CONFIG_INVALID, "cannot read the folder '%s': %s".formatted(folder, e));
        }
    }

    private Optional<Path> record(Path place) {
        return folder.map(
                records -> records.resolve(Sha256.of(place.toString().getBytes(StandardCharsets.UTF_8)) + ".json"));
    }

    private static Optional<Entry> read(Path record) {
        try {
            JsonNode node = Json.MAPPER.readTree(InputFile.text(record, MOST_BYTES));
            return Optional.of(new Entry(
                    Path.of(node.path(PLACE).asText()),
                    node.path(HASH).asText(),
                    Instant.parse(node.path(WHEN).asText())));
        } catch (IOException | InvalidPathException | DateTimeParseException broken) {
            return Optional.empty();
        }
    }

    private static BasculeException unwritable(Path record, IOException e) {
        return BasculeException.because(
                e,
                ErrorCode.OUTPUT_UNWRITABLE,
                "%s cannot be written: %s".formatted(record, e),
                "make its folder yours, or name another with XDG_STATE_HOME");
    }

    private static BasculeException homeless() {
        return new BasculeException(
                ErrorCode.OUTPUT_UNWRITABLE,
                "there is no folder of yours to remember in what you trust",
                "set XDG_STATE_HOME to a whole path of yours",
                "or say it for this one command: %s=FOLDER".formatted(VARIABLE));
    }
}
