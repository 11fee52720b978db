package dev.bascule.cli.run;

import dev.bascule.app.run.RunReports;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.CollectedErrorText;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.run.ElapsedText;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Hands over what a run came to: to the terminal, to files, to the history.
 *
 * @param reports what is written and printed, and where
 * @param merged whether it was made of several runs, whose times say nothing together: parts may have run side by side, or
 *     days apart
 */
record Delivery(CliContext context, RunReports reports, boolean merged) {

    /**
     * Whatever cannot be written now must not cost what can: first the terminal, then the files, then the history.
     *
     * @param known what was expected of its cells
     * @param shown what a person reads on stdout
     */
    void deliver(
            RunRecord record,
            KnownFailures known,
            CompletableFuture<History> opening,
            Function<ElsewhereCosts, String> shown) {
        deliver(record, known, Optional.empty(), opening, shown);
    }

    /** Likewise, with what the run was held against. */
    void deliver(
            RunRecord record,
            KnownFailures known,
            Optional<ComparisonReport> comparison,
            CompletableFuture<History> opening,
            Function<ElsewhereCosts, String> shown) {
        Console console = context.console();
        RunReports all = reports.with(ElsewhereLookup.of(record, opening));
        List<Path> written = List.of();
        try {
            PrintedReports.print(all, record, known, comparison, console, shown);
        } finally {
            try {
                written = all.write(record, known, comparison);
            } finally {
                try (History history = HistoryOpening.await(opening)) {
                    history.append(record);
                }
            }
        }
        // What the cells do not show, and a reader would otherwise find in the files only. Of browsers that cannot take
        // part
        // the doctor tells: they are no news of this run.
        String errors = CollectedErrorText.of(
                record.errors().stream()
                        .filter(error -> !error.place().component().equals(ErrorPlace.BROWSER))
                        .toList(),
                console.errStyle());
        if (!errors.isEmpty()) {
            console.say("");
            console.say(errors.stripTrailing());
        }
        console.say("");
        if (!merged) {
            console.say(ElapsedText.of(record, console.terminal().width()));
        }
        console.say("run %s, reports in %s".formatted(record.id(), reports.places(written)));
    }
}
