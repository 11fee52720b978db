package dev.bascule.reports.history;

import java.time.Instant;
import java.util.Optional;

/**
 * Which runs to take.
 *
 * @param suite only runs of this suite
 * @param since only runs that began then or later
 * @param limit no more than this many, the newest
 */
public record RunFilter(Optional<String> suite, Optional<Instant> since, int limit) {
    public static final RunFilter ALL = new RunFilter(Optional.empty(), Optional.empty(), Integer.MAX_VALUE);

    public RunFilter {
        if (limit < 1) {
            throw new IllegalArgumentException("a limit of " + limit + " runs");
        }
    }

    public static RunFilter ofSuite(String suite) {
        return new RunFilter(Optional.of(suite), Optional.empty(), Integer.MAX_VALUE);
    }

    public RunFilter since(Instant instant) {
        return new RunFilter(suite, Optional.of(instant), limit);
    }

    public RunFilter limitedTo(int runs) {
        return new RunFilter(suite, since, runs);
    }

    boolean passes(RunHeading run) {
        return suite.map(run.suite()::equals).orElse(true)
                && since.map(instant -> !run.startedAt().isBefore(instant)).orElse(true);
    }
}
