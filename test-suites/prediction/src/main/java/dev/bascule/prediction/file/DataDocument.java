package dev.bascule.prediction.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Level;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A training set as JSON. Everything that is fitted is fitted anew from it by whoever reads it; what validation said when it was
 * written stands beside the data for people. Numbers are kept to six digits, which is more than a clock tells.
 *
 * @param schemaVersion 2; 1 has no layers, and is read as before
 * @param createdAt when it was written
 * @param tool which version wrote it
 * @param machines fingerprint and words for each machine, so that targets are told apart
 * @param models with their work by class of operator
 * @param targets places
 * @param sessions runs, by id
 * @param observations what was measured
 * @param validation what was said of predictions of medians from exactly these data
 * @param undisturbed the same of minima; empty where the data have none
 * @param layers which layers answered on which machine when it was written; absent of version 1, of which nobody knows
 * @param sha256 of the document as it is written with this field blank
 */
record DataDocument(
        int schemaVersion,
        Instant createdAt,
        String tool,
        List<MachinePart> machines,
        List<ModelPart> models,
        List<TargetPart> targets,
        List<String> sessions,
        List<ObservationPart> observations,
        List<ValidationPart> validation,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<ValidationPart>> undisturbed,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<LayerPart>> layers,
        String sha256) {

    static final int VERSION = 2;
    /** The last without layers. */
    static final int WITHOUT_LAYERS = 1;

    /** @param words what kind of machine it is, such as its CPU */
    record MachinePart(String fingerprint, String words) {}

    /** @param classes operations, bytes, kernels and milliseconds on native CPU, by class of operator */
    record ModelPart(
            String name, String sha256, String inputs, String architecture, Map<String, List<Double>> classes) {}

    /** @param machine index into the machines */
    record TargetPart(int machine, String target, int threads) {}

    /**
     * @param model index into the models; {@code target} and {@code session} likewise
     * @param ms median of the samples
     * @param minMs the least of them; absent where the median alone is known
     */
    record ObservationPart(
            int model,
            int target,
            int session,
            Instant at,
            double ms,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Double> minMs) {}

    /** One row of validation, in words and shares. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    record ValidationPart(
            String scheme,
            String method,
            String level,
            int trials,
            int architectures,
            double medianError,
            double meanError,
            Optional<Double> coverage90,
            Optional<Double> halfWidth90) {}

    /**
     * Whether a layer answered on a machine.
     *
     * @param machine index into the machines
     * @param figure {@code median} or {@code minimum}
     * @param without the method in its place where it is left out
     * @param times how many were predicted both ways; this and what follows is absent where too few architectures told
     * @param meanWith mean error on new architectures with it
     * @param meanWithout likewise without it
     * @param noise standard error of the difference
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record LayerPart(
            int machine,
            String figure,
            LayerDecision.Layer layer,
            Level level,
            String method,
            String without,
            boolean used,
            Optional<Integer> times,
            Optional<Integer> architectures,
            Optional<Double> meanWith,
            Optional<Double> meanWithout,
            Optional<Double> noise) {}

    DataDocument sealedWith(String hash) {
        return new DataDocument(
                schemaVersion,
                createdAt,
                tool,
                machines,
                models,
                targets,
                sessions,
                observations,
                validation,
                undisturbed,
                layers,
                hash);
    }
}
