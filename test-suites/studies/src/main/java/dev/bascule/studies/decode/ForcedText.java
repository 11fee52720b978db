package dev.bascule.studies.decode;

import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tokens that every target is forced along, and what the reference made of them. Immutable.
 *
 * @param tokens the prompt, then what the reference wrote on
 * @param prompt how many of them are the longest prompt
 * @param lengths of all prompts, ascending, each the beginning of the longest
 * @param logits of each position but the last: those at {@code i} say what comes after token {@code i}
 * @param ended whether the reference wrote an end itself, and stopped there
 * @param ends tokens that end a text
 * @param encoded what the reference's encoder gave, by name; nothing where there is none
 */
record ForcedText(
        long[] tokens,
        int prompt,
        List<Integer> lengths,
        List<float[]> logits,
        boolean ended,
        Set<Long> ends,
        Map<String, Tensor> encoded) {
    ForcedText {
        ends = Set.copyOf(ends);
        encoded = Map.copyOf(encoded);
        lengths = List.copyOf(lengths);
        logits = List.copyOf(logits);
        if (logits.size() != tokens.length - 1) {
            throw new IllegalArgumentException(
                    "%d positions of %d tokens have logits".formatted(logits.size(), tokens.length));
        }
    }

    /** How many tokens are fed. */
    int steps() {
        return logits.size();
    }

    /** The token that the text has after this position. */
    int after(int position) {
        return Math.toIntExact(tokens[position + 1]);
    }

    long[] generated() {
        return Arrays.copyOfRange(tokens, prompt, tokens.length);
    }

    /** The difference between the two best logits of each generated token, in order. */
    double[] margins() {
        double[] margins = new double[tokens.length - prompt];
        Arrays.setAll(margins, i -> Logits.margin(logits.get(prompt - 1 + i)));
        return margins;
    }
}
