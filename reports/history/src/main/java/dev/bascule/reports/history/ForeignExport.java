package dev.bascule.reports.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/** Loads an export's Parquet files into a file that this build made. Stateless. */
final class ForeignExport {
    private ForeignExport() {}

    static void load(Path from, Path to) throws IOException {
        Path manifest = from.resolve(Manifest.FILE);
        if (!Files.exists(manifest)) {
            throw ForeignTables.damaged(
                    from, "it has no %s: the export was not finished, or is none".formatted(Manifest.FILE));
        }
        JsonNode read;
        try {
            read = Json.MAPPER.readTree(InputFile.bytes(manifest, InputFile.TEXT));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw ForeignTables.damaged(from, Manifest.FILE + " is no JSON");
        } catch (IOException e) {
            throw ForeignTables.damaged(from, "%s cannot be read: %s".formatted(Manifest.FILE, FileErrorText.why(e)));
        }
        int version = read.path("schemaVersion").asInt();
        if (!read.path("format").asText().equals(Manifest.FORMAT) || version < 1) {
            throw ForeignTables.damaged(from, Manifest.FILE + " is not of a history");
        }
        if (version > Migrations.ALL.size()) {
            throw new BasculeException(
                    ErrorCode.SOURCE_INVALID,
                    "%s was written by another Bascule: its tables are of version %d, this build knows up to %d"
                            .formatted(from, version, Migrations.ALL.size()),
                    "use the Bascule that wrote it");
        }
        try (Handle handle = DuckDbFile.open(to, AllowedPaths.export(from).bounded())) {
            Migrations.migrate(handle, from.toString(), Migrations.ALL.subList(0, version));
            Set<String> tables = DatabaseCatalog.tables(handle, DatabaseCatalog.own(handle));
            for (Map.Entry<String, JsonNode> table : read.path("tables").properties()) {
                if (!tables.contains(table.getKey())) {
                    throw ForeignTables.damaged(
                            from, "version %d has no table '%s'".formatted(version, table.getKey()));
                }
                load(handle, from, table.getKey(), table.getValue());
            }
        } catch (JdbiException e) {
            throw ForeignTables.damaged(from, DuckDbFile.words(e));
        }
    }

    private static void load(Handle handle, Path from, String table, JsonNode described) throws IOException {
        String name = described.path("file").asText();
        Path file = from.resolve(name);
        if (!name.equals(table + ".parquet") || !Files.isRegularFile(file)) {
            throw ForeignTables.damaged(from, "there is no file '%s.parquet'".formatted(table));
        }
        if (!ParquetExport.sha256(file).equals(described.path("sha256").asText())) {
            throw ForeignTables.damaged(from, name + " is not the file that was written: its SHA-256 differs");
        }
        handle.execute(
                "INSERT INTO %s BY NAME SELECT * FROM read_parquet('%s')".formatted(table, HistoryCopy.quoted(file)));
    }
}
