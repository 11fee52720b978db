package dev.bascule.studies.training;

import java.nio.file.Path;

/** What became of the wish for the trained network as a model. Immutable. */
public sealed interface TrainedEmission {

    /**
     * It was written.
     *
     * @param target its place among the report's, from 0
     * @param seed of the run whose state it has
     * @param step after which
     * @param sha256 of the file, in lower-case hex
     * @param stateSha256 of the state that it was made of, as a checkpoint of it has
     * @param proof what it answers
     */
    record Written(
            Path file, int target, long seed, long step, String sha256, String stateSha256, ModelProof.Proven proof)
            implements TrainedEmission {}

    /**
     * It was not.
     *
     * @param why in words
     */
    record Withheld(String why) implements TrainedEmission {}
}
