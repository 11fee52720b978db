package dev.bascule.prediction.recommend;

import dev.bascule.prediction.data.TargetKey;

/** Expects figures of models on targets where they were not measured. */
@FunctionalInterface
public interface Expectation {

    /**
     * What is expected; never {@link Figure.Measured}.
     *
     * @param measuring what would measure it
     */
    Figure of(Quantity quantity, CandidateModel model, TargetKey target, Remedy measuring);
}
