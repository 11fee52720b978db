package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What other runs of the very same place came to: same machine, case, inputs, and builds of browser and engine. A cell shows the
 * newest verdict, and a retry never erases a failure: where these differ, it says so. Runs that tell nothing, or had nothing to run
 * on, do not count. Immutable.
 *
 * @param right how many other runs were right
 * @param failed how many failed
 */
public record PastVerdicts(int right, int failed) {
    public static final PastVerdicts NONE = new PastVerdicts(0, 0);

    /** One more. */
    public PastVerdicts and(Verdict verdict) {
        return new PastVerdicts(right + (verdict.isRight() ? 1 : 0), failed + (verdict.isFailure() ? 1 : 0));
    }

    /** Of the other runs among these. */
    static PastVerdicts among(CaseResult cell, Collection<CaseResult> all) {
        return all.stream()
                .filter(other -> !other.runId().equals(cell.runId()) && other.isTelling())
                .filter(other -> isSamePlace(cell, other))
                .map(other -> other.run().verdict())
                .reduce(NONE, PastVerdicts::and, (one, two) -> one);
    }

    private static boolean isSamePlace(CaseResult one, CaseResult other) {
        return one.machine().fingerprint().equals(other.machine().fingerprint())
                && CellKey.of(one.run()).equals(CellKey.of(other.run()))
                && build(one.run()).equals(build(other.run()))
                && fed(one.run())
                        .flatMap(known -> fed(other.run()).map(known::equals))
                        .orElse(true);
    }

    /** Versions of browser and engine, for what a newer one mended is no whim. */
    private static List<Object> build(CaseRun run) {
        Target first = run.attempts().get(0).target();
        return List.of(first.engine(), first.browser().map(Browser::version));
    }

    private static Optional<String> fed(CaseRun run) {
        return run.conditions().map(known -> known.inputs().sha256());
    }

    /** {@code 1/10 passed}, the newest counted in; empty where all of them are alike. */
    public Optional<String> unlike(Verdict newest) {
        PastVerdicts all = and(newest);
        return all.right() == 0 || all.failed() == 0
                ? Optional.empty()
                : Optional.of("%d/%d passed".formatted(all.right(), all.right() + all.failed()));
    }
}
