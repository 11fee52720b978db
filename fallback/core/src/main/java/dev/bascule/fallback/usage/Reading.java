package dev.bascule.fallback.usage;

import java.util.Optional;
import java.util.function.Function;

/** What a counter or sensor gave, or why there is nothing to give. Immutable. */
public sealed interface Reading<T> {
    /** What either case comes to. */
    <R> R fold(Function<? super Known<T>, ? extends R> whenKnown, Function<? super String, ? extends R> whenUnknown);

    /**
     * @param source which counter said so, and what it covers
     */
    record Known<T>(T figure, String source) implements Reading<T> {
        @Override
        public <R> R fold(
                Function<? super Known<T>, ? extends R> whenKnown, Function<? super String, ? extends R> whenUnknown) {
            return whenKnown.apply(this);
        }
    }

    /**
     * @param reason why nobody knows, with the remedy where there is one
     */
    record Unknown<T>(String reason) implements Reading<T> {
        @Override
        public <R> R fold(
                Function<? super Known<T>, ? extends R> whenKnown, Function<? super String, ? extends R> whenUnknown) {
            return whenUnknown.apply(reason);
        }
    }

    static <T> Reading<T> known(T figure, String source) {
        return new Known<>(figure, source);
    }

    static <T> Reading<T> unknown(String reason) {
        return new Unknown<>(reason);
    }

    default Optional<T> optional() {
        return fold(known -> Optional.of(known.figure()), reason -> Optional.empty());
    }

    default boolean isKnown() {
        return this instanceof Known<T>;
    }

    /** The source, or the reason. */
    default String words() {
        return fold(Known::source, reason -> reason);
    }

    /** Of the same source. */
    default <R> Reading<R> map(Function<T, R> change) {
        return flatMap(known -> known(change.apply(known.figure()), known.source()));
    }

    /** What may be unknown itself. */
    default <R> Reading<R> flatMap(Function<Known<T>, Reading<R>> change) {
        return fold(change, Unknown::new);
    }
}
