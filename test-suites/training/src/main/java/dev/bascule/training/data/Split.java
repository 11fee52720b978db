package dev.bascule.training.data;

import java.util.List;
import java.util.Locale;

/**
 * Which samples of a source are learned from and which are held back. Immutable.
 *
 * @param rule how it was made, a sentence
 * @param train places in the source, in the order in which they are fed
 * @param test places in the source
 * @param leaked places of samples that are in the train part byte for byte, so that they were taken out of the test part
 * @param doubled places of samples that are in the test part before with the same label, so that they were taken out:
 *     each is judged once
 * @param repeated samples of the train part that are there more than once, each counted but its first
 * @param contradictory samples that are there with another label too
 */
public record Split(
        String rule,
        List<Integer> train,
        List<Integer> test,
        List<Integer> leaked,
        List<Integer> doubled,
        int repeated,
        int contradictory) {
    public Split {
        train = List.copyOf(train);
        test = List.copyOf(test);
        leaked = List.copyOf(leaked);
        doubled = List.copyOf(doubled);
    }

    /** What a reader is told. */
    public String told() {
        return String.format(
                Locale.ROOT,
                "%s: %,d to train, %,d to test; %d of the test part were in the train part too and were taken out,"
                        + " as were %d that repeat another of it; %d of the train part repeat another;"
                        + " %d have another label elsewhere",
                rule,
                train.size(),
                test.size(),
                leaked.size(),
                doubled.size(),
                repeated,
                contradictory);
    }
}
