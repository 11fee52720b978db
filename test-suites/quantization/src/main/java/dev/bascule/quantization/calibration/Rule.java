package dev.bascule.quantization.calibration;

import dev.bascule.quantization.ActivationRanges.Range;
import java.util.Arrays;
import java.util.Optional;

/** How a range follows from values. */
public enum Rule {
    /** From the least to the greatest. */
    MIN_MAX("minmax") {
        @Override
        Range of(Histogram values) {
            return new Range(values.least(), values.greatest());
        }
    },
    /** All but one in ten thousand values, half of these on each side. */
    PERCENTILE("percentile") {
        @Override
        Range of(Histogram values) {
            return Clips.percentile(values, 99.99);
        }
    },
    /** What least changes the distribution, by Kullback and Leibler's divergence. */
    ENTROPY("entropy") {
        @Override
        Range of(Histogram values) {
            return Clips.entropy(values);
        }
    },
    /** The least squared error of all values. */
    MSE("mse") {
        @Override
        Range of(Histogram values) {
            return Clips.meanSquare(values);
        }
    };

    private final String word;

    Rule(String word) {
        this.word = word;
    }

    /** As in {@code qdq-entropy}, and in {@link dev.bascule.quantization.ActivationRanges#rule()}. */
    public String word() {
        return word;
    }

    public static Optional<Rule> named(String word) {
        return Arrays.stream(values()).filter(rule -> rule.word.equals(word)).findFirst();
    }

    abstract Range of(Histogram values);
}
