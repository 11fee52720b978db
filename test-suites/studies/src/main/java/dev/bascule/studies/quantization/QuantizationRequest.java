package dev.bascule.studies.quantization;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run the one case, as a run would have it
 * @param targets where variants are measured
 * @param methods by name, or {@link MethodSet#ALL}
 * @param data where samples are from
 * @param budget what a variant may cost
 * @param settings how much is measured
 * @param points the file that keeps what was measured
 * @param emit what is written as files
 * @param fineTuneSteps that a method makes which trains
 * @param peers quantisers of others' whose models are measured beside, by name
 */
public record QuantizationRequest(
        RunRequest run,
        List<Chosen> targets,
        List<String> methods,
        Data data,
        QuantizationBudget budget,
        QuantizationSettings settings,
        Path points,
        Optional<Emission> emit,
        int fineTuneSteps,
        List<String> peers) {
    /** ONNX Runtime's own quantiser. */
    public static final String ONNX_RUNTIME = "onnxruntime";

    /** What nobody says otherwise. */
    public static final int DEFAULT_FINE_TUNE_STEPS = 200;

    /** With as many steps of training as by default, and nobody beside. */
    public QuantizationRequest(
            RunRequest run,
            List<Chosen> targets,
            List<String> methods,
            Data data,
            QuantizationBudget budget,
            QuantizationSettings settings,
            Path points,
            Optional<Emission> emit) {
        this(run, targets, methods, data, budget, settings, points, emit, DEFAULT_FINE_TUNE_STEPS, List.of());
    }

    public QuantizationRequest {
        targets = List.copyOf(targets);
        methods = List.copyOf(methods);
        peers = List.copyOf(peers);
    }

    /**
     * Samples.
     *
     * @param names labelled data by name, a folder, .npy files, or {@link #GENERATED}
     * @param counts at most
     * @param source whether labelled samples are fed as their source has them, not as {@code train} feeds them
     * @param linear what is done to their numbers then
     */
    public record Data(List<String> names, SampleSplit.Counts counts, boolean source, ModelFeed.Linear linear) {
        /** Made as a run makes inputs, each by a seed of its own. */
        public static final String GENERATED = "generated";

        public Data {
            names = List.copyOf(names);
        }
    }

    /**
     * What is written.
     *
     * @param which {@link #BEST}, {@link MethodSet#ALL}, or a method's name
     * @param folder for the files
     */
    public record Emission(String which, Path folder) {
        /** What is advised on any target. */
        public static final String BEST = "best";
    }
}
