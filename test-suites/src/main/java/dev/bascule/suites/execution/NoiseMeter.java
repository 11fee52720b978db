package dev.bascule.suites.execution;

import java.util.Optional;

/** Notices what else the machine does while something is measured. Thread-safe. */
@FunctionalInterface
public interface NoiseMeter {
    NoiseMeter DEAF = () -> Optional::empty;

    /** Before the measurement. */
    Reading begin();

    /** A measurement under way. */
    @FunctionalInterface
    interface Reading {

        /** After it: why its figures may be noisy, if something says so. */
        Optional<String> end();
    }
}
