package dev.bascule.prediction.recommend;

import java.util.OptionalDouble;

/** What is known of a quantity of a model on a target, in the quantity's unit. */
public sealed interface Figure {

    /**
     * It was measured there, or can be counted.
     *
     * @param least what it would be at least if nothing else had run before: below the value where what was measured has others' in it
     * @param source what it is of
     */
    record Measured(double value, double least, String source) implements Figure {

        /** Of nothing but the model. */
        public Measured(double value, String source) {
            this(value, value, source);
        }
    }

    /**
     * It is expected, never measured.
     *
     * @param middle the likeliest; empty where only a bound is told
     * @param low what it is hardly below
     * @param high what it is hardly beyond
     * @param covers how often the truth lies no higher than {@code high}, at least, such as 0.9
     * @param basis what it rests on
     */
    record Predicted(OptionalDouble middle, double low, double high, double covers, String basis) implements Figure {}

    /**
     * Nobody can say.
     *
     * @param reason in one line
     * @param remedy what would settle it
     */
    record Unknown(String reason, Remedy remedy) implements Figure {}
}
