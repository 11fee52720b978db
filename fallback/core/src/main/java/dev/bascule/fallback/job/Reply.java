package dev.bascule.fallback.job;

import java.util.Optional;
import java.util.function.Function;

/** A runner's answer: what was asked for, or the way in which it failed. Failing is a value here. */
public sealed interface Reply<T> {
    /** What either case comes to. */
    <R> R fold(Function<? super T, ? extends R> whenOk, Function<? super Fault, ? extends R> whenFailed);

    /** It did what was asked. */
    record Ok<T>(T value) implements Reply<T> {
        @Override
        public <R> R fold(Function<? super T, ? extends R> whenOk, Function<? super Fault, ? extends R> whenFailed) {
            return whenOk.apply(value);
        }
    }

    /** It did not. */
    record Failed<T>(Fault fault) implements Reply<T> {
        @Override
        public <R> R fold(Function<? super T, ? extends R> whenOk, Function<? super Fault, ? extends R> whenFailed) {
            return whenFailed.apply(fault);
        }
    }

    /** The result under a function; a failure stays what it is. */
    default <R> Reply<R> map(Function<? super T, ? extends R> function) {
        return flatMap(value -> new Ok<>(function.apply(value)));
    }

    /** What is asked next with the result; a failure stays what it is. */
    default <R> Reply<R> flatMap(Function<? super T, Reply<R>> next) {
        return fold(next, Failed::new);
    }

    default Optional<T> result() {
        return fold(Optional::of, fault -> Optional.empty());
    }

    /** The way in which it failed, if it did. */
    default Optional<Fault> failed() {
        return fold(value -> Optional.empty(), Optional::of);
    }
}
