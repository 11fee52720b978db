package dev.bascule.reports.history;

import java.time.Instant;
import java.util.Optional;

/**
 * Among which runs the newest cells are sought.
 *
 * @param suite only runs of this suite
 * @param since only runs that began then or later
 * @param until only runs that began before
 */
record RunChoice(Optional<String> suite, Optional<Instant> since, Optional<Instant> until) {
    static final RunChoice ALL = new RunChoice(Optional.empty(), Optional.empty(), Optional.empty());

    static RunChoice of(MatrixQuery query) {
        return new RunChoice(query.suite(), query.since(), query.until());
    }

    boolean passes(MatrixDimensions.Run run) {
        return suite.map(run.suite()::equals).orElse(true) && passesInTime(run);
    }

    /** Whatever its suite. */
    boolean passesInTime(MatrixDimensions.Run run) {
        return since.map(begin -> !run.startedAt().isBefore(begin)).orElse(true)
                && until.map(run.startedAt()::isBefore).orElse(true);
    }
}
