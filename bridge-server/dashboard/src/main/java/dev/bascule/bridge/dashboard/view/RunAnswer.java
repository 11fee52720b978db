package dev.bascule.bridge.dashboard.view;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.history.RunHeading;
import java.time.Instant;
import java.util.Map;

/**
 * A run in one line.
 *
 * @param elapsedMs from its start to its end
 * @param machine fingerprint
 */
record RunAnswer(
        String id,
        Instant startedAt,
        double elapsedMs,
        String suite,
        String command,
        boolean interrupted,
        String machine,
        int cells,
        Map<Verdict, Integer> verdicts,
        Map<Verdict, Integer> scenarios) {

    static RunAnswer of(RunHeading run) {
        return new RunAnswer(
                run.id(),
                run.startedAt(),
                run.elapsed().toNanos() / 1e6,
                run.suite(),
                run.command(),
                run.interrupted(),
                run.machineFingerprint(),
                run.cells(),
                run.verdicts(),
                run.scenarios());
    }
}
