package dev.bascule.workers.ledger;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Runs of a ledger. Immutable.
 *
 * @param newest those that came last, the newest first
 * @param total how many there are
 */
public record RunList(List<RunStatus> newest, int total) {
    /** So many are told: there may be many more until they are forgotten. */
    public static final int MOST = 500;

    public RunList {
        newest = List.copyOf(newest);
    }

    /** Of all these. */
    public static RunList of(Collection<RunStatus> all) {
        return new RunList(
                all.stream()
                        .sorted(Comparator.comparing(RunStatus::submitted)
                                .thenComparing(RunStatus::run)
                                .reversed())
                        .limit(MOST)
                        .toList(),
                all.size());
    }
}
