package dev.bascule.training.step;

import dev.bascule.training.network.Loss;
import dev.bascule.training.network.Network;
import dev.bascule.training.optimizer.Optimizer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a training step is made of. Immutable.
 *
 * @param batch samples of a step
 * @param seed of the parameters' initial values
 * @param resident the data set that lies in the model as constants, so that a step is fed indices; empty where a step is fed samples
 * @param clip to which norm of all gradients together they are scaled down; empty for not at all
 * @param accumulation how many steps' gradients make one update; 1 for each
 * @param dropout share of what is dropped in training where the network has a place for it, by masks that are fed; empty for nothing
 */
public record TrainingPlan(
        Network network,
        Optimizer optimizer,
        int batch,
        long seed,
        Optional<ResidentData> resident,
        OptionalDouble clip,
        Loss loss,
        int accumulation,
        Precision precision,
        OptionalDouble dropout) {
    public TrainingPlan {
        if (batch < 1) {
            throw new IllegalArgumentException("a step has a sample");
        }
        if (accumulation < 1) {
            throw new IllegalArgumentException("an update has a step");
        }
        if (dropout.isPresent() && !(dropout.getAsDouble() > 0 && dropout.getAsDouble() < 1)) {
            throw new IllegalArgumentException("a share of %s is dropped".formatted(dropout.getAsDouble()));
        }
    }

    /** With cross entropy, an update after each step, and everything in 32 bits. */
    public TrainingPlan(
            Network network,
            Optimizer optimizer,
            int batch,
            long seed,
            Optional<ResidentData> resident,
            OptionalDouble clip) {
        this(
                network,
                optimizer,
                batch,
                seed,
                resident,
                clip,
                Loss.CROSS_ENTROPY,
                1,
                Precision.SINGLE,
                OptionalDouble.empty());
    }

    public TrainingPlan withLoss(Loss other) {
        return new TrainingPlan(
                network, optimizer, batch, seed, resident, clip, other, accumulation, precision, dropout);
    }

    public TrainingPlan accumulating(int steps) {
        return new TrainingPlan(network, optimizer, batch, seed, resident, clip, loss, steps, precision, dropout);
    }

    public TrainingPlan in(Precision other) {
        return new TrainingPlan(network, optimizer, batch, seed, resident, clip, loss, accumulation, other, dropout);
    }

    public TrainingPlan dropping(OptionalDouble share) {
        return new TrainingPlan(network, optimizer, batch, seed, resident, clip, loss, accumulation, precision, share);
    }

    /**
     * The scalars that the host feeds at a step: those of the optimizer, and with accumulation whether this step updates.
     *
     * @param step from 1 on; with accumulation several steps make one of the optimizer
     */
    public Map<String, Float> scalars(long step) {
        Map<String, Float> scalars = new LinkedHashMap<>(optimizer.scalars((step - 1) / accumulation + 1));
        if (accumulation > 1) {
            scalars.put(TrainingGraph.APPLY, step % accumulation == 0 ? 1f : 0f);
        }
        return scalars;
    }
}
