package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.RunRecord;
import java.nio.file.Path;
import java.util.List;

/** Turns a run into one kind of report. Stateless and thread-safe. */
public interface Reporter {

    /** The word for it on the command line, such as {@code html}. */
    String id();

    /** The file that it is written to when only a folder was named. */
    String fileName();

    /** The whole report as text. */
    String render(RunRecord record);

    /**
     * Writes the report: whole, or not at all.
     *
     * @throws dev.bascule.fallback.error.BasculeException OUTPUT_UNWRITABLE
     */
    default Path write(RunRecord record, Path file) {
        return OutputFiles.write(file, render(record));
    }

    /**
     * Writes the report, and beside it what its kind of file has no place for.
     *
     * @return the file asked for, then the others
     * @throws dev.bascule.fallback.error.BasculeException OUTPUT_UNWRITABLE
     */
    default List<Path> writeAll(RunRecord record, Path file) {
        return List.of(write(record, file));
    }
}
