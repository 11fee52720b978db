package dev.bascule.workers.coordinator;

import dev.bascule.workers.ledger.RunList;
import dev.bascule.workers.ledger.RunStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How far each run is, counted as jobs change: pages ask each second, and a ledger may have many jobs. Belongs to whoever holds the desk's
 * lock.
 */
final class RunCounts {
    private final Map<String, RunStatus> byRun = new HashMap<>();

    /** @param before what is known of the same job until now */
    void count(Optional<JobEntry> before, JobEntry now) {
        byRun.compute(now.request().run(), (run, known) -> {
            RunStatus counted =
                    Optional.ofNullable(known).orElseGet(() -> RunStatus.none(run, now.owner(), now.submitted()));
            return before.map(old -> counted.without(old.state()))
                    .orElse(counted)
                    .with(now.state());
        });
    }

    void forget(String run) {
        byRun.remove(run);
    }

    RunList list(Predicate<RunStatus> wanted) {
        return RunList.of(byRun.values().stream().filter(wanted).toList());
    }
}
