package dev.bascule.studies.training;

import dev.bascule.fallback.measure.Samples;

/**
 * What training costs. Immutable.
 *
 * @param batch samples of a step
 * @param feeds from the bytes of a step's inputs to what the engine takes
 * @param steps from the call to the loss on the CPU
 * @param readBacks of the state, each time that it was wanted
 */
public record StepTimes(int batch, Samples feeds, Samples steps, Samples readBacks) {

    /** By the median of a step with what it is fed. */
    public double samplesPerSecond() {
        return 1000.0 * batch / (steps.median() + feeds.median());
    }
}
