package dev.bascule.training.step;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How a step is made beside its optimizer. Immutable.
 *
 * @param accumulation parts in which a batch is gone through, whose gradients are added before the one update; 1 for the batch as a whole
 * @param precision in what it computes
 * @param dropout share of what is dropped, by masks that the host feeds; empty for nothing
 */
public record StepForm(int accumulation, Precision precision, OptionalDouble dropout) {
    /** The batch as a whole, in 32 bits, and nothing dropped. */
    public static final StepForm PLAIN = new StepForm(1, Precision.SINGLE, OptionalDouble.empty());

    public boolean isMixed() {
        return precision == Precision.MIXED;
    }

    /** What is not plain of it, for the reader. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        if (accumulation > 1) {
            words.add("in %d parts".formatted(accumulation));
        }
        if (isMixed()) {
            words.add("products in 16 bits");
        }
        dropout.ifPresent(share -> words.add("dropout %s".formatted(share)));
        return words;
    }
}
