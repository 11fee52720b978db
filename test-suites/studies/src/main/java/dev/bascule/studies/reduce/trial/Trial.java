package dev.bascule.studies.reduce.trial;

import dev.bascule.fallback.evidence.RawEvidence;
import java.util.Optional;

/** Runs models on one target, one at a time. What a model does to the engine costs that trial alone. Belongs to one thread. */
public interface Trial {

    /**
     * Runs the model once and reads all its outputs.
     *
     * @throws dev.bascule.fallback.error.BasculeException when the target itself cannot be had
     */
    TrialOutcome run(ReproModel repro);

    /** Whose values these are where they say what is right. */
    default OutputCriterion.Source source() {
        return OutputCriterion.Source.NATIVE_CPU;
    }

    /** Runs it once more for what the engine shows of where it ran; empty where there is nothing to show. */
    default Optional<RawEvidence> evidence(ReproModel repro) {
        return Optional.empty();
    }
}
