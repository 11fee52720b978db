package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.quantization.HybridInput;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.TrainedMethod;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Prepared;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Makes variants and looks whether their files hold what their methods tell. Belongs to one thread.
 *
 * @param original the model as it is
 * @param folder for files
 * @param seed of whatever methods draw
 */
public record VariantMaker(OnnxModelFile original, Path folder, long seed) {
    private static final int LEVEL = 6;
    private static final Set<String> INTEGER_OPERATORS = Set.of(
            "MatMulInteger", "ConvInteger", "QLinearMatMul", "QLinearConv", "DynamicQuantizeLinear", "QuantizeLinear");
    /** Names, nodes and metadata that a method adds, beside what it tells of. */
    private static final double SLACK = 0.02;

    private static final long SLACK_BYTES = 16 << 10;
    /** A decoder, its names and a shape. */
    private static final long LAYER_BYTES = 512;

    /** Operator, domain and lengths of a node, or a scale and its dims, beside names. */
    private static final long PART_BYTES = 64;

    /** The model as it is. */
    public Variant unquantised(ModelArtifact artifact) {
        return new Variant(
                Variant.ORIGINAL,
                "the model as it is",
                Optional.of(new Variant.File(
                        Optional.empty(),
                        artifact,
                        deflated(original.proto().toByteArray()),
                        Variant.ORIGINAL,
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");
    }

    /** Trains what a method has trained, from a source. */
    @FunctionalInterface
    public interface Trainer {
        FineTuning.Result train(TrainedMethod method, Source source);
    }

    /** By a method for which no layer is measured and nothing trained. */
    public Variant of(Method method, Function<Method, CalibrationRun.Result> ranges) {
        return of(
                method,
                ranges,
                asked -> new LayerMeasurements.None("nothing was measured of its layers"),
                (trained, source) -> new FineTuning.None("nobody trains here"));
    }

    /**
     * By a method.
     *
     * @param ranges asked for a method that wants them, of a model that it fits; where there are none it is refused
     * @param layers asked for a method that wants what was measured of its layers
     * @param trainer asked for a method whose numbers are learnt; where nothing is, it is refused
     */
    public Variant of(
            Method method,
            Function<Method, CalibrationRun.Result> ranges,
            Function<Method, LayerMeasurements.Result> layers,
            Trainer trainer) {
        Optional<CalibrationRun.Found> found = Optional.empty();
        if (method.calibrated()) {
            // Told before anything runs: what does not suit at all is no matter of samples.
            Optional<String> unfit = Fit.refusal(Prepared.of(original.proto()), Fit.Inside.REFUSED);
            if (unfit.isPresent()) {
                return Variant.refused(method, unfit.orElseThrow());
            }
            CalibrationRun.Result result = ranges.apply(method);
            if (result instanceof CalibrationRun.None none) {
                return Variant.refused(method, "it wants ranges of activations: " + none.why());
            }
            found = Optional.of((CalibrationRun.Found) result);
        }
        Optional<HybridInput> hybrid = Optional.empty();
        if (method.sensitive()) {
            LayerMeasurements.Result result = layers.apply(method);
            if (result instanceof LayerMeasurements.None none) {
                return Variant.refused(method, none.why());
            }
            hybrid = Optional.of(((LayerMeasurements.Found) result).input());
        }
        List<String> doubts = found.map(CalibrationRun.Found::notes).orElse(List.of());
        Source source =
                new Source(original.proto(), original.sha256(), found.map(CalibrationRun.Found::ranges), hybrid, seed);
        if (method instanceof TrainedMethod trained) {
            FineTuning.Result result = trainer.train(trained, source);
            if (result instanceof FineTuning.None none) {
                return Variant.refused(method, none.why());
            }
            source = source.with(((FineTuning.Found) result).learnt());
        }
        Made made = method.make(source);
        if (made instanceof Made.Refused no) {
            return Variant.refused(method, no.why());
        }
        Made.Variant variant = (Made.Variant) made;
        byte[] bytes = variant.model().toByteArray();
        String sha256 = Sha256.of(bytes);
        Path file = folder.resolve(sha256 + ".onnx").toAbsolutePath();
        AtomicFile.write(file, stream -> stream.write(bytes));
        return new Variant(
                method.name(),
                method.summary(),
                Optional.of(new Variant.File(
                        Optional.of(method),
                        new ModelArtifact(sha256, bytes.length, file),
                        deflated(bytes),
                        variant.recipe().toString(),
                        variant.model().getGraph().getNodeList().stream()
                                .anyMatch(node -> INTEGER_OPERATORS.contains(node.getOpType())),
                        variant.layers(),
                        Stream.concat(variant.notes().stream(), doubts.stream()).toList(),
                        claims(variant, bytes.length))),
                "");
    }

    /** What a method tells of its layers, held against the file: its size, and whether the float32 weights are still in it. */
    private List<String> claims(Made.Variant variant, long bytes) {
        List<String> flags = new ArrayList<>();
        List<LayerChange> layers = variant.layers();
        long before = layers.stream().mapToLong(LayerChange::bytesBefore).sum();
        long after = layers.stream().mapToLong(LayerChange::bytesAfter).sum();
        long told = original.bytes() - before + after;
        long structure = Math.max(0, structure(variant.model()) - structure(original.proto()));
        if (!layers.isEmpty() && bytes > told * (1 + SLACK) + SLACK_BYTES + LAYER_BYTES * layers.size() + structure) {
            flags.add("its method tells of %,d bytes in all, and the file has %,d".formatted(told, bytes));
        }
        for (LayerChange layer : layers) {
            // Floats that went, as whole channels do, take no bytes any more.
            if (layer.bits() < Float.SIZE && layer.bytesAfter() * Byte.SIZE < layer.elements() * layer.bits()) {
                flags.add("'%s' is said to take %,d bytes, which %,d elements of %d bits do not fit in"
                        .formatted(layer.weight(), layer.bytesAfter(), layer.elements(), layer.bits()));
            }
        }
        Map<String, TensorProto> there = weights(variant.model());
        Map<String, TensorProto> were = weights(original.proto());
        List<String> whole = layers.stream()
                .filter(layer -> layer.bits() < Float.SIZE)
                .map(LayerChange::weight)
                .distinct()
                .filter(weight -> isFloat(there, weight) && isFloat(were, weight))
                .toList();
        if (!whole.isEmpty()) {
            flags.add("it is said to hold %s in fewer bits, and holds %s in float32"
                    .formatted(
                            whole.size() == 1 ? "'" + whole.get(0) + "'" : whole.size() + " weights",
                            whole.size() == 1 ? "it" : "them"));
        }
        return flags;
    }

    /** What nodes and names of constants take, without numbers: quantisers around each activation are many. */
    private static long structure(ModelProto model) {
        long bytes = 0;
        for (NodeProto node : model.getGraph().getNodeList()) {
            bytes += PART_BYTES + node.getName().length();
            for (String value : node.getInputList()) {
                bytes += value.length();
            }
            for (String value : node.getOutputList()) {
                bytes += value.length();
            }
        }
        for (TensorProto tensor : model.getGraph().getInitializerList()) {
            bytes += PART_BYTES + tensor.getName().length();
        }
        return bytes;
    }

    private static boolean isFloat(Map<String, TensorProto> weights, String name) {
        return Optional.ofNullable(weights.get(name))
                .filter(weight -> weight.getDataType() == TensorProto.DataType.FLOAT.getNumber())
                .isPresent();
    }

    private static Map<String, TensorProto> weights(ModelProto model) {
        return model.getGraph().getInitializerList().stream()
                .collect(Collectors.toMap(TensorProto::getName, each -> each, (one, other) -> one));
    }

    private static long deflated(byte[] bytes) {
        Deflater deflater = new Deflater(LEVEL);
        try {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] piece = new byte[1 << 16];
            long count = 0;
            while (!deflater.finished()) {
                count += deflater.deflate(piece);
            }
            return count;
        } finally {
            deflater.end();
        }
    }
}
