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
 */
public record Source(
        ModelProto model, String sha256, Optional<ActivationRanges> ranges, Optional<HybridInput> hybrid, long seed) {

    /** Of whose layers nothing was measured. */
    public Source(ModelProto model, String sha256, Optional<ActivationRanges> ranges, long seed) {
        this(model, sha256, ranges, Optional.empty(), seed);
    }
}
