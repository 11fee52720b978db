package dev.bascule.studies.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a target would have written itself, as far as its logits along the reference's text show it: up to its first other token. Immutable.
 *
 * @param tokens that it would write, the first other one included
 * @param whole whether that is all of the text
 * @param ending how its end lies to the reference's
 * @param words the same as text, where the model has a tokenizer
 */
public record OwnText(List<Long> tokens, boolean whole, Ending ending, Optional<String> words) {
    public OwnText {
        tokens = List.copyOf(tokens);
    }

    /** How a text ends beside the reference's. */
    public enum Ending {
        /** With the same token, or neither had ended when there were tokens enough. */
        SAME,
        /** It ends where the reference writes on. */
        EARLIER,
        /** It writes on where the reference ends. */
        LATER,
        /** It writes another token on its way, and where it ends then is not known. */
        UNKNOWN
    }

    OwnText in(TokenText text) {
        return new OwnText(
                tokens,
                whole,
                ending,
                Optional.of(text.text(tokens.stream().mapToLong(Long::longValue).toArray())));
    }

    /** @param best the target's likeliest token after each position from the prompt's last on */
    static OwnText of(ForcedText text, int[] best) {
        long[] expected = text.generated();
        List<Long> own = new ArrayList<>();
        for (int i = 0; i < expected.length; i++) {
            own.add((long) best[i]);
            if (best[i] != expected[i]) {
                return new OwnText(
                        own, text.ends().contains((long) best[i]), ending(text, best[i], i), Optional.empty());
            }
        }
        return new OwnText(Arrays.stream(expected).boxed().toList(), true, Ending.SAME, Optional.empty());
    }

    private static Ending ending(ForcedText text, long other, int at) {
        if (text.ends().contains(other)) {
            return text.ended() && at == text.generated().length - 1 ? Ending.SAME : Ending.EARLIER;
        }
        return text.ended() && at == text.generated().length - 1 ? Ending.LATER : Ending.UNKNOWN;
    }
}
