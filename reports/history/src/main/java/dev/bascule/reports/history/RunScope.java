package dev.bascule.reports.history;

import java.time.Instant;
import java.util.Optional;

/**
 * The runs among which the newest cells are sought. Immutable.
 *
 * @param suite only runs of this suite
 * @param since only runs that began then or later
 * @param until only runs that began before
 */
public record RunScope(Optional<String> suite, Optional<Instant> since, Optional<Instant> until) {
    static final RunScope ALL = new RunScope(Optional.empty(), Optional.empty(), Optional.empty());

    boolean passes(MatrixDimensions.Run run) {
        return suite.map(run.suite()::equals).orElse(true) && passesInTime(run);
    }

    /** Whatever its suite. */
    boolean passesInTime(MatrixDimensions.Run run) {
        return since.map(begin -> !run.startedAt().isBefore(begin)).orElse(true)
                && until.map(run.startedAt()::isBefore).orElse(true);
    }
}
