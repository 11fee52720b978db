package dev.bascule.training.data;

import dev.bascule.fallback.tensor.Shape;
import java.nio.file.Path;

/** How much data is read: all of it lies in memory, and a resident set in the model too. Stateless. */
final class DataLimits {
    static final int MOST_SAMPLES = 200_000;
    static final int MOST_CLASSES = 1000;
    static final long MOST_BYTES = 1L << 30;

    private DataLimits() {}

    /** @param sample of one */
    static void require(Path folder, long samples, Shape sample, int bytesOfEach) {
        if (samples < 1) {
            throw DataInvalid.of("'%s' has no sample".formatted(folder), "look at the data");
        }
        if (samples > MOST_SAMPLES) {
            throw DataInvalid.of(
                    "'%s' has %,d samples; at most %,d are read".formatted(folder, samples, MOST_SAMPLES),
                    "leave some out");
        }
        long elements = sample.countable().orElse(Long.MAX_VALUE);
        if (elements < 1) {
            throw DataInvalid.of("samples of '%s' have the shape %s, which is nothing".formatted(folder, sample));
        }
        if (elements > MOST_BYTES || samples * elements > MOST_BYTES / bytesOfEach) {
            throw DataInvalid.of(
                    "'%s' has %,d samples of the shape %s, which are more than %,d bytes"
                            .formatted(folder, samples, sample, MOST_BYTES),
                    "leave some out, or make each smaller");
        }
    }
}
