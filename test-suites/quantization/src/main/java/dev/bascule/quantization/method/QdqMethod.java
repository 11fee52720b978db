package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.calibration.Rule;
import dev.bascule.quantization.graph.Activations;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Prepared;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Static quantisation: activations in uint8 by ranges that calibration found, weights in int8 with a scale a channel, biases in int32 with the
 * product of both scales; QuantizeLinear and DequantizeLinear stand around the operators that ONNX Runtime fuses ({@link Activations}). Scales and
 * zero points are those of onnxruntime.quantization's compute_scale_zp: {@code scale = (high - low) / 255}, {@code zero = round(-low / scale)}, the
 * range widened to hold 0.
 *
 * @param bits of weights: 8, or 7, which onnxruntime.quantization calls a reduced range
 */
record QdqMethod(String name, String summary, Rule rule, int bits, ComputedIn computedIn) implements Method {
    private static final long OPSET = 13;
    /** Seen: 30.62 became 20.24. {@code session.x64quantprecision=1} mends it too. */
    private static final String SATURATION =
            "on x86 processors without VNNI, ONNX Runtime adds two products of 8 bits in 16,"
                    + " which saturates where weights and activations are great: compare with qdq-minmax-7bit there";

    @Override
    public boolean calibrated() {
        return true;
    }

    @Override
    public Optional<String> calibration() {
        return Optional.of(rule.word());
    }

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.REFUSED);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        if (source.ranges().isEmpty()) {
            return new Made.Refused("%s needs ranges of activations: give it data to calibrate on".formatted(name));
        }
        ActivationRanges ranges = source.ranges().orElseThrow();
        if (!ranges.rule().equals(rule.word())) {
            return new Made.Refused("%s needs ranges by the rule %s, and these are by %s: calibrate by that rule"
                    .formatted(name, rule.word(), ranges.rule()));
        }
        OpsetRaise.Result raise = OpsetRaise.to(whole, OPSET);
        if (raise instanceof OpsetRaise.Result.Unsafe unsafe) {
            return new Made.Refused(unsafe.why());
        }
        ModelProto model = ((OpsetRaise.Result.Raised) raise).model();
        QdqWork work =
                new QdqWork(model.getGraph(), ranges, new UniformCoder(bits, UniformCoder.Spread.CHANNEL, 1, true));
        GraphProto made = work.made();
        if (work.layers().isEmpty()) {
            return new Made.Refused("no Conv, Gemm or MatMul takes a value whose range is known:"
                    + " calibrate on samples on which the model gives finite numbers");
        }
        List<String> notes = new ArrayList<>(work.notes());
        if (bits == 8) {
            notes.add(SATURATION);
        }
        return Variants.of(
                model,
                made,
                Variants.recipe(
                        name,
                        source.sha256(),
                        Map.of(
                                "activations",
                                "uint8",
                                "calibration",
                                ranges.rule(),
                                "samples",
                                "" + ranges.samples(),
                                "weights",
                                "int8 per channel, %d bits".formatted(bits))),
                work.layers(),
                notes);
    }
}
