package dev.bascule.prediction.select;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.interval.ShareLimits;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/** A model with the targets that it could be put on. */
record Choosing(PredictedModel model, List<Option> options) {
    private static final double LEVEL = 0.95;
    /** In logarithms, what choosing a target that fails counts as when the constant choice is looked for. */
    private static final double FAILS = Math.log(10);

    /**
     * A choice.
     *
     * @param option empty where nothing could be chosen
     * @param best what would have been
     */
    record Chosen(Optional<Option> option, Option best) {

        boolean failed() {
            return option.isPresent() && !option.get().ran();
        }

        boolean ran() {
            return option.filter(Option::ran).isPresent();
        }

        /** Time lost, as a share of the best. */
        double regret() {
            return Math.max(0, Math.expm1(option.orElseThrow().log() - best.log()));
        }

        boolean hit() {
            return ran() && regret() <= Math.max(SelectionValidation.CLOSE, best.floor());
        }
    }

    Optional<Option> best() {
        return options.stream().filter(Option::ran).min(Comparator.comparingDouble(Option::log));
    }

    private Chosen chosen(Optional<Option> option) {
        return new Chosen(option, best().orElseThrow());
    }

    /** By what is known before anything but native CPU is measured. */
    Chosen foretold() {
        return chosen(options.stream()
                .filter(option -> !option.doubted())
                .min(Comparator.comparingDouble(Option::predicted)));
    }

    /** Native CPU and so many of the most promising are tried; what fails then is out, and of the rest the race tells the best but for its noise. */
    Chosen raced(int count, Random random) {
        List<Option> tried = options.stream()
                .sorted(Comparator.comparing((Option option) -> !option.target().isReferenceCpu())
                        .thenComparingDouble(Option::predicted))
                .limit(count + (options.stream().anyMatch(each -> each.target().isReferenceCpu()) ? 1 : 0))
                .filter(Option::ran)
                .toList();
        Map<Option, Double> seen = new HashMap<>();
        tried.forEach(option -> seen.put(option, option.log() + option.floor() * random.nextGaussian()));
        return chosen(tried.stream().min(Comparator.comparingDouble(of(seen))));
    }

    private static ToDoubleFunction<Option> of(Map<Option, Double> seen) {
        return option -> seen.getOrDefault(option, Double.POSITIVE_INFINITY);
    }

    /** The target that loses least over models of other architectures. */
    Chosen constant(List<Choosing> all) {
        Map<TargetKey, double[]> losses = new HashMap<>();
        for (Choosing other : all) {
            if (!other.model().architecture().equals(model.architecture())) {
                double least = other.best().orElseThrow().log();
                other.options().forEach(option -> {
                    double[] sum = losses.computeIfAbsent(option.target(), any -> new double[2]);
                    sum[0] += option.ran() ? option.log() - least : FAILS;
                    sum[1]++;
                });
            }
        }
        return chosen(options.stream()
                // One that hardly any model was measured on is best by chance.
                .filter(option -> 2 * losses.getOrDefault(option.target(), new double[2])[1] >= all.size())
                .min(Comparator.comparingDouble(
                        option -> mean(losses.getOrDefault(option.target(), new double[] {0, 0})))));
    }

    private static double mean(double[] sum) {
        return sum[0] / sum[1];
    }

    /** Over models for which both chose what ran; what neither could be held to is in neither mean. */
    static OptionalDouble gapClosed(List<Chosen> choices, List<Chosen> constant) {
        double own = 0;
        double theirs = 0;
        for (int i = 0; i < choices.size(); i++) {
            if (choices.get(i).ran() && constant.get(i).ran()) {
                own += choices.get(i).regret();
                theirs += constant.get(i).regret();
            }
        }
        return theirs > 0 ? OptionalDouble.of(1 - own / theirs) : OptionalDouble.empty();
    }

    static SelectionReport.Outcome outcome(List<Chosen> choices) {
        double[] regrets = choices.stream()
                .filter(Chosen::ran)
                .mapToDouble(Chosen::regret)
                .sorted()
                .toArray();
        double sum = 0;
        for (double regret : regrets) {
            sum += regret;
        }
        return new SelectionReport.Outcome(
                ShareLimits.of((int) choices.stream().filter(Chosen::hit).count(), choices.size(), LEVEL),
                regrets.length == 0 ? 0 : sum / regrets.length,
                regrets.length == 0 ? 0 : regrets[(int) Math.ceil(0.95 * regrets.length) - 1],
                (int) choices.stream().filter(Chosen::failed).count(),
                (int) choices.stream().filter(each -> each.option().isEmpty()).count());
    }
}
