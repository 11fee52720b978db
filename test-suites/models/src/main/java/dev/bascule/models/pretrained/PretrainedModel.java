package dev.bascule.models.pretrained;

import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.packages.PackageReference;
import dev.bascule.models.packages.Pinned;
import dev.bascule.models.zoo.SampleAssets;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A model with published weights. Immutable.
 *
 * @param id its name, such as {@code all-minilm-l6-v2}
 * @param reference the package and the file in it, version included
 * @param sha256 of the file
 * @param bytes of the file
 * @param licence of the weights, as an SPDX identifier
 * @param by who published the weights
 * @param task such as {@code sentence-similarity}
 * @param use how it is fed and what its outputs say, as far as Bascule knows
 * @param description one line for people
 */
public record PretrainedModel(
        String id,
        PackageReference reference,
        String sha256,
        long bytes,
        String licence,
        String by,
        Family family,
        String task,
        Use use,
        String description)
        implements Pinned {

    /**
     * How a model is used. Immutable.
     *
     * @param pipeline what turns a file or a text into its inputs
     * @param sample what the pipeline is run on where nobody says
     * @param tokenizer the file of a text pipeline in the model's package
     * @param inputs input to the pipeline's tensor that it is, where names do not tell
     * @param frames inputs that are fed frame by frame
     * @param carry input to the output whose previous value feeds it
     * @param answer what its outputs become
     * @param data samples whose answers are known
     */
    public record Use(
            Optional<PipelineSpec> pipeline,
            Optional<SampleAssets> sample,
            Optional<String> tokenizer,
            Map<String, String> inputs,
            Map<String, FrameWindow> frames,
            Map<String, String> carry,
            Optional<AnswerSpec> answer,
            Optional<LabelledSet> data) {
        /** Nothing is known of it. */
        public static final Use UNKNOWN = new Use(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty());

        public Use {
            inputs = Map.copyOf(inputs);
            frames = Map.copyOf(frames);
            carry = Map.copyOf(carry);
        }

        /** Of a model that is fed one picture. */
        static Use ofPicture(
                PipelineSpec.Vision pipeline,
                SampleAssets sample,
                Optional<AnswerSpec> answer,
                Optional<LabelledSet> data) {
            return new Use(
                    Optional.of(pipeline),
                    Optional.of(sample),
                    Optional.empty(),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    answer,
                    data);
        }

        /** Of a model that is fed in steps of which nothing else is known. */
        static Use inSteps(Map<String, Integer> frames, Map<String, String> carry) {
            Map<String, FrameWindow> windows = frames.entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, frame -> new FrameWindow(frame.getValue(), 0)));
            return new Use(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    windows,
                    carry,
                    Optional.empty(),
                    Optional.empty());
        }

        /** Of a model that is fed one sentence. */
        static Use ofText(int maxLength, String tokenizer, AnswerSpec answer) {
            return new Use(
                    Optional.of(new PipelineSpec.Text(maxLength)),
                    Optional.empty(),
                    Optional.of(tokenizer),
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Optional.of(answer),
                    Optional.of(LabelledSet.SENTENCES));
        }
    }

    public Optional<PipelineSpec> pipeline() {
        return use.pipeline();
    }

    @Override
    public Map<String, String> files() {
        String path = reference.file().orElseThrow();
        return Map.of(path.substring(path.lastIndexOf('/') + 1), sha256);
    }

    /** That it is not on this machine. */
    public BasculeException absent() {
        return new BasculeException(
                ErrorCode.MODEL_NOT_FOUND, "the pretrained model '%s' is not on this machine".formatted(id), remedy());
    }

    /**
     * Refuses another file than the one that is pinned.
     *
     * @throws BasculeException {@link ErrorCode#HASH_MISMATCH}
     */
    public void require(String seen) {
        if (!seen.equals(sha256)) {
            throw new BasculeException(
                    ErrorCode.HASH_MISMATCH,
                    "%s has SHA-256 %s, not %s: it is not the file that Bascule was tried with"
                            .formatted(reference, seen, sha256),
                    "delete the package's folder in the cache and fetch it again: " + remedy());
        }
    }
}
