package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import java.nio.file.Path;
import java.util.List;

/** Turns a run into one kind of report. Stateless and thread-safe. */
public interface Reporter {

    /** The word for it on the command line, such as {@code html}. */
    String id();

    /** The file that it is written to when only a folder was named. */
    String fileName();

    /**
     * The whole report as text.
     *
     * @param known what was expected of the run's cells
     */
    String render(RunRecord record, KnownFailures known);

    /** The report of a run of which nothing but success was expected. */
    default String render(RunRecord record) {
        return render(record, KnownFailures.NONE);
    }

    /** The same report with what the run was held against; one that has no place for it is as it was. */
    default Reporter with(ComparisonReport comparison) {
        return this;
    }

    /** The same report with what fallbacks cost elsewhere; one that has no place for it is as it was. */
    default Reporter with(ElsewhereCosts costs) {
        return this;
    }

    /**
     * Writes the report, and beside it what its kind of file has no place for: each file whole, or not at all.
     *
     * @return the file asked for, then the others
     * @throws dev.bascule.fallback.error.BasculeException OUTPUT_UNWRITABLE
     */
    default List<Path> writeAll(RunRecord record, KnownFailures known, Path file) {
        return List.of(OutputFiles.write(file, render(record, known)));
    }
}
