package dev.bascule.scheduling.simulate.engine;

import java.time.Duration;
import java.util.Optional;

/**
 * How a simulation is made. Immutable.
 *
 * @param seed of all that is drawn. Policies that are compared with one seed meet the same jobs with the same draws
 * @param until when it ends at the latest, from the beginning; empty until all is done
 * @param window how many waiting jobs of one stream a policy sees; it always sees as many as there are idle workers
 * @param warmUp how many jobs, of the first that are done, means of waiting and of time in the system leave out
 * @param times what policies are told of how long jobs take
 */
public record Settings(long seed, Optional<Duration> until, int window, long warmUp, Knowledge times) {
    /** As the command has it. */
    public static final int WINDOW = 16;

    public static Settings of(long seed) {
        return new Settings(seed, Optional.empty(), WINDOW, 0, Knowledge.KNOWN);
    }

    /** That leave out the first jobs. */
    public Settings warmingUp(long jobs) {
        return new Settings(seed, until, window, jobs, times);
    }

    /** In which policies are told other times. */
    public Settings telling(Knowledge other) {
        return new Settings(seed, until, window, warmUp, other);
    }
}
