package dev.bascule.reports.coverage;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Names, for what lacked an operator, the backends that have it: those on which the same case was right in the run, else
 * those on which all of the model's operators were right in the history. Pure.
 */
public final class OperatorRemedy {
    private OperatorRemedy() {}

    /**
     * The run with nearer remedies, as far as any is known.
     *
     * @param history asked only where something lacked an operator that no other cell of the run had
     */
    public static RunRecord named(RunRecord record, Supplier<OperatorCoverage> history) {
        TreeMap<String, TreeSet<String>> right = new TreeMap<>();
        record.runs()
                .forEach(run -> run.attempts().stream()
                        .filter(Attempt::succeeded)
                        .forEach(attempt -> right.computeIfAbsent(run.caseId().toString(), id -> new TreeSet<>())
                                .add(attempt.target().backend().id())));
        return record.mapRuns(run -> lacks(run)
                ? run.mapAttempts(attempt -> lacks(attempt)
                        ? attempt.withRemedies(remedies(
                                attempt, run, right.getOrDefault(run.caseId().toString(), new TreeSet<>()), history))
                        : attempt)
                : run);
    }

    private static boolean lacks(CaseRun run) {
        return run.attempts().stream().anyMatch(OperatorRemedy::lacks);
    }

    private static boolean lacks(Attempt attempt) {
        return attempt.failure()
                .filter(failure -> failure.code() == ErrorCode.OPERATOR_UNSUPPORTED)
                .isPresent();
    }

    private static List<String> remedies(
            Attempt attempt, CaseRun run, TreeSet<String> right, Supplier<OperatorCoverage> history) {
        List<String> remedies = new ArrayList<>();
        if (!right.isEmpty()) {
            remedies.add("%s: the same case was right there in this run".formatted(String.join(" or ", right)));
        } else {
            byHistory(run, history.get()).ifPresent(remedies::add);
        }
        remedies.addAll(attempt.failure().orElseThrow().remedies());
        return remedies;
    }

    private static Optional<String> byHistory(CaseRun run, OperatorCoverage coverage) {
        TreeSet<String> having = new TreeSet<>();
        int nodes = 0;
        for (Forecast.OfTarget target :
                Forecast.of(run.model(), coverage).map(Forecast::targets).orElse(List.of())) {
            String backend = target.column().chain().first().id();
            if (target.nodes() > 0
                    && target.nodes(Forecast.Known.RUNS) == target.nodes()
                    && !backend.equals(run.chain().first().id())) {
                having.add(backend);
                nodes = target.nodes();
            }
        }
        return having.isEmpty()
                ? Optional.empty()
                : Optional.of("%s: the operators of %s were right there in the history (bascule matrix --ops)"
                        .formatted(
                                String.join(" or ", having),
                                nodes == 1 ? "its node" : "all its %d nodes".formatted(nodes)));
    }
}
