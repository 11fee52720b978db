package dev.bascule.reports.rating;

import dev.bascule.reports.format.WorkedSum;
import dev.bascule.reports.scoring.Score;
import java.util.ArrayList;
import java.util.List;

/** A target's score worked out step by step. Stateless. */
final class WorkedScore {
    private WorkedScore() {}

    static List<String> of(TargetScore target) {
        List<String> lines = new ArrayList<>();
        for (FamilyScore family : target.families()) {
            for (ModelScore model : family.models()) {
                model.cells().forEach(score -> lines.add("%s: %s".formatted(model.model(), sum(score))));
                if (model.cells().size() > 1) {
                    lines.add("%s: %s"
                            .formatted(
                                    model.model(),
                                    mean(model.cells().stream()
                                            .map(Score::exact)
                                            .toList())));
                }
            }
            lines.add("%s: %s"
                    .formatted(
                            family.family().id(),
                            mean(family.models().stream()
                                    .map(model -> model.assessment().value())
                                    .toList())));
        }
        lines.add("%s over all: %s"
                .formatted(
                        target.target().label(),
                        mean(target.families().stream()
                                .map(family -> family.assessment().value())
                                .toList())));
        return lines;
    }

    /** {@code 40 right (…) + 18.6 placement (41 of 44 nodes on webnn) + 13.3 speed (s = 0.28) = 71.9}. */
    private static String sum(Score score) {
        WorkedSum worked = score.worked();
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < score.terms().size(); i++) {
            Score.Term term = score.terms().get(i);
            terms.add("%s %s (%s)".formatted(worked.terms().get(i), term.name(), term.why()));
        }
        return String.join(" + ", terms) + " = " + worked.result();
    }

    private static String mean(List<Double> values) {
        WorkedSum worked = WorkedSum.ofMean(values);
        return values.size() == 1
                ? worked.result()
                : "(%s) / %d = %s".formatted(String.join(" + ", worked.terms()), values.size(), worked.result());
    }
}
