package dev.bascule.fallback.attempt;

import java.util.Locale;

/**
 * The size that a dynamic dimension of a model's inputs had, and who said so. Immutable.
 *
 * @param name as the model has it; of one without a name {@code INPUT.AXIS}
 * @param size at least 1
 * @param origin how it came to be
 * @param note more of that for people, such as {@code 48 was found by trying}; may be blank
 */
public record DimSize(String name, long size, Origin origin, String note) {

    /** How a size came to be. */
    public enum Origin {
        /** Somebody named it. */
        GIVEN,
        /** The batch that was asked for. */
        BATCH,
        /** An input that was given (a file, a literal, a pipeline's tensor, a data set) has it. */
        FROM_INPUT,
        /** Nobody said: it is one that models of this kind are usually run with. */
        CHOSEN,
        /** The graph fits no other of the usual sizes that come before it. */
        SOLVED,
        /** Found by running the model on native CPU with one size after the other. */
        TRIED;

        /** The word in documents: {@code from-input}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** What {@link #word()} writes. */
        public static Origin ofWord(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /** Whether Bascule came up with it. */
    public boolean isOurs() {
        return origin == Origin.CHOSEN || origin == Origin.SOLVED || origin == Origin.TRIED;
    }

    /** {@code 128 (chosen: usual for a sequence)}. */
    public String words() {
        String how = origin == Origin.FROM_INPUT ? "from the input" : origin.word();
        return note.isBlank() ? "%d (%s)".formatted(size, how) : "%d (%s: %s)".formatted(size, how, note);
    }
}
