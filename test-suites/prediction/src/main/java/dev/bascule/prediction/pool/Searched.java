package dev.bascule.prediction.pool;

import java.util.Optional;
import java.util.function.Function;

/**
 * What came of a search. That none was found is another thing than that there is none.
 *
 * @param <T> what was looked for
 */
sealed interface Searched<T> {

    /** @param value that keeps all limits */
    record Found<T>(T value) implements Searched<T> {}

    /** There is none. */
    record None<T>() implements Searched<T> {}

    /** None was found, and none was ruled out: the time was over, or the solver gave no answer. */
    record Undecided<T>() implements Searched<T> {}

    default Optional<T> found() {
        return this instanceof Found<T> some ? Optional.of(some.value()) : Optional.empty();
    }

    default boolean isUndecided() {
        return this instanceof Undecided<T>;
    }

    default <R> Searched<R> map(Function<T, R> change) {
        if (this instanceof Found<T> some) {
            return new Found<>(change.apply(some.value()));
        }
        return isUndecided() ? new Undecided<>() : new None<>();
    }
}
