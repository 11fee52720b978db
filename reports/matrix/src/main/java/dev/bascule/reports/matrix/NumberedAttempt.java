package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An attempt of a case run with its place among those on the same backend.
 *
 * @param attempt the attempt
 * @param retry 0 in the first pass; 1, 2… for the retries on this backend, each in a clean browser or process
 */
public record NumberedAttempt(Attempt attempt, int retry) {

    /** Every attempt in the order made: the first pass, then the retries. */
    public static List<NumberedAttempt> allOf(CaseRun run) {
        List<NumberedAttempt> tries = new ArrayList<>();
        run.attempts().forEach(attempt -> tries.add(new NumberedAttempt(attempt, 0)));
        Map<Backend, Integer> retries = new HashMap<>();
        run.retries()
                .forEach(attempt -> tries.add(new NumberedAttempt(
                        attempt, retries.merge(attempt.target().backend(), 1, Integer::sum))));
        return tries;
    }

    /** The first retry that passed. */
    public static Optional<NumberedAttempt> passed(CaseRun run) {
        return allOf(run).stream()
                .filter(made -> made.isRetry() && made.attempt().succeeded())
                .findFirst();
    }

    public boolean isRetry() {
        return retry > 0;
    }

    /** Where a retry was made, in words: nothing of the first pass was left there. */
    public String where() {
        return attempt.target().backend().side() == Side.BROWSER ? "a clean browser" : "a clean process";
    }

    /** {@code webgpu}, or {@code webgpu, retry 1 in a clean browser}. */
    public String name() {
        String backend = attempt.target().backend().id();
        return isRetry() ? "%s, retry %d in %s".formatted(backend, retry, where()) : backend;
    }
}
