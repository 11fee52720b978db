package dev.bascule.prediction.feasible;

import dev.bascule.reports.history.OperatorCases;
import dev.bascule.reports.history.Placement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What operators came to on one target. A model that ran right there speaks for each of its operators. One that failed speaks
 * against those alone that nothing speaks for; where these are several, it does not tell which of them it was.
 *
 * @param right operators of each model that ran right, by its SHA-256
 * @param failed likewise of each that was refused, wrong, or crashed
 * @param cases graphs of one node
 * @param placed where nodes of models that were right ran
 */
record TargetOperators(
        Map<String, Set<OperatorKey>> right,
        Map<String, Set<OperatorKey>> failed,
        List<OperatorCases> cases,
        Map<String, Placement> placed) {
    /** So many models that all failed show more than one that may have failed for reasons of its own. */
    static final int ENOUGH = 3;

    /** Without what is known of one model, which is asked about. */
    TargetOperators without(String sha256) {
        Map<String, Set<OperatorKey>> others = new HashMap<>(right);
        others.remove(sha256);
        Map<String, Set<OperatorKey>> bad = new HashMap<>(failed);
        bad.remove(sha256);
        Map<String, Placement> elsewhere = new HashMap<>(placed);
        elsewhere.remove(sha256);
        return new TargetOperators(others, bad, cases, elsewhere);
    }

    /** Whether anything is known of operators. */
    boolean tells() {
        return !right.isEmpty() || !failed.isEmpty() || !cases.isEmpty();
    }

    /** An operator that never ran there, as all its cases or {@link #ENOUGH} models or more let expect, in one line. */
    Optional<String> refusal(Set<OperatorKey> operators, String backend) {
        return operators.stream()
                .filter(operator -> !ran(operator))
                .flatMap(operator -> refused(operator, backend).stream())
                .findFirst();
    }

    private Optional<String> refused(OperatorKey operator, String backend) {
        int count = countOfCases(operator);
        if (count > 0) {
            return Optional.of("operator %s never ran on %s here (%d of %d of its conformance cases failed)"
                    .formatted(operator, backend, count, count));
        }
        List<Set<OperatorKey>> models = failedWith(operator);
        boolean alone = models.stream().anyMatch(model -> unproven(model).size() == 1);
        Set<OperatorKey> common = new TreeSet<>();
        models.stream().findFirst().ifPresent(model -> common.addAll(unproven(model)));
        models.forEach(model -> common.retainAll(unproven(model)));
        return models.size() >= ENOUGH && (alone || common.size() == 1)
                ? Optional.of("operator %s never ran on %s here (%d of %d models with it failed)"
                        .formatted(operator, backend, models.size(), models.size()))
                : Optional.empty();
    }

    /** Operators that may not run there, in one line. */
    Optional<String> doubt(Set<OperatorKey> operators) {
        Set<OperatorKey> never = new TreeSet<>();
        for (OperatorKey operator : operators) {
            int bad = failedWith(operator).size();
            int good = rightWith(operator);
            if (bad > good && bad > 0) {
                return Optional.of(
                        "%d of %d models with operator %s failed there".formatted(bad, bad + good, operator));
            }
            if (!ran(operator)) {
                never.add(operator);
            }
        }
        return never.isEmpty() ? Optional.empty() : Optional.of("never seen there: " + named(never));
    }

    private static String named(Collection<OperatorKey> operators) {
        List<String> some =
                operators.stream().limit(3).map(OperatorKey::toString).toList();
        return String.join(", ", some)
                + (operators.size() > some.size() ? " and %d more".formatted(operators.size() - some.size()) : "");
    }

    /** Where the nodes of a model of these operators are expected to run, in one line; empty where nothing tells. */
    Optional<String> placement(Set<OperatorKey> operators, String backend) {
        Set<OperatorKey> wholly = new TreeSet<>();
        Set<OperatorKey> partly = new TreeSet<>();
        right.forEach((model, those) -> Optional.ofNullable(placed.get(model))
                .ifPresent(where -> (where.isWhole() ? wholly : partly).addAll(those)));
        if (!operators.isEmpty() && wholly.containsAll(operators)) {
            return Optional.of("all nodes expected on %s: each of its operators was in models that ran wholly there"
                    .formatted(backend));
        }
        Set<OperatorKey> split = new TreeSet<>(operators);
        split.retainAll(partly);
        split.removeAll(wholly);
        return split.isEmpty()
                ? Optional.empty()
                : Optional.of("some nodes elsewhere, perhaps: %s only in models of which a part ran elsewhere"
                        .formatted(named(split)));
    }

    private boolean ran(OperatorKey operator) {
        return rightWith(operator) > 0
                || cases.stream()
                        .anyMatch(one -> one.right() > 0 && OperatorKey.of(one).equals(operator));
    }

    private Set<OperatorKey> unproven(Set<OperatorKey> model) {
        Set<OperatorKey> left = new TreeSet<>(model);
        left.removeIf(this::ran);
        return left;
    }

    private int rightWith(OperatorKey operator) {
        return (int) right.values().stream()
                .filter(model -> model.contains(operator))
                .count();
    }

    private List<Set<OperatorKey>> failedWith(OperatorKey operator) {
        return failed.values().stream()
                .filter(model -> model.contains(operator))
                .toList();
    }

    private int countOfCases(OperatorKey operator) {
        return cases.stream()
                .filter(one -> OperatorKey.of(one).equals(operator))
                .mapToInt(one -> one.right() + one.refused() + one.failed())
                .sum();
    }
}
