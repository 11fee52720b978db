package dev.bascule.execution.attempt;

import java.util.Optional;

/** The result of work with a second session beside an attempt's. Immutable. */
sealed interface SideSessionResult<T> {

    /** It was done, and the other session was sound, right and where it was to be, as far as that was asked. */
    record Done<T>(T came) implements SideSessionResult<T> {}

    /**
     * It does not stand.
     *
     * @param reason for people, without a period
     */
    record Not<T>(String reason) implements SideSessionResult<T> {}

    /** Nobody wanted any. */
    record NotWanted<T>() implements SideSessionResult<T> {}

    /** What came of it, where it was done. */
    default Optional<T> result() {
        return this instanceof Done<T> done ? Optional.of(done.came()) : Optional.empty();
    }

    /** Why it does not stand, where it was wanted. */
    default Optional<String> why() {
        return this instanceof Not<T> not ? Optional.of(not.reason()) : Optional.empty();
    }
}
