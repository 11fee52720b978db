package dev.bascule.cli.output;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ErrorCollector;
import dev.bascule.fallback.error.Failure;
import java.util.HashSet;
import java.util.Set;

/** Remembers which reasons a reader has seen, so that one that ails many cells is said once. For one thread at a time. */
final class ToldFailures {
    private record Kind(ErrorCode code, String words) {}

    private final Set<Kind> told = new HashSet<>();

    /** {@code : MESSAGE} the first time, and then {@code , as above}. */
    String words(Failure failure) {
        boolean news = told.add(new Kind(failure.code(), ErrorCollector.words(failure.message())));
        return news ? ": " + failure.message() : ", as above";
    }
}
