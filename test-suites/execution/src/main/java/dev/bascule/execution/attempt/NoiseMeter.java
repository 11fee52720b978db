package dev.bascule.execution.attempt;

import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Notices what else the machine does while something is measured. Thread-safe. */
@FunctionalInterface
public interface NoiseMeter {
    NoiseMeter DEAF = () -> Optional::empty;

    /** Before the measurement. */
    Reading begin();

    /** What either notices. */
    default NoiseMeter and(NoiseMeter other) {
        return () -> {
            Reading mine = begin();
            Reading theirs = other.begin();
            return () -> Stream.of(theirs.end(), mine.end())
                    .flatMap(Optional::stream)
                    .reduce((one, two) -> one + "; " + two);
        };
    }

    /** Asks at the beginning and at the end of a measurement who else is there. */
    static NoiseMeter beside(Supplier<Optional<String>> others) {
        return () -> {
            Optional<String> before = others.get();
            return () -> before.or(others);
        };
    }

    /** A measurement under way. */
    @FunctionalInterface
    interface Reading {

        /** After it: why its figures may be noisy, if something says so. */
        Optional<String> end();
    }
}
