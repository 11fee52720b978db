package dev.bascule.cli.collect;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.history.TimedAttempt;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a history has of cells.
 *
 * @param attempts of all runs
 * @param collected ids of runs that were slices: theirs is the plan by which slices take as long as they do
 */
record KnownCells(List<TimedAttempt> attempts, Set<String> collected) {

    static KnownCells of(CliContext context, String store) {
        if (!HistoryAccess.exists(context, store)) {
            return new KnownCells(List.of(), Set.of());
        }
        try (History history = HistoryAccess.existing(context, store)) {
            return new KnownCells(
                    history.timedAttempts(),
                    history.runs(RunFilter.ofSuite(CollectRequests.SUITE)).stream()
                            .map(RunHeading::id)
                            .collect(Collectors.toSet()));
        }
    }
}
