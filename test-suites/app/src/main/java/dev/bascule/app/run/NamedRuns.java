package dev.bascule.app.run;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.CellSelector;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.History;
import dev.bascule.reports.selection.ComparedSides;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * The runs that a selector on the command line names: of the history, and in files. Thread-safe.
 *
 * @param folder what relative paths are relative to
 * @param clock which no record is ahead of
 */
public record NamedRuns(Path folder, Clock clock) implements ComparedSides.Opening {

    /** @param history asked only where it is needed: files alone need none */
    public static ComparedSides sides(Path folder, Clock clock, Supplier<History> history) {
        return new ComparedSides(history, new NamedRuns(folder, clock), "bascule matrix shows what there is");
    }

    /** Likewise, for a run that is yet to be made and compared with them. */
    public static ComparedSides baselines(Path folder, Clock clock, Supplier<History> history) {
        return new ComparedSides(
                history,
                new NamedRuns(folder, clock),
                "bascule matrix shows what there is",
                List.of(
                        "make the baseline first: the same run without --baseline, into the same history",
                        "or name a run.json that was kept: --baseline main/run.json"));
    }

    @Override
    public RunRecord file(CellSelector.File file) {
        return RunDocuments.read(folder.resolve(file.path()), clock.instant());
    }

    @Override
    public RunRecord run(History history, CellSelector.Id id) {
        return RunLookup.find(history, id.idOrPrefix());
    }
}
