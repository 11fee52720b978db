package dev.bascule.prediction.validate;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.fit.Baselines;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.fit.Methods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a level is answered by its method: beside the best of the rest of it, and what its last layer does to known architectures. Stateless. */
final class MethodChoices {
    private MethodChoices() {}

    /**
     * Of each that answers.
     *
     * @param answering which these are
     * @param fresh trials of each method by its id, with the architecture left out
     * @param known likewise, with one model left out
     */
    static List<ValidationReport.Choice> of(
            List<Method> answering, Map<String, List<Trial>> fresh, Map<String, List<Trial>> known) {
        List<ValidationReport.Choice> choices = new ArrayList<>();
        for (Method used : answering) {
            OptionalDouble own = mean(fresh, used.id());
            if (own.isPresent()) {
                choices.add(new ValidationReport.Choice(
                        used.level(),
                        used.id(),
                        "mean error %.1f %% on new architectures".formatted(100 * own.getAsDouble())
                                + rival(used, fresh)
                                + layer(used, known)));
            }
        }
        return choices;
    }

    /** The next of the level; not the layers that it stands on, which say the same of a new architecture. */
    private static String rival(Method used, Map<String, List<Trial>> fresh) {
        return Stream.concat(Methods.all().stream(), Baselines.ALL.stream())
                .filter(other -> other.level() == used.level() && !(used.id() + "+").startsWith(other.id() + "+"))
                .filter(other -> meanWhere(fresh, other.id(), used.id()).isPresent())
                .min(Comparator.comparingDouble(
                        other -> meanWhere(fresh, other.id(), used.id()).orElseThrow()))
                .map(other -> "; the next, %s: %.1f %%"
                        .formatted(
                                other.id(),
                                100 * meanWhere(fresh, other.id(), used.id()).orElseThrow()))
                .orElse("");
    }

    private static String layer(Method used, Map<String, List<Trial>> known) {
        int last = used.id().lastIndexOf('+');
        String below = last < 0 ? "" : used.id().substring(0, last);
        OptionalDouble with = mean(known, used.id());
        OptionalDouble without = meanWhere(known, below, used.id());
        return with.isPresent() && without.isPresent()
                ? "; on known ones %.1f %%, and %.1f %% by %s alone"
                        .formatted(100 * with.getAsDouble(), 100 * without.getAsDouble(), below)
                : "";
    }

    /** Of a method's trials those that another has as well: some answer of few targets alone. */
    private static OptionalDouble meanWhere(Map<String, List<Trial>> trials, String method, String other) {
        Set<Case> cases =
                trials.getOrDefault(other, List.of()).stream().map(Case::of).collect(Collectors.toSet());
        return mean(trials.getOrDefault(method, List.of()).stream()
                .filter(trial -> cases.contains(Case.of(trial)))
                .toList());
    }

    private record Case(PredictedModel.Key model, TargetKey target) {
        static Case of(Trial trial) {
            return new Case(trial.model().key(), trial.target());
        }
    }

    private static OptionalDouble mean(Map<String, List<Trial>> trials, String method) {
        return mean(trials.getOrDefault(method, List.of()));
    }

    private static OptionalDouble mean(List<Trial> trials) {
        return trials.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(ErrorSummary.of(trials).mean());
    }
}
