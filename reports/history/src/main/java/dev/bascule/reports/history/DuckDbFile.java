package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Opens DuckDB and puts its errors into Bascule's words. Stateless. */
final class DuckDbFile {
    private static final Pattern HOLDER = Pattern.compile("held in (.+?) ?\\(PID (\\d+)\\)");

    private static final Pattern MAIN = Pattern.compile("dev\\.bascule\\.cli\\.Main|[^:;]*bascule[^/\\\\:;]*\\.jar");
    private static final Pattern WRAPPED =
            Pattern.compile("\\A.*?closed pending query result\\s+Error: ", Pattern.DOTALL);

    private DuckDbFile() {}

    /**
     * Nobody else opens it at the same time, or puts another file in its place.
     *
     * @param allowed what it may touch besides
     */
    static Handle open(Path file, AllowedPaths allowed) {
        refuseSettings(file);
        if (Files.exists(file)) {
            refuseSpecial(file);
        }
        makeFolder(file);
        try (StoreLock lock = StoreLock.take(file)) {
            return open(file, lock, allowed);
        }
    }

    /** @param held of this file */
    static Handle open(Path file, StoreLock held, AllowedPaths allowed) {
        try {
            // What is not in the file yet is beside it, under the name that it is opened by.
            refuseSettings(held.store());
            Handle handle = connect("jdbc:duckdb:" + held.store(), allowed);
            UnpackedLibrary.forgetName();
            if (hasFile(handle)) {
                return handle;
            }
            handle.close();
        } catch (JdbiException e) {
            throw broken(file.toString(), e);
        }
        throw new BasculeException(
                ErrorCode.STORE_INVALID,
                "%s cannot be used as a history: it is no database".formatted(file),
                "name another file with --store FILE; `bascule history import FILE` takes the run of a run.json in");
    }

    /**
     * Of a JSON, CSV or Parquet file the database makes a view in memory, and what is written is gone with it. Asked of the
     * database, for reading the file here would let go of its lock.
     */
    private static boolean hasFile(Handle handle) {
        return handle.createQuery("SELECT path FROM duckdb_databases() WHERE database_name = current_database()")
                .mapTo(String.class)
                .findOne()
                .isPresent();
    }

    /** The database would wait for a pipe, and read a device for ever. */
    static void refuseSpecial(Path file) {
        try {
            InputFile.require(file);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.STORE_INVALID,
                    "%s cannot be used as a history: %s".formatted(file, FileErrorText.why(e)),
                    "name the file of a history, a folder that `bascule history export` wrote, or a run.json");
        }
    }

    private static void makeFolder(Path file) {
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
    }

    /** In memory, without a file. */
    static Handle inMemory() {
        return connect("jdbc:duckdb:", AllowedPaths.NONE);
    }

    private static Handle connect(String url, AllowedPaths allowed) {
        return Jdbi.create(url, allowed.settings()).open();
    }

    /** What follows these in an address of a database is settings to its driver, and SQL among them. */
    private static void refuseSettings(Path file) {
        String path = file.toAbsolutePath().toString();
        if (path.indexOf(';') >= 0 || path.indexOf('?') >= 0) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a history cannot be at '%s': its path has a ';' or a '?'".formatted(path),
                    "name another file with --store FILE");
        }
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
                    "%s is held by another process%s"
                            .formatted(file, holder.find() ? ": " + name(holder.group(1), holder.group(2)) : ""));
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

    /** The process that holds the file, where the database's words are about one. */
    static Optional<Long> holder(Exception error) {
        Matcher held = HOLDER.matcher(words(error));
        return held.find() ? Optional.of(Long.parseLong(held.group(2))) : Optional.empty();
    }

    /** By the command that holds it where that is one of Bascule's, else by its program. */
    private static String name(String program, String pid) {
        return ProcessHandle.of(Long.parseLong(pid))
                .flatMap(process -> process.info().arguments())
                .flatMap(arguments -> command(List.of(arguments)))
                .map(command -> "`%s` (PID %s)".formatted(command, pid))
                .orElse("%s (PID %s)".formatted(program, pid));
    }

    /** The words after the main class or the jar, as far as the options. */
    static Optional<String> command(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            if (MAIN.matcher(arguments.get(i)).matches()) {
                return Optional.of(Stream.concat(
                                Stream.of("bascule"),
                                arguments.stream().skip(i + 1L).takeWhile(word -> !word.startsWith("-")))
                        .collect(Collectors.joining(" ")));
            }
        }
        return Optional.empty();
    }

    /** The database's own words, in one line. */
    static String words(Exception error) {
        Throwable cause = error;
        while (cause.getCause() != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        return said(String.valueOf(cause.getMessage()))
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }

    /** A message without what the driver puts before it, which is about the driver. */
    static String said(String message) {
        Matcher wrapped = WRAPPED.matcher(message);
        return (wrapped.find() ? message.substring(wrapped.end()) : message).strip();
    }
}
