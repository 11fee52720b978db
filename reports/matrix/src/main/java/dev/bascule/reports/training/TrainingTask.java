package dev.bascule.reports.training;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a training was given. Immutable.
 *
 * @param network its name
 * @param parameters numbers that are trained
 * @param data on what
 * @param optimizer how
 * @param batch samples of a step
 * @param plannedSteps how many were asked for
 * @param resident whether the data lay in the model
 * @param seed of initial values and order
 * @param modelSha256 of the file whose weights were trained on, in lower-case hex; empty of a network that is made here, and where nobody told
 * @param resumed from which checkpoint it went on; empty where it began anew, and where nobody told
 */
public record TrainingTask(
        String network,
        long parameters,
        Data data,
        Method optimizer,
        int batch,
        int plannedSteps,
        boolean resident,
        long seed,
        Optional<String> modelSha256,
        Optional<Resumed> resumed) {

    /** One that began anew. */
    public TrainingTask(
            String network,
            long parameters,
            Data data,
            Method optimizer,
            int batch,
            int plannedSteps,
            boolean resident,
            long seed,
            Optional<String> modelSha256) {
        this(network, parameters, data, optimizer, batch, plannedSteps, resident, seed, modelSha256, Optional.empty());
    }

    /**
     * @param sha256 of the data
     * @param train samples
     * @param test samples held out
     * @param chance accuracy of who always says the commonest class
     */
    public record Data(String name, String sha256, int train, int test, int classes, double chance) {
        public Data {
            if (train < 1 || test < 0 || classes < 1 || !(chance >= 0 && chance <= 1)) {
                throw new IllegalArgumentException(
                        "%d and %d samples, %d classes, chance %s".formatted(train, test, classes, chance));
            }
        }
    }

    /**
     * @param name of the optimizer
     * @param learningRate asked for; empty for its usual one
     * @param clip the norm to which gradients are scaled down; empty for none
     */
    public record Method(String name, OptionalDouble learningRate, OptionalDouble clip) {}

    public TrainingTask {
        if (parameters < 1 || batch < 1 || plannedSteps < 1) {
            throw new IllegalArgumentException(
                    "%d parameters, %d samples a step, %d steps".formatted(parameters, batch, plannedSteps));
        }
    }

    /**
     * What was trained, whatever the seed, the number of steps, the way of feeding, the file and the checkpoint: of tasks that are alike in this, and of
     * no two files, losses can be compared.
     */
    public TrainingTask compared() {
        return new TrainingTask(network, parameters, data, optimizer, batch, 1, false, 0, Optional.empty());
    }
}
