package dev.bascule.studies.select;

import java.time.Duration;
import java.util.Optional;

/**
 * A candidate that was not told apart from the best, and what it would take. Immutable.
 *
 * @param from the best of its race
 * @param more rounds and time that it would take; empty where more of the same would not tell, or nobody knows
 * @param why in one line
 */
public record Undecided(Candidate candidate, Candidate from, Optional<More> more, String why) {

    /**
     * More of a race, if its blocks go on to scatter as they did.
     *
     * @param rounds beside those that were raced
     * @param time for them
     */
    public record More(int rounds, Duration time) {}
}
