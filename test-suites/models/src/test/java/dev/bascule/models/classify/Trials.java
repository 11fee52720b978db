package dev.bascule.models.classify;

import dev.bascule.models.classify.Calibration.Row;
import dev.bascule.models.classify.LabelledModels.Labelled;
import dev.bascule.models.classify.LabelledModels.Truth;
import dev.bascule.models.classify.ModelClassifier.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What the rules said of labelled models whose names were taken from them. */
final class Trials {
    private Trials() {}

    /**
     * One question about one model.
     *
     * @param said blank where nothing speaks for any answer
     */
    record Trial(Axis axis, Strength strength, String network, String model, String said, boolean right) {}

    static List<Trial> of(List<Labelled> models) {
        List<Trial> trials = new ArrayList<>();
        models.forEach(model ->
                trials.addAll(of(model, Findings.of(Stripper.strip(model.graph().get())))));
        return trials;
    }

    static List<Trial> of(Labelled model, Findings found) {
        Truth truth = model.truth();
        return List.of(
                trial(Axis.FAMILY, model, found.family(), truth.family()::equals),
                trial(Axis.ARCHITECTURE, model, found.architecture(), truth.architecture()::equals),
                trial(Axis.TASK, model, found.task(), truth::isTask));
    }

    private static <L> Trial trial(Axis axis, Labelled model, Finding<L> found, Predicate<L> isRight) {
        return new Trial(
                axis,
                found.strength(),
                model.network(),
                model.name(),
                found.leaning().map(String::valueOf).orElse(""),
                found.leaning().filter(isRight).isPresent());
    }

    /** Counts of those that lean to an answer: a network is right where all its models are. */
    static List<Row> rows(List<Trial> trials, String from, boolean heldOut) {
        List<Row> rows = new ArrayList<>();
        for (Axis axis : Axis.values()) {
            for (Strength strength : Strength.values()) {
                List<Trial> here = trials.stream()
                        .filter(trial -> trial.axis() == axis && trial.strength() == strength)
                        .filter(trial -> !trial.said().isEmpty())
                        .toList();
                Map<String, Boolean> networks = here.stream()
                        .collect(Collectors.toMap(Trial::network, Trial::right, Boolean::logicalAnd, TreeMap::new));
                if (!here.isEmpty()) {
                    rows.add(new Row(
                            axis.id(),
                            strength.id(),
                            from,
                            heldOut,
                            (int) networks.values().stream()
                                    .filter(right -> right)
                                    .count(),
                            networks.size(),
                            here.size()));
                }
            }
        }
        return rows;
    }
}
