package dev.bascule.reports.rating;

import dev.bascule.reports.format.Figures;
import dev.bascule.reports.scoring.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A target's score worked out step by step. Stateless. */
final class WorkedScore {
    private WorkedScore() {}

    static List<String> of(TargetScore target) {
        List<String> lines = new ArrayList<>();
        for (FamilyScore family : target.families()) {
            for (ModelScore model : family.models()) {
                model.cells().forEach(score -> lines.add("%s: %s".formatted(model.model(), sum(score))));
            }
            lines.add("%s: %s"
                    .formatted(
                            family.family().id(),
                            mean(
                                    family.models().stream()
                                            .map(model -> model.assessment().value())
                                            .toList(),
                                    family.assessment().orElseThrow().value())));
        }
        lines.add("%s over all: %s"
                .formatted(
                        target.target().label(),
                        mean(
                                target.families().stream()
                                        .map(family -> family.assessment()
                                                .orElseThrow()
                                                .value())
                                        .toList(),
                                target.assessment().value())));
        return lines;
    }

    /** {@code 40 right + 30 placement (5 of 5 nodes) + 4.2 speed (s = 0.28) + 0 acceleration (…) = 74.2}. */
    private static String sum(Score score) {
        return score.terms().stream()
                        .map(term -> "%s %s (%s)".formatted(figure(term.points()), term.name(), term.why()))
                        .collect(Collectors.joining(" + "))
                + " = " + figure(score.exact());
    }

    private static String mean(List<Double> values, double mean) {
        return values.size() == 1
                ? figure(mean)
                : "(%s) / %d = %s"
                        .formatted(
                                values.stream().map(WorkedScore::figure).collect(Collectors.joining(" + ")),
                                values.size(),
                                figure(mean));
    }

    private static String figure(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Figures.significant(value);
    }
}
