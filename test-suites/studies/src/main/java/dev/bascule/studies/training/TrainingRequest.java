package dev.bascule.studies.training;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.step.StepForm;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run which says where and how
 * @param network by name, or an .onnx file
 * @param data by name, or a folder
 * @param optimizer by name
 * @param learningRate its own usual one where empty
 * @param batch samples of a step
 * @param epochs through the data, in the place of the steps of the limits
 * @param resident whether the data lie in the model
 * @param form how a step is made beside that
 * @param seeds with each of which a run is made
 * @param peers engines of others' that train the same beside the targets, by name
 * @param locations where the state is asked to be; a backend takes those that it has
 */
public record TrainingRequest(
        RunRequest run,
        String network,
        String data,
        String optimizer,
        Optional<LearningRate> learningRate,
        int batch,
        OptionalInt epochs,
        boolean resident,
        OptionalDouble clip,
        StepForm form,
        List<Long> seeds,
        List<String> peers,
        List<CarryLocation> locations,
        List<Chosen> targets,
        Chains chains,
        SessionSettings settings,
        TrainingLimits limits,
        Files files) {

    /**
     * Chains that are trained down, each one target.
     *
     * @param policy which failures move on
     */
    public record Chains(List<Chain> all, FallbackPolicy policy) {
        public static final Chains NONE = new Chains(List.of(), FallbackPolicy.DEFAULT);

        public Chains {
            all = List.copyOf(all);
        }
    }

    /**
     * What is read at first, and written at last.
     *
     * @param resume a checkpoint that the run goes on from; empty to begin anew
     * @param checkpoint where the state of the one target is kept; empty for nowhere
     * @param emit where the trained network is written as a model; empty for nowhere
     */
    public record Files(Optional<Path> resume, Optional<Path> checkpoint, Optional<Path> emit) {
        /** Without a model. */
        public Files(Optional<Path> resume, Optional<Path> checkpoint) {
            this(resume, checkpoint, Optional.empty());
        }
    }

    public TrainingRequest {
        seeds = List.copyOf(seeds);
        peers = List.copyOf(peers);
        locations = List.copyOf(locations);
        targets = List.copyOf(targets);
    }
}
