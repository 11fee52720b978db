package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.app.run.RunReports;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.matrix.KnownFailures;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the reports of the dashboard's runs go: a folder for each run. Immutable.
 *
 * @param folder of these folders
 * @param reporters beside those that every run has; none with a path of its own
 */
record ReportPlace(String folder, List<String> reporters) {

    /** @param config of which {@code serve} has refused reporters with a path */
    static ReportPlace of(Config config) {
        return new ReportPlace(
                config.out(".bascule/reports"),
                config.get(Keys.REPORTER).stream()
                        .filter(word -> !word.equals("list") && !word.contains("="))
                        .toList());
    }

    /** Gives the path of run.json, which has all that the other reports are made of. */
    String write(Path base, RunRecord record) {
        String place = folder + "/" + record.id();
        RunReports.prepare(base, place, reporters, false).write(record, KnownFailures.NONE);
        return place + "/run.json";
    }
}
