package dev.bascule.studies.training;

import dev.bascule.training.data.LabelledData;
import dev.bascule.training.network.Network;
import dev.bascule.training.optimizer.Optimizer;
import dev.bascule.training.step.ResidentData;
import dev.bascule.training.step.StepForm;
import dev.bascule.training.step.TrainingPlan;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is trained, on what and how. Immutable.
 *
 * @param batch samples of a step
 * @param resident whether the data lie in the model as constants, so that a step is fed indices
 * @param clip to which norm of all gradients together they are scaled down; empty for not at all
 * @param form how a step is made beside that
 */
public record TrainingTask(
        Network network,
        LabelledData data,
        Optimizer optimizer,
        int batch,
        boolean resident,
        OptionalDouble clip,
        StepForm form) {
    public TrainingTask {
        if (batch % form.accumulation() != 0) {
            throw new IllegalArgumentException("%d samples in %d parts".formatted(batch, form.accumulation()));
        }
    }

    /** With plain steps. */
    public TrainingTask(
            Network network, LabelledData data, Optimizer optimizer, int batch, boolean resident, OptionalDouble clip) {
        this(network, data, optimizer, batch, resident, clip, StepForm.PLAIN);
    }

    /** One that is fed samples, as a whole, in 32 bits. */
    public TrainingPlan fed(long seed, int samples) {
        return plan(seed, samples, Optional.empty());
    }

    /** One of a part of the batch, that is fed as was asked for. */
    TrainingPlan plan(long seed) {
        return plan(seed, part(), resident ? Optional.of(residents()) : Optional.empty())
                .accumulating(form.accumulation())
                .in(form.precision());
    }

    private TrainingPlan plan(long seed, int samples, Optional<ResidentData> data) {
        return new TrainingPlan(network, optimizer, samples, seed, data, clip).dropping(form.dropout());
    }

    /** The same with samples in the place of indices. */
    TrainingTask fed() {
        return new TrainingTask(network, data, optimizer, batch, false, clip, form);
    }

    /** The same with batches as a whole. */
    TrainingTask whole() {
        return new TrainingTask(
                network, data, optimizer, batch, resident, clip, new StepForm(1, form.precision(), form.dropout()));
    }

    /** Samples of a part of a step. */
    int part() {
        return batch / form.accumulation();
    }

    /** What makes an update of a batch: the optimizer with its settings, and whatever else is not plain. */
    public String update() {
        return Stream.concat(
                        Stream.concat(
                                Stream.of(optimizer.toString()), clip.stream().mapToObj("clipped to %s"::formatted)),
                        form.words().stream())
                .collect(Collectors.joining(", "));
    }

    private ResidentData residents() {
        return new ResidentData(
                data.train().samples(), data.train().oneHot(data.classes().size()));
    }

    /** Steps of an epoch; samples that fill no batch are left out of it. */
    public int stepsPerEpoch() {
        return data.train().count() / batch;
    }
}
