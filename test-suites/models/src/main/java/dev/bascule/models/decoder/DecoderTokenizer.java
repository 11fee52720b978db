package dev.bascule.models.decoder;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Texts to the tokens of a decoder and back. */
public interface DecoderTokenizer {

    /** The tokens of a text; nothing is put before or after it. */
    List<Integer> encode(String text);

    /** The text of tokens; those of control are left out. */
    String decode(List<Integer> tokens);

    /** Tokens that end a text. */
    Set<Integer> endTokens();

    /** What a user says, as the model was taught to be asked; empty where that is not known. */
    Optional<String> chat(String user);
}
