package dev.bascule.fallback.error;

/**
 * Where every layer tells of what failed, so that one place knows all of it. Telling changes nothing of what comes of the
 * failure. Implementations are thread-safe and never throw.
 */
@FunctionalInterface
public interface ErrorSink {
    /** Hears nothing. */
    ErrorSink NONE = (place, failure) -> {};

    void report(ErrorPlace place, Failure failure);
}
