package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.matrix.NumberedAttempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What operators came to in whole runs. Stateless. */
final class MemoryOperators {
    private static final Set<Outcome> REFUSED = EnumSet.of(Outcome.UNSUPPORTED, Outcome.COMPILE_FAILED);
    /** Those that say something of the operator. */
    private static final Set<Outcome> TELLING =
            EnumSet.of(Outcome.SUCCEEDED, Outcome.UNSUPPORTED, Outcome.COMPILE_FAILED, Outcome.WRONG, Outcome.CRASHED);

    private record Place(String machine, String target, OperatorSignature operator) {}

    private MemoryOperators() {}

    private static boolean isConformance(CaseRun run) {
        return run.model().task().equals(ModelInfo.CONFORMANCE);
    }

    static Map<String, List<OperatorSignature>> ofModels(List<RunRecord> runs) {
        Map<String, List<OperatorSignature>> operators = new TreeMap<>();
        runs.stream()
                .flatMap(run -> run.runs().stream())
                .filter(run -> !isConformance(run) && !run.model().signatures().isEmpty())
                .forEach(run -> operators.put(run.model().sha256(), run.model().signatures()));
        return operators;
    }

    static List<OperatorCases> cases(List<RunRecord> runs) {
        Map<String, Map<Place, List<Outcome>>> all = new TreeMap<>();
        for (RunRecord run : runs) {
            run.runs().stream()
                    .filter(each -> isConformance(each) && each.chain().isStrict())
                    .filter(each -> each.model().signatures().size() == 1
                            && each.model().signatures().get(0).nodes() == 1)
                    .forEach(each -> attempts(each)
                            .filter(attempt -> TELLING.contains(attempt.outcome()))
                            .forEach(attempt -> all.computeIfAbsent(
                                            run.machine().fingerprint(), any -> new LinkedHashMap<>())
                                    .computeIfAbsent(
                                            new Place(
                                                    run.machine().fingerprint(),
                                                    attempt.target().id(),
                                                    each.model().signatures().get(0)),
                                            any -> new ArrayList<>())
                                    .add(attempt.outcome())));
        }
        return all.values().stream()
                .flatMap(places -> places.entrySet().stream())
                .map(entry -> cases(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static OperatorCases cases(Place place, List<Outcome> outcomes) {
        int right = (int) outcomes.stream().filter(Outcome.SUCCEEDED::equals).count();
        int refused = (int) outcomes.stream().filter(REFUSED::contains).count();
        return new OperatorCases(
                place.machine(),
                place.target(),
                place.operator().domain(),
                place.operator().operator(),
                place.operator().dtype(),
                right,
                refused,
                outcomes.size() - right - refused);
    }

    private static Stream<Attempt> attempts(CaseRun run) {
        return NumberedAttempt.allOf(run).stream()
                .filter(made -> made.retry() == 0)
                .map(NumberedAttempt::attempt);
    }

    static List<Placement> placements(List<RunRecord> runs) {
        return runs.stream()
                .flatMap(run -> run.runs().stream()
                        .filter(each -> !isConformance(each) && each.chain().isStrict())
                        .flatMap(each -> NumberedAttempt.allOf(each).stream()
                                .map(NumberedAttempt::attempt)
                                .filter(attempt -> attempt.outcome() == Outcome.SUCCEEDED
                                        && attempt.evidence().totalNodes() > 0)
                                .map(attempt -> placement(run, each, attempt))))
                .sorted(Comparator.comparing(Placement::at))
                .toList();
    }

    private static Placement placement(RunRecord run, CaseRun each, Attempt attempt) {
        return new Placement(
                each.model().sha256(),
                run.machine().fingerprint(),
                attempt.target().id(),
                attempt.target().backend().id(),
                attempt.span().startedAt(),
                attempt.evidence().nodesOnRequested(),
                attempt.evidence().totalNodes(),
                attempt.evidence().partitions());
    }
}
