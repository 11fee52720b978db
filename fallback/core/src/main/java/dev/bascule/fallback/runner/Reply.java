package dev.bascule.fallback.runner;

import java.util.Optional;
import java.util.function.Function;

/** A runner's answer: what was asked for, or the way in which it failed. Failing is a value here. */
public sealed interface Reply<T> {

    /** It did what was asked. */
    record Ok<T>(T value) implements Reply<T> {}

    /** It did not. */
    record Failed<T>(Fault fault) implements Reply<T> {}

    /** The result under a function; a failure stays what it is. */
    default <R> Reply<R> map(Function<T, R> function) {
        return this instanceof Ok<T> ok ? new Ok<>(function.apply(ok.value)) : new Failed<>(((Failed<T>) this).fault);
    }

    default Optional<T> result() {
        return this instanceof Ok<T> ok ? Optional.of(ok.value) : Optional.empty();
    }
}
