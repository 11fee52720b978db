package dev.bascule.reports.history;

import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/** Writes a history's tables, in the transaction it is given, as Parquet files that any tool can read. Stateless. */
final class ParquetExport {
    private ParquetExport() {}

    static Manifest write(Handle handle, Path folder, String product, Instant now) {
        try {
            Files.createDirectories(folder);
            try (Stream<Path> files = Files.list(folder)) {
                if (files.findAny().isPresent()) {
                    throw HistoryCopy.unwritable(folder, "it has files already", "name another folder");
                }
            }
            Manifest manifest = tables(handle, folder, product, now);
            Json.MAPPER
                    .writerWithDefaultPrettyPrinter()
                    .writeValue(folder.resolve(Manifest.FILE).toFile(), manifest);
            return manifest;
        } catch (IOException e) {
            throw HistoryCopy.unwritable(folder, String.valueOf(e.getMessage()), "name another folder");
        } catch (JdbiException e) {
            throw DuckDbFile.broken(folder.toString(), e);
        }
    }

    private static Manifest tables(Handle handle, Path folder, String product, Instant now) throws IOException {
        SortedMap<String, Manifest.Table> tables = new TreeMap<>();
        for (String table : HistoryTables.measured()) {
            Path file = folder.resolve(table + ".parquet");
            handle.execute(
                    "COPY %s TO '%s' (FORMAT parquet, COMPRESSION zstd)".formatted(table, HistoryCopy.quoted(file)));
            tables.put(table, new Manifest.Table(file.getFileName().toString(), count(handle, table), sha256(file)));
        }
        return new Manifest(Manifest.FORMAT, Migrations.ALL.size(), product, now, count(handle, "runs"), tables);
    }

    private static long count(Handle handle, String table) {
        return handle.createQuery("SELECT count(*) FROM " + table)
                .mapTo(Long.class)
                .one();
    }

    static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (DigestInputStream reading = new DigestInputStream(in, digest)) {
                byte[] buffer = new byte[1 << 16];
                while (reading.read(buffer) >= 0) {
                    // Only the digest is wanted.
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
