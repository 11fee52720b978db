package dev.bascule.reports.rating;

import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * In what order targets stand. Means over different models cannot be compared: more models are no merit, and harder ones no fault.
 * So targets are ordered on the models that all of them measured; of all groups of targets the one that allows the most
 * comparisons (pairs of targets times models) is ordered, and the others are told with the reason. One more target may make that
 * group's models fewer, and must not turn the others round: two that stand the other way on all models that both measured share a
 * rank, with whoever stands between them.
 *
 * @param models by SHA-256, the names of those that the order is over
 * @param standings the best first, each with its score on these models alone
 * @param unordered the others, by label
 * @param contests pairs of the standings whose order is another on all models that both measured
 */
public record TargetOrder(
        Map<String, String> models, List<Standing> standings, List<Unordered> unordered, List<Contest> contests) {

    public TargetOrder {
        models = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(models));
        standings = List.copyOf(standings);
        unordered = List.copyOf(unordered);
        contests = List.copyOf(contests);
    }

    /**
     * @param above the one with the better score on the group's models
     * @param below the one with the better score on all that both measured
     * @param models names of these
     */
    public record Contest(ScoredTarget above, ScoredTarget below, List<String> models) {
        public Contest {
            models = List.copyOf(models);
        }

        private String words() {
            return "%s and %s share a rank: on the %s that both measured (%s) %s is ahead"
                    .formatted(
                            above.label(),
                            below.label(),
                            Figures.counted(models.size(), "model"),
                            String.join(", ", models),
                            below.label());
        }
    }

    /** @param assessment on the common models alone */
    public record Standing(ScoredTarget target, Assessment assessment) {}

    /** @param why it stands in no order */
    public record Unordered(ScoredTarget target, String why) {}

    private record Group(List<TargetScore> targets, Set<String> models) {
        int comparisons() {
            return targets.size() * (targets.size() - 1) / 2 * models.size();
        }
    }

    static TargetOrder of(List<TargetScore> targets) {
        Group group = largest(targets);
        Map<String, String> names = new LinkedHashMap<>();
        group.targets().stream()
                .flatMap(target -> target.scored().stream())
                .filter(model -> group.models().contains(model.sha256()))
                .forEach(model -> names.putIfAbsent(model.sha256(), model.model()));
        List<Standing> standings = group.targets().stream()
                .map(target -> new Standing(target.target(), Ranking.on(target.families(), group.models())))
                .sorted(Comparator.comparingDouble((Standing standing) -> -rounded(standing.assessment()))
                        .thenComparing(standing -> standing.target().label()))
                .toList();
        List<Unordered> unordered = targets.stream()
                .filter(target -> !group.targets().contains(target))
                .map(target -> new Unordered(target.target(), why(target, group)))
                .sorted(Comparator.comparing(other -> other.target().label()))
                .toList();
        return new TargetOrder(names, standings, unordered, contests(standings, group.targets()));
    }

    private static List<Contest> contests(List<Standing> standings, List<TargetScore> targets) {
        Map<ScoredTarget, TargetScore> scores = new LinkedHashMap<>();
        targets.forEach(target -> scores.put(target.target(), target));
        List<Contest> contests = new ArrayList<>();
        for (int i = 0; i < standings.size(); i++) {
            for (int j = i + 1; j < standings.size(); j++) {
                TargetScore above =
                        Objects.requireNonNull(scores.get(standings.get(i).target()));
                TargetScore below =
                        Objects.requireNonNull(scores.get(standings.get(j).target()));
                Set<String> both = shas(above);
                both.retainAll(shas(below));
                if (rounded(Ranking.on(above.families(), both)) < rounded(Ranking.on(below.families(), both))) {
                    List<String> names = above.scored().stream()
                            .filter(model -> both.contains(model.sha256()))
                            .map(ModelScore::model)
                            .distinct()
                            .toList();
                    contests.add(new Contest(above.target(), below.target(), names));
                }
            }
        }
        return contests;
    }

    private static long rounded(Assessment assessment) {
        return Math.round(assessment.value() * 1e6);
    }

    /** Grown from each target by the one that keeps the most models in common. */
    private static Group largest(List<TargetScore> targets) {
        Group best = new Group(List.of(), Set.of());
        for (TargetScore first : targets) {
            Set<TargetScore> left = new LinkedHashSet<>(targets);
            List<TargetScore> members = new ArrayList<>();
            Set<String> common = shas(first);
            TargetScore next = first;
            while (true) {
                members.add(next);
                left.remove(next);
                common.retainAll(shas(next));
                Group grown = new Group(List.copyOf(members), Set.copyOf(common));
                boolean better = grown.comparisons() > best.comparisons()
                        || (grown.comparisons() == best.comparisons()
                                && members.size() > best.targets().size());
                best = members.size() > 1 && !common.isEmpty() && better ? grown : best;
                Set<String> kept = common;
                TargetScore nearest = left.stream()
                        .max(Comparator.comparingInt(other -> inCommon(kept, other)))
                        .orElse(null);
                if (nearest == null || inCommon(common, nearest) == 0) {
                    break;
                }
                next = nearest;
            }
        }
        return best;
    }

    private static int inCommon(Set<String> models, TargetScore target) {
        Set<String> common = shas(target);
        common.retainAll(models);
        return common.size();
    }

    private static Set<String> shas(TargetScore target) {
        return target.scored().stream().map(ModelScore::sha256).collect(Collectors.toCollection(HashSet::new));
    }

    private static String why(TargetScore target, Group group) {
        return group.targets().isEmpty()
                ? "no other target measured a model that it measured"
                : "it measured %d of the %d models that the others have in common"
                        .formatted(
                                inCommon(group.models(), target), group.models().size());
    }

    /** {@code the 2 models that all of these measured (bert, vit)}; of the order itself, where there is one. */
    public String over() {
        return "the %d %s that all of these measured (%s)"
                .formatted(models.size(), models.size() == 1 ? "model" : "models", String.join(", ", models.values()));
    }

    /** {@code wasm in Chrome 80 (78–82), webnn in Chrome 71}; then which of them share a rank, and why. */
    public String words() {
        return Stream.concat(
                        Stream.of(standings.stream()
                                .map(standing -> standing.target().label() + " "
                                        + standing.assessment().figures())
                                .collect(Collectors.joining(", "))),
                        contests.stream().map(Contest::words))
                .collect(Collectors.joining("; "));
    }

    /** Where a target stands, 1 for the best, the same for those that share a rank; 0 where it stands in no order. */
    public int rank(ScoredTarget target) {
        int rank = place(target);
        for (boolean moved = true; moved; ) {
            moved = false;
            for (Contest contest : contests) {
                if (place(contest.above()) < rank && rank <= place(contest.below())) {
                    rank = place(contest.above());
                    moved = true;
                }
            }
        }
        return rank;
    }

    private int place(ScoredTarget target) {
        for (int i = 0; i < standings.size(); i++) {
            if (standings.get(i).target().equals(target)) {
                return i + 1;
            }
        }
        return 0;
    }
}
