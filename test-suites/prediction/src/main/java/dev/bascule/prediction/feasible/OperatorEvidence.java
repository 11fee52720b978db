package dev.bascule.prediction.feasible;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.prediction.data.CannotRun;
import dev.bascule.prediction.data.HistoryData;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.OperatorCases;
import dev.bascule.reports.history.Placement;
import dev.bascule.reports.history.TimedAttempt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the operators of models came to on targets, by whatever ran there: models, and graphs of one node. Threads make no
 * difference to it. Immutable.
 */
public final class OperatorEvidence {
    /** Nothing is known of operators. */
    public static final OperatorEvidence NONE = new OperatorEvidence(Map.of(), Map.of(), List.of());

    /** Backends that everything runs on, by what they are. */
    private static final Set<String> WHOLE = Set.of("cpu", "wasm");

    private final Map<String, Set<OperatorKey>> models;
    private final Map<Place, TargetOperators> targets;
    private final List<Placement> placements;

    private record Place(String machine, String target) {}

    private OperatorEvidence(
            Map<String, Set<OperatorKey>> models, Map<Place, TargetOperators> targets, List<Placement> placements) {
        this.models = models;
        this.targets = targets;
        this.placements = placements;
    }

    /** @param attempts of the same history */
    public static OperatorEvidence of(History history, List<TimedAttempt> attempts) {
        return of(history.modelOperators(), attempts, history.operatorCases(), history.placements());
    }

    static OperatorEvidence of(
            Map<String, List<OperatorSignature>> operators,
            List<TimedAttempt> attempts,
            List<OperatorCases> cases,
            List<Placement> placements) {
        Map<String, Set<OperatorKey>> models = new HashMap<>();
        operators.forEach((model, signatures) -> models.put(model, keys(signatures)));
        Map<Place, Map<String, TimedAttempt>> newest = new HashMap<>();
        for (TimedAttempt attempt : attempts) {
            boolean tells = attempt.outcome() == Outcome.SUCCEEDED || CannotRun.blamesOperators(attempt.outcome());
            if (tells && HistoryData.isUsual(attempt)) {
                newest.computeIfAbsent(
                                new Place(
                                        attempt.origin().machine(),
                                        attempt.target().id()),
                                place -> new HashMap<>())
                        .merge(
                                attempt.subject().sha256(),
                                attempt,
                                (one, other) -> other.origin()
                                                .startedAt()
                                                .isBefore(one.origin().startedAt())
                                        ? one
                                        : other);
            }
        }
        cases.forEach(one -> newest.computeIfAbsent(new Place(one.machine(), one.target()), place -> new HashMap<>()));
        Map<Place, TargetOperators> targets = new HashMap<>();
        newest.forEach((place, ends) -> targets.put(
                place,
                new TargetOperators(
                        ending(models, ends, true),
                        ending(models, ends, false),
                        cases.stream()
                                .filter(one -> place.equals(new Place(one.machine(), one.target())))
                                .toList(),
                        placed(place, placements))));
        return new OperatorEvidence(models, targets, placements);
    }

    private static Set<OperatorKey> keys(List<OperatorSignature> signatures) {
        Set<OperatorKey> keys = new TreeSet<>();
        signatures.forEach(signature -> keys.add(OperatorKey.of(signature)));
        return keys;
    }

    private static Map<String, Set<OperatorKey>> ending(
            Map<String, Set<OperatorKey>> models, Map<String, TimedAttempt> ends, boolean right) {
        Map<String, Set<OperatorKey>> found = new HashMap<>();
        ends.forEach((model, end) -> {
            if (right == (end.outcome() == Outcome.SUCCEEDED)) {
                Optional.ofNullable(models.get(model)).ifPresent(operators -> found.put(model, operators));
            }
        });
        return found;
    }

    private static Map<String, Placement> placed(Place place, List<Placement> placements) {
        Map<String, Placement> placed = new HashMap<>();
        placements.stream()
                .filter(one -> place.equals(new Place(one.machine(), one.target())))
                .forEach(one -> placed.put(one.sha256(), one));
        return placed;
    }

    /** With the operators of a model that the history does not have. */
    public OperatorEvidence with(String sha256, List<OperatorSignature> operators) {
        Map<String, Set<OperatorKey>> more = new HashMap<>(models);
        more.putIfAbsent(sha256, keys(operators));
        return new OperatorEvidence(more, targets, placements);
    }

    private Optional<TargetOperators> others(String sha256, TargetKey target) {
        return Optional.ofNullable(targets.get(new Place(target.machine(), target.target())))
                .map(there -> there.without(sha256))
                .filter(TargetOperators::tells);
    }

    private Set<OperatorKey> operators(String sha256) {
        return models.getOrDefault(sha256, Set.of());
    }

    /** Whether it is known which operators a model has and what some came to on a target: then it tells what may not run. */
    boolean tells(String sha256, TargetKey target) {
        return !operators(sha256).isEmpty()
                && others(sha256, target)
                        .filter(there -> !there.right().isEmpty())
                        .isPresent();
    }

    /** An operator of a model that is not expected to run on a target, in one line. */
    Optional<String> refusal(String sha256, TargetKey target) {
        return others(sha256, target).flatMap(there -> there.refusal(operators(sha256), target.backend()));
    }

    /** Operators of a model that may not run on a target, in one line. */
    Optional<String> doubt(String sha256, TargetKey target) {
        return tells(sha256, target)
                ? others(sha256, target).flatMap(there -> there.doubt(operators(sha256)))
                : Optional.empty();
    }

    /**
     * Where a model's nodes are expected to run, in one line: as they did on that backend where it ran, on this target before
     * others; else as its operators did in other models. Empty where nothing tells, and of backends that everything runs on.
     */
    public Optional<String> placement(String sha256, TargetKey target) {
        if (WHOLE.contains(target.backend())) {
            return Optional.empty();
        }
        return own(sha256, target)
                .map(one -> "about %d of %d nodes on %s%s, as %s"
                        .formatted(
                                one.there(),
                                one.nodes(),
                                one.backend(),
                                one.parts().isPresent()
                                        ? ", in %d %s"
                                                .formatted(
                                                        one.parts().getAsInt(),
                                                        one.parts().getAsInt() == 1 ? "part" : "parts")
                                        : "",
                                one.target().equals(target.target()) ? "when it ran there" : "on " + one.target()))
                .or(() ->
                        others(sha256, target).flatMap(there -> there.placement(operators(sha256), target.backend())));
    }

    private Optional<Placement> own(String sha256, TargetKey target) {
        List<Placement> same = placements.stream()
                .filter(one -> one.sha256().equals(sha256) && one.backend().equals(target.backend()))
                .toList();
        return same.stream()
                .filter(one -> one.target().equals(target.target()))
                .reduce((older, newer) -> newer)
                .or(() -> same.stream().reduce((older, newer) -> newer));
    }
}
