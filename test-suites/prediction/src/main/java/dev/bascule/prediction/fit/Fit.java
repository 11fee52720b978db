package dev.bascule.prediction.fit;

import java.util.OptionalDouble;

/** What a method learned of one target. Immutable and thread-safe. */
@FunctionalInterface
public interface Fit {
    /**
     * The natural logarithm of a model's milliseconds.
     *
     * @return empty where the question lacks what the method needs, such as a time measured on native CPU
     */
    OptionalDouble log(Question question);
}
