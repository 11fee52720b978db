package dev.bascule.reports.rating;

import dev.bascule.reports.scoring.Score;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How much hangs on the weights, which are chosen, and on single models, which are a sample.
 *
 * @param share by which each weight was varied, one at a time, the others keeping their relation
 * @param ranking labels of targets by score, on the models that all of them measured
 * @param models that the ranking is over
 * @param variations each with the ranking that it gives
 */
public record Sensitivity(double share, List<String> ranking, List<String> models, List<Variation> variations) {
    /** A fifth more or less of each weight. */
    public static final double SHARE = 0.2;

    public Sensitivity {
        ranking = List.copyOf(ranking);
        models = List.copyOf(models);
        variations = List.copyOf(variations);
    }

    /**
     * @param lowest score under any variation
     * @param highest score under any variation
     * @param lowestBy which variation gives the lowest
     * @param highestBy which variation gives the highest
     */
    public record Range(double lowest, double highest, String lowestBy, String highestBy) {}

    /**
     * @param what was changed: {@code speed +20 %}, {@code without bert-micro}
     * @param ranking labels of targets by score
     */
    public record Variation(String what, List<String> ranking) {
        public Variation {
            ranking = List.copyOf(ranking);
        }
    }

    /** Whether every variation gives the same order. */
    public boolean stable() {
        return variations.stream().allMatch(variation -> variation.ranking().equals(ranking));
    }

    /** Variations that turn the order. */
    public List<Variation> turning() {
        return variations.stream()
                .filter(variation -> !variation.ranking().equals(ranking))
                .toList();
    }

    /**
     * Another weight for one term.
     *
     * @param term its name; the empty name is the formula as it is
     * @param factor of its weight
     */
    record Reweighting(String term, double factor) {
        static final Reweighting NONE = new Reweighting("", 1);

        static List<Reweighting> all(List<Score> scores) {
            Set<String> names = new LinkedHashSet<>();
            scores.forEach(score -> score.terms().forEach(term -> names.add(term.name())));
            List<Reweighting> all = new ArrayList<>();
            for (String name : names) {
                all.add(new Reweighting(name, 1 + SHARE));
                all.add(new Reweighting(name, 1 - SHARE));
            }
            return all;
        }

        String words() {
            return String.format(Locale.ROOT, "%s %+.0f %%", term, (factor - 1) * 100);
        }

        /** The score with this weight, all weights again adding up to 100; what failed has nothing to weigh. */
        double of(Score score) {
            double points = 0;
            double most = 0;
            for (Score.Term each : score.terms()) {
                double weight = each.name().equals(term) ? factor : 1;
                points += weight * each.points();
                most += weight * each.most();
            }
            double whole = score.terms().stream().mapToDouble(Score.Term::most).sum();
            // A failure has one term, of 0 points.
            return most == 0 ? 0 : points / most * whole;
        }
    }
}
