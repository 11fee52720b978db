package dev.bascule.cli.command;

import java.util.function.Supplier;

/** What Ctrl-C does to a command that takes long. */
public interface Interrupts {

    /**
     * Does the work. Meanwhile a request to stop interrupts this thread, which then has some seconds to write what it has.
     */
    <T> T during(Supplier<T> work);

    /** Whether there was such a request. A library may have swallowed the interrupt and failed in some other way. */
    boolean requested();

    /** Whether an error in another thread ended the command, and was told. */
    default boolean broken() {
        return false;
    }

    /** Leaves Ctrl-C alone. */
    static Interrupts none() {
        return new Interrupts() {
            @Override
            public <T> T during(Supplier<T> work) {
                return work.get();
            }

            @Override
            public boolean requested() {
                return false;
            }
        };
    }
}
