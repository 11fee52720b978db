package dev.bascule.studies.select;

import java.util.List;

/**
 * A race, so that a reader can check what it came to. Immutable.
 *
 * @param rounds how many
 * @param blocks in the order in which they were measured
 * @param undecided what was not told apart from the best, and what that would take
 */
public record RaceRecord(int rounds, List<RaceBlock> blocks, List<Undecided> undecided) {
    public RaceRecord {
        blocks = List.copyOf(blocks);
        undecided = List.copyOf(undecided);
    }
}
