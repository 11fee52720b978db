package dev.bascule.suites.suite;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The words for backends, chains, failures and precisions; an unknown backend is an error that names the nearest. Stateless. */
public final class SuiteWords {
    private SuiteWords() {}

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

    /**
     * Reads {@code cpu} or {@code cuda:1}; errors as of {@link #backend}.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} of a browser's backend with an index
     */
    public static BackendDevice device(String word, String where) {
        BackendDevice.Word said = BackendDevice.Word.of(word);
        return new BackendDevice(backend(said.backend(), where), said.index());
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

    /**
     * Reads {@code on}, {@code off} or {@code webgpu/wasm,webnn/cpu}.
     *
     * @return empty where it is none of these; errors as of {@link #backend} and of {@link Comparisons}
     */
    public static Optional<Comparisons> comparisons(String text, String where) {
        return Comparisons.parse(text, where);
    }

    /** Words of failures that move on to a chain's next backend; empty where one of them is none. */
    public static Optional<FallbackPolicy> fallBackOn(String text) {
        return FallbackPolicy.of(failures(text));
    }

    /** What is wrong with such words, and which was meant. */
    public static String unknownFailure(String text) {
        List<String> known = FallbackPolicy.vocabulary();
        return failures(text).stream()
                .filter(word -> FallbackPolicy.of(List.of(word)).isEmpty())
                .findFirst()
                .map(word -> "'%s' is no failure that falls back%s"
                        .formatted(
                                word,
                                Nearest.to(word, known)
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElseGet(() -> Nearest.hint(
                                                word, FallbackPolicy.outcomes().toList()))))
                .orElse("none stands alone");
    }

    private static List<String> failures(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    /** The word of a precision. */
    public static String word(Precision precision) {
        return precision.name().toLowerCase(Locale.ROOT);
    }
}
