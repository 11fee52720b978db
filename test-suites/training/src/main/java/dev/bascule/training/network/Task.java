package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.OptionalInt;

/**
 * What a network is for, as data have it. Immutable.
 *
 * @param dtype of a sample: 32-bit floats, or int64 for tokens
 * @param sample the shape of one sample, without the batch
 * @param classes at least two
 * @param vocabulary how many tokens there are, from 0 on; empty where samples are no tokens
 */
public record Task(DType dtype, Shape sample, int classes, OptionalInt vocabulary) {
    public Task {
        if (classes < 2 || sample.rank() < 1 || sample.elements() < 1) {
            throw new IllegalArgumentException("nothing to tell apart: %d classes of %s".formatted(classes, sample));
        }
        if ((dtype == DType.INT64) != vocabulary.isPresent()) {
            throw new IllegalArgumentException("tokens, and they alone, have a vocabulary");
        }
    }

    /** Of 32-bit floats. */
    public static Task of(Shape sample, int classes) {
        return new Task(DType.FLOAT32, sample, classes, OptionalInt.empty());
    }

    /** Of so many tokens in a row. */
    public static Task ofTokens(int length, int vocabulary, int classes) {
        return new Task(DType.INT64, Shape.of(length), classes, OptionalInt.of(vocabulary));
    }
}
