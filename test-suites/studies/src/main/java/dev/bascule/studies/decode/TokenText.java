package dev.bascule.studies.decode;

/** A model's tokens as text. Immutable. */
public interface TokenText {

    /** The tokens of a text, with what the model puts before each. */
    long[] tokens(String text);

    /** The text of tokens; what makes no character yet is shown as U+FFFD. */
    String text(long[] tokens);
}
