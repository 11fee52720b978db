package dev.bascule.reports.training;

import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.evidence.ProofClass;
import java.util.Optional;

/**
 * One of several places that trained a network together. Immutable.
 *
 * @param target id
 * @param browser name and version; empty natively
 * @param software whether its device is made of software; empty where nobody knows
 * @param samples of each batch that were its share
 * @param rounds in which what it brought was added up
 * @param proof how surely it is known where its last session ran; empty where nothing tells
 * @param placement where that was, in words
 * @param elsewhere the last worker of a pool that computed it on its machine; empty where it was computed where the training was or nobody took it, and
 *     of those that were kept before anybody asked
 */
public record TrainingReplica(
        String target,
        String backend,
        Optional<String> browser,
        Engine engine,
        Optional<Boolean> software,
        int samples,
        long rounds,
        Optional<ProofClass> proof,
        Optional<String> placement,
        Optional<String> elsewhere) {
    public TrainingReplica {
        if (samples < 1 || rounds < 0) {
            throw new IllegalArgumentException("a share of %d samples, in %d rounds".formatted(samples, rounds));
        }
    }

    /** Where it is, for people. */
    public String words() {
        return TrainingPlace.words(backend, browser, engine, software)
                + elsewhere.map(" by "::concat).orElse("");
    }

    /** Its backend, and whether somebody else has it. */
    public String brief() {
        return backend + (elsewhere.isPresent() ? " elsewhere" : "");
    }
}
