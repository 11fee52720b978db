package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.calibration.Rule;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.npu.NpuFit;
import dev.bascule.quantization.npu.NpuRequirements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A QDQ model that a device's provider takes in whole, as far as its documents tell: every activation quantised, shapes fixed, weights by the axes that
 * it supports. Its notes are those of {@link NpuFit}.
 *
 * @param bits of activations: 16 or 8
 */
record NpuMethod(String name, String summary, NpuRequirements requirements, int bits, ComputedIn computedIn)
        implements Method {
    /** From here on DequantizeLinear has scales along an axis. */
    private static final long OPSET = 13;

    @Override
    public boolean calibrated() {
        return true;
    }

    @Override
    public boolean everyRange() {
        return true;
    }

    @Override
    public Optional<String> device() {
        return Optional.of(requirements.device());
    }

    @Override
    public Optional<String> calibration() {
        return Optional.of(Rule.MIN_MAX.word());
    }

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.REFUSED).or(() -> dynamic(whole.getGraph()));
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        if (source.ranges().isEmpty()) {
            return new Made.Refused("%s needs ranges of activations: give it data to calibrate on".formatted(name));
        }
        ActivationRanges ranges = source.ranges().orElseThrow();
        OpsetRaise.Result raise = OpsetRaise.to(whole, OPSET);
        if (raise instanceof OpsetRaise.Result.Unsafe unsafe) {
            return new Made.Refused(unsafe.why());
        }
        ModelProto model = ((OpsetRaise.Result.Raised) raise).model();
        NpuWork work = new NpuWork(model.getGraph(), ranges, requirements, bits);
        GraphProto graph = work.made();
        if (work.layers().isEmpty()) {
            return new Made.Refused("no Conv, ConvTranspose, Gemm or MatMul takes a value whose range is known:"
                    + " calibrate on samples on which the model gives finite numbers");
        }
        ModelProto typed = bits == 16 ? Variants.withMicrosoft(model) : model;
        List<String> notes = new ArrayList<>(work.notes());
        notes.addAll(NpuFit.of(typed.toBuilder().setGraph(graph).build(), requirements)
                .words());
        return Variants.of(
                typed,
                graph,
                Variants.recipe(
                        name,
                        source.sha256(),
                        Map.of(
                                "activations",
                                "uint" + bits,
                                "calibration",
                                ranges.rule(),
                                "device",
                                requirements.device(),
                                "samples",
                                "" + ranges.samples(),
                                "weights",
                                "8 bits")),
                work.layers(),
                notes);
    }

    private Optional<String> dynamic(GraphProto graph) {
        return NpuFit.dynamic(
                        graph,
                        graph.getInitializerList().stream()
                                .map(TensorProto::getName)
                                .collect(Collectors.toSet()))
                .map(why -> requirements.device() + ": " + why);
    }
}
