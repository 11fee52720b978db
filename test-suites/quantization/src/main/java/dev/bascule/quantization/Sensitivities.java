package dev.bascule.quantization;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What outputs lose when one layer alone is written in fewer bits, as it was measured. Immutable.
 *
 * @param samples that were looked at
 * @param layers in the graph's order
 */
public record Sensitivities(int samples, List<Layer> layers) {
    /** Under it no class gains or loses anything that a float32 softmax shows. */
    static final double LEAST_DIVERGENCE = 1e-6;

    public Sensitivities {
        layers = List.copyOf(layers);
    }

    /**
     * One layer.
     *
     * @param weight its name
     * @param trials in fewer bits than float32
     */
    public record Layer(String weight, List<Trial> trials) {
        public Layer {
            trials = List.copyOf(trials);
        }
    }

    /**
     * One layer in one precision, all others in float32: means over the samples.
     *
     * @param divergence Kullback–Leibler, of classes, in nats; empty of no classifier, and where it is no number
     * @param deviation of outputs, relative to the greatest magnitude of each; empty where outputs were no numbers
     */
    public record Trial(LayerPrecision precision, Optional<Double> divergence, Optional<Double> deviation) {
        /** @throws IllegalArgumentException for what cannot be, as of a file that somebody changed */
        public Trial {
            if (precision == null) {
                throw new IllegalArgumentException("a trial has a precision");
            }
            if (!isDistance(divergence) || !isDistance(deviation)) {
                throw new IllegalArgumentException("no loss is %s or %s".formatted(divergence, deviation));
            }
        }

        private static boolean isDistance(Optional<Double> figure) {
            return figure.map(each -> Double.isFinite(each) && each >= 0).orElse(true);
        }
    }

    /** Which figure tells layers apart. */
    public enum Measure {
        DIVERGENCE("Kullback–Leibler divergence of classes, in nats"),
        DEVIATION("mean deviation of outputs, relative to each one's greatest magnitude");

        private final String words;

        Measure(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /**
         * What a choice of bits goes by; empty where it is not known. Divergence under {@link #LEAST_DIVERGENCE} is rounding, as of classes that
         * are sure of themselves: it counts as so much, and what outputs move by, a whole at most, adds no more than that again. So no layer
         * loses nothing while its outputs move.
         */
        public OptionalDouble rank(Trial trial) {
            OptionalDouble figure = of(trial);
            return this == DEVIATION || figure.isEmpty()
                    ? figure
                    : OptionalDouble.of(Math.max(figure.getAsDouble(), LEAST_DIVERGENCE)
                            + LEAST_DIVERGENCE * Math.min(1, trial.deviation().orElse(1.0)));
        }

        /** Of a trial; empty where it is not known. */
        public OptionalDouble of(Trial trial) {
            Optional<Double> figure = this == DIVERGENCE ? trial.divergence() : trial.deviation();
            return figure.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
        }
    }

    /** Divergence where it is known of all that gave numbers, and is more than nothing; else deviation. */
    public Measure measure() {
        List<Trial> finite = layers.stream()
                .flatMap(layer -> layer.trials().stream())
                .filter(trial -> trial.deviation().isPresent())
                .toList();
        boolean known = finite.stream().allMatch(trial -> trial.divergence().isPresent());
        double greatest = finite.stream()
                .flatMap(trial -> trial.divergence().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return known && greatest >= LEAST_DIVERGENCE ? Measure.DIVERGENCE : Measure.DEVIATION;
    }
}
