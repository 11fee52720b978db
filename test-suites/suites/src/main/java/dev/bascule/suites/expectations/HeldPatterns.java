package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.target.Machine;
import java.util.Set;

/**
 * The ids and globs of expectations that hold for some cell of a run, and so must not be removed for another. Immutable.
 *
 * @param keys each as {@link #key} has it
 * @param machine that the run was on
 */
record HeldPatterns(Set<String> keys, Machine machine) {

    /** What tells an id or glob of one entry from all others: its entry, its line, and itself. */
    static String key(ObsoletePattern one) {
        return String.join("\n", one.entry(), one.place(), one.pattern());
    }

    /** The same with what the cell's backend and browser are called where it still holds in another cell. */
    ObsoletePattern narrowed(ObsoletePattern one, CaseRun run) {
        return keys.contains(key(one))
                ? one.holdingElsewhere(
                        Condition.of(run.decisive().target(), machine).here())
                : one;
    }
}
