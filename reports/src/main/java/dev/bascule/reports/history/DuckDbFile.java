package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Opens DuckDB and puts its errors into Bascule's words. Stateless. */
final class DuckDbFile {
    private static final Pattern HOLDER = Pattern.compile("held in (.+?\\(PID \\d+\\))");

    private DuckDbFile() {}

    static Handle open(Path file) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "the folder of the history %s cannot be made".formatted(file),
                    "name another file with --store FILE");
        }
        try {
            return connect("jdbc:duckdb:" + file.toAbsolutePath());
        } catch (JdbiException e) {
            throw broken(file.toString(), e);
        }
    }

    static Handle inMemory() {
        return connect("jdbc:duckdb:");
    }

    private static Handle connect(String url) {
        Properties settings = new Properties();
        // Nothing is fetched from anywhere, whatever a query asks for.
        settings.setProperty("autoinstall_known_extensions", "false");
        return Jdbi.create(url, settings).open();
    }

    /** What a database error means for the user. */
    static BasculeException broken(String file, Exception error) {
        String words = words(error);
        String lower = words.toLowerCase(Locale.ROOT);
        if (lower.contains("conflicting lock") || lower.contains("could not set lock")) {
            Matcher holder = HOLDER.matcher(words);
            return BasculeException.because(
                    error,
                    ErrorCode.STORE_LOCKED,
                    "%s is held by another process%s".formatted(file, holder.find() ? ": " + holder.group(1) : ""));
        }
        if (lower.contains("permission denied") || lower.contains("read-only") || lower.contains("no space left")) {
            return BasculeException.because(
                    error,
                    ErrorCode.OUTPUT_UNWRITABLE,
                    "the history %s cannot be written: %s".formatted(file, words),
                    "free space or permissions on the folder, or name another file with --store FILE");
        }
        return BasculeException.because(
                error, ErrorCode.STORE_INVALID, "%s cannot be used as a history: %s".formatted(file, words));
    }

    /** The database's own words, in one line. */
    static String words(Exception error) {
        Throwable cause = error;
        while (cause.getCause() != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage()).lines().findFirst().orElse("").strip();
    }
}
