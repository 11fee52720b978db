package dev.bascule.training.metric;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a classifier said of samples whose class is known. Immutable.
 *
 * @param counts row: the class that is right; column: the one that was said
 * @param unanswered by the class that is right: samples of which the logits tell nothing, for one is no number or none is the largest
 */
public record Confusion(List<List<Integer>> counts, List<Integer> unanswered) {
    public Confusion {
        counts = counts.stream().map(List::copyOf).toList();
        unanswered = List.copyOf(unanswered);
    }

    /** Of no sample. */
    public static Confusion none(int classes) {
        List<Integer> zeros = IntStream.range(0, classes).mapToObj(each -> 0).toList();
        return new Confusion(IntStream.range(0, classes).mapToObj(each -> zeros).toList(), zeros);
    }

    /**
     * With one sample more.
     *
     * @param logits [batch, classes]
     * @param row of the sample
     * @param label the class that is right
     */
    public Confusion with(Tensor logits, int row, int label) {
        OptionalInt said = said(logits, row, counts.size());
        List<Integer> without = new ArrayList<>(unanswered);
        List<List<Integer>> more = new ArrayList<>(counts);
        if (said.isEmpty()) {
            without.set(label, without.get(label) + 1);
        } else {
            List<Integer> of = new ArrayList<>(counts.get(label));
            of.set(said.getAsInt(), of.get(said.getAsInt()) + 1);
            more.set(label, of);
        }
        return new Confusion(more, without);
    }

    /**
     * The class that a sample is given; none where the logits tell nothing.
     *
     * @param logits [batch, classes]
     */
    public static OptionalInt said(Tensor logits, int row, int classes) {
        Elements.Reader numbers = Elements.of(logits);
        int best = -1;
        double most = Double.NEGATIVE_INFINITY;
        boolean alone = false;
        for (int each = 0; each < classes; each++) {
            double logit = numbers.at(row * classes + each);
            if (Double.isNaN(logit)) {
                return OptionalInt.empty();
            }
            if (logit >= most) {
                alone = logit > most;
                best = each;
                most = logit;
            }
        }
        return alone ? OptionalInt.of(best) : OptionalInt.empty();
    }

    public int right() {
        return IntStream.range(0, counts.size())
                .map(each -> counts.get(each).get(each))
                .sum();
    }

    /** All samples, unanswered ones too. */
    public int of() {
        return IntStream.range(0, counts.size()).map(this::ofClass).sum();
    }

    /** The share of a class's samples that was recognised; empty where there was none. */
    public OptionalDouble recall(int label) {
        int of = ofClass(label);
        return of == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) counts.get(label).get(label) / of);
    }

    /** Samples of a class, unanswered ones too. */
    public int ofClass(int label) {
        return counts.get(label).stream().mapToInt(Integer::intValue).sum() + unanswered.get(label);
    }
}
