package dev.bascule.fallback.error;

import java.util.List;

/**
 * An expected failure, as a value.
 *
 * @param code what kind of failure
 * @param message one sentence for the user, naming what failed and why
 * @param remedies what to do; the code's own remedies when nothing nearer is known
 */
public record Failure(ErrorCode code, String message, List<String> remedies) {

    public Failure {
        remedies = remedies.isEmpty() ? code.remedies() : List.copyOf(remedies);
    }

    /** A failure with the remedies of its code, or with nearer ones. */
    public static Failure of(ErrorCode code, String message, String... remedies) {
        return new Failure(code, message, List.of(remedies));
    }
}
