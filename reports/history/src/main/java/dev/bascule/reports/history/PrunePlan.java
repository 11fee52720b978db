package dev.bascule.reports.history;

import java.util.List;

/**
 * What a {@link Retention} comes to on a history as it is. Immutable.
 *
 * @param going the runs that go, newest first
 * @param keptForCells old enough to go, but some cell of the matrix rests on them
 * @param staying how many runs stay in all
 * @param attempts of the runs that go
 */
public record PrunePlan(List<RunHeading> going, List<RunHeading> keptForCells, int staying, long attempts) {

    public PrunePlan {
        going = List.copyOf(going);
        keptForCells = List.copyOf(keptForCells);
    }
}
