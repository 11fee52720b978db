package dev.bascule.models.decoder;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One token a byte of UTF-8: for models of seeded weights, whose text means nothing. Immutable. */
public record CharacterTokenizer(int vocabulary, Set<Integer> endTokens) implements DecoderTokenizer {
    private static final int BYTES = 256;

    public CharacterTokenizer {
        endTokens = Set.copyOf(endTokens);
        if (vocabulary < BYTES) {
            throw new IllegalArgumentException("a vocabulary of %d has not every byte".formatted(vocabulary));
        }
    }

    @Override
    public List<Integer> encode(String text) {
        List<Integer> tokens = new ArrayList<>();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            tokens.add(octet & 0xFF);
        }
        return tokens;
    }

    /** Nobody taught it anything: any form will do. */
    @Override
    public Optional<String> chat(String user) {
        return Optional.of(new ChatForm(Optional.empty()).asked(user));
    }

    /** A token above the bytes is shown by its number. */
    @Override
    public String decode(List<Integer> tokens) {
        StringBuilder text = new StringBuilder();
        for (int token : tokens) {
            boolean shown = token >= ' ' && token < BYTES / 2 - 1;
            text.append(shown ? Character.toString(token) : "<%d>".formatted(token));
        }
        return text.toString();
    }
}
