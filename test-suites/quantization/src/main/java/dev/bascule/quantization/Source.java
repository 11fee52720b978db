package dev.bascule.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import java.util.Optional;

/**
 * What a smaller model is made of.
 *
 * @param model in float32, its weights inside
 * @param sha256 of the file that it was read from
 * @param ranges of its activations; empty where nothing was calibrated
 * @param hybrid what was measured of its layers; empty where nothing was
 * @param seed of whatever is drawn
 * @param learnt what came of the method's {@link Lesson}; empty where nothing was trained
 */
public record Source(
        ModelProto model,
        String sha256,
        Optional<ActivationRanges> ranges,
        Optional<HybridInput> hybrid,
        long seed,
        Optional<Learnt> learnt) {
    /** Of whose layers nothing was measured, and of which nothing was trained. */
    public Source(ModelProto model, String sha256, Optional<ActivationRanges> ranges, long seed) {
        this(model, sha256, ranges, Optional.empty(), seed, Optional.empty());
    }

    /** Of which nothing was trained. */
    public Source(
            ModelProto model,
            String sha256,
            Optional<ActivationRanges> ranges,
            Optional<HybridInput> hybrid,
            long seed) {
        this(model, sha256, ranges, hybrid, seed, Optional.empty());
    }

    /** The same with what came of a lesson. */
    public Source with(Learnt trained) {
        return new Source(model, sha256, ranges, hybrid, seed, Optional.of(trained));
    }
}
