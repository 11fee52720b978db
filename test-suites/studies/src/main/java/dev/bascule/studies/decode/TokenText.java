package dev.bascule.studies.decode;

import java.util.Optional;

/** A model's tokens as text. Immutable. */
public interface TokenText {

    /** The tokens of a text, with what the model puts before each. */
    long[] tokens(String text);

    /** What a user says, as the model was taught to be asked; empty where that is not known. */
    Optional<String> chat(String user);

    /** The text of tokens; what makes no character yet is shown as U+FFFD. */
    String text(long[] tokens);
}
