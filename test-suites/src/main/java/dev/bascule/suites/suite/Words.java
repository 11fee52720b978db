package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.text.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The words for backends, chains and precisions; an unknown backend is an error that names the nearest. Stateless. */
public final class Words {
    private Words() {}

    /**
     * @param where what the message begins with: a place in a file, or an option
     * @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}
     */
    public static Backend backend(String word, String where) {
        return Backends.installed().find(word.strip()).orElseThrow(() -> {
            List<String> known =
                    Backends.installed().all().stream().map(Backend::id).toList();
            return new BasculeException(
                    ErrorCode.UNKNOWN_BACKEND,
                    "%s: there is no backend called '%s'%s".formatted(where, word.strip(), Nearest.hint(word, known)));
        });
    }

    /** Reads {@code webgpu→webnn→wasm}, also with {@code ->}; errors as of {@link #backend} and of {@link Chain}. */
    public static Chain chain(String text, String where) {
        Arrays.stream(text.split("→|->|>|,", -1)).forEach(word -> backend(word, where));
        try {
            return Chain.parse(text, Backends.installed());
        } catch (BasculeException e) {
            throw BasculeException.because(e, e.code(), where + ": " + e.getMessage());
        }
    }

    /** The word of a precision. */
    public static String word(Precision precision) {
        return precision.name().toLowerCase(Locale.ROOT);
    }
}
