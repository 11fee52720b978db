package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Why cells are not a plain PASS, said once for all cells of which the same is true.
 *
 * @param models names of the models that it is true of
 * @param chain the chain or strict backend
 * @param verdict the verdict
 * @param what in one sentence
 * @param why one line for each attempt that did not go well: backend and message
 * @param remedies what to do
 * @param reproduce the command lines that repeat them; for cells that did not fail only the first
 */
public record Explanation(
        List<String> models,
        String chain,
        Verdict verdict,
        String what,
        List<String> why,
        List<String> remedies,
        List<String> reproduce) {

    private record Same(String chain, Verdict verdict, String what, List<String> why, List<String> remedies) {}

    /** Every cell that is not a plain PASS is explained, failures first. */
    public static List<Explanation> of(Matrix matrix) {
        Map<Same, List<CaseRun>> alike = new LinkedHashMap<>();
        matrix.inOrder().stream()
                .map(MatrixCell::run)
                .filter(run -> run.verdict() != Verdict.PASS)
                .forEach(run -> alike.computeIfAbsent(same(run), key -> new ArrayList<>())
                        .add(run));
        return alike.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(each -> !each.verdict().isFailure()))
                .toList();
    }

    /** One case run explained, whatever its verdict. */
    public static Explanation of(CaseRun run) {
        return of(same(run), List.of(run));
    }

    private static Explanation of(Same same, List<CaseRun> runs) {
        return new Explanation(
                runs.stream().map(run -> run.model().name()).distinct().toList(),
                same.chain(),
                same.verdict(),
                same.what(),
                same.why(),
                same.remedies(),
                runs.stream()
                        .map(CaseRun::reproduce)
                        .limit(same.verdict().isFailure() ? Long.MAX_VALUE : 1)
                        .toList());
    }

    private static Same same(CaseRun run) {
        List<String> why = new ArrayList<>();
        Set<String> remedies = new LinkedHashSet<>();
        for (Attempt attempt : run.attempts()) {
            Optional<Failure> failure = attempt.failure();
            failure.ifPresent(known -> {
                why.add(attempt.target().backend().id() + ": " + known.message());
                remedies.addAll(known.remedies());
            });
        }
        return new Same(run.chain().toString(), run.verdict(), what(run), why, List.copyOf(remedies));
    }

    /** The backend that a fallback's cost was measured against: not always the chain's first, which may never have run. */
    private static String comparedWith(CaseRun run, Comparison cost) {
        return run.attempts().stream()
                .filter(attempt -> attempt.target().id().equals(cost.baseline()))
                .findFirst()
                .map(attempt -> attempt.target().backend().id())
                .orElse(cost.baseline());
    }

    private static String what(CaseRun run) {
        String expected = run.chain().first().id();
        return switch (run.verdict()) {
            case PASS -> "right, on " + expected;
            case PARTIAL ->
                "right, but only in part on " + expected + ": "
                        + placement(run.decisive().evidence());
            case FELL_BACK ->
                "right, on %s instead of %s%s"
                        .formatted(
                                run.decisive().target().backend().id(),
                                expected,
                                run.fallbackCost()
                                        .map(cost -> " (%s the time of %s, interleaved)"
                                                .formatted(
                                                        Figures.times(
                                                                cost.ratio().value()),
                                                        comparedWith(run, cost)))
                                        .orElse(""));
            case SKIPPED -> "not run to its end";
            case UNSUPPORTED ->
                run.chain().isStrict() ? expected + " cannot run it here" : "no backend of the chain can run it here";
            case FLAKY -> "it passed only after it had failed";
            case TIMED_OUT -> "no answer in time";
            case FAILED -> "it ended in an error";
            case WRONG -> "it ran, and its outputs are wrong";
            case CRASHED -> "the page or process died; the run went on";
        };
    }

    /** Why a fallback has no cost: there is no sample of it. */
    public static String noCost(CaseRun run) {
        if (run.verdict() != Verdict.FELL_BACK) {
            return "it did not fall back";
        }
        boolean expectedRan = run.attempts().get(0).timing().isPresent();
        return expectedRan
                ? "not measured: the two were not interleaved to the end"
                : "not measurable: the backend expected did not run";
    }

    /** Nodes by backend, in words: {@code 41 of 44 nodes on webnn, 3 on wasm}. */
    public static String placement(Evidence evidence) {
        List<String> parts = new ArrayList<>();
        evidence.nodes().forEach((backend, count) -> {
            if (!backend.equals(evidence.requested())) {
                parts.add(count + " on " + backend);
            }
        });
        parts.add(
                0,
                "%d of %d nodes on %s"
                        .formatted(evidence.nodesOnRequested(), evidence.totalNodes(), evidence.requested()));
        return String.join(", ", parts);
    }
}
