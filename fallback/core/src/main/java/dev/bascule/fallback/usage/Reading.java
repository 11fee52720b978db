package dev.bascule.fallback.usage;

import java.util.Optional;
import java.util.function.Function;

/** What a counter or sensor gave, or why there is nothing to give. Immutable. */
public sealed interface Reading<T> {

    /**
     * @param source which counter said so, and what it covers
     */
    record Known<T>(T figure, String source) implements Reading<T> {}

    /**
     * @param reason why nobody knows, with the remedy where there is one
     */
    record Unknown<T>(String reason) implements Reading<T> {}

    static <T> Reading<T> known(T figure, String source) {
        return new Known<>(figure, source);
    }

    static <T> Reading<T> unknown(String reason) {
        return new Unknown<>(reason);
    }

    default Optional<T> optional() {
        return this instanceof Known<T> known ? Optional.of(known.figure()) : Optional.empty();
    }

    default boolean isKnown() {
        return this instanceof Known<T>;
    }

    /** The source, or the reason. */
    default String words() {
        return this instanceof Known<T> known ? known.source() : ((Unknown<T>) this).reason();
    }

    /** Of the same source. */
    default <R> Reading<R> map(Function<T, R> change) {
        return this instanceof Known<T> known
                ? known(change.apply(known.figure()), known.source())
                : unknown(((Unknown<T>) this).reason());
    }

    /** What may be unknown itself. */
    default <R> Reading<R> flatMap(Function<Known<T>, Reading<R>> change) {
        return this instanceof Known<T> known ? change.apply(known) : unknown(((Unknown<T>) this).reason());
    }
}
