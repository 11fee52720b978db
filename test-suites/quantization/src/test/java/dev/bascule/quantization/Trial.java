package dev.bascule.quantization;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactResult;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.graph.Ort;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.calibration.CalibrationModel;
import dev.bascule.quantization.calibration.Calibrator;
import dev.bascule.quantization.calibration.Rule;
import dev.bascule.quantization.graph.Numbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Models on real ONNX Runtime, and exactly. */
public final class Trial {
    private Trial() {}

    public static Source source(ModelProto model) {
        return new Source(model, "0".repeat(64), java.util.Optional.empty(), 1);
    }

    /** Calibrated on these samples where the method wants it. */
    public static Source source(Method method, ModelProto model, List<Map<String, Tensor>> samples) throws Exception {
        if (method.calibration().isEmpty()) {
            return source(model);
        }
        ActivationRanges ranges = ranges(Rule.named(method.calibration().get()).orElseThrow(), model, samples);
        return new Source(model, "0".repeat(64), java.util.Optional.of(ranges), 1);
    }

    public static ActivationRanges ranges(Rule rule, ModelProto model, List<Map<String, Tensor>> samples)
            throws Exception {
        CalibrationModel told = CalibrationModel.of(model);
        Calibrator calibrator = new Calibrator(rule, told.values());
        for (Map<String, Tensor> sample : samples) {
            Map<String, Tensor> seen = new HashMap<>(run(told.model(), sample));
            told.fed().forEach(name -> seen.put(name, sample.get(name)));
            calibrator.add(seen);
        }
        return calibrator.ranges();
    }

    public static Map<String, Tensor> run(ModelProto model, Map<String, Tensor> inputs) throws Exception {
        Path file = Files.createTempFile("quantized", ".onnx");
        try {
            Files.write(file, model.toByteArray());
            try (Ort ort = new Ort(file)) {
                return ort.run(inputs);
            }
        } finally {
            Files.delete(file);
        }
    }

    /** The greatest difference of any output, relative to that output's greatest magnitude. */
    public static double farthest(Map<String, Tensor> a, Map<String, Tensor> b) {
        double farthest = 0;
        for (Map.Entry<String, Tensor> each : a.entrySet()) {
            if (each.getValue().dtype() == DType.FLOAT32) {
                farthest = Math.max(farthest, farthest(numbers(each.getValue()), numbers(b.get(each.getKey()))));
            }
        }
        return farthest;
    }

    public static double farthest(double[] a, double[] b) {
        double difference = 0;
        double magnitude = 1e-30;
        for (int i = 0; i < a.length; i++) {
            difference = Math.max(difference, Math.abs(a[i] - b[i]));
            magnitude = Math.max(magnitude, Math.abs(b[i]));
        }
        return a.length == b.length && !Double.isNaN(difference) ? difference / magnitude : Double.POSITIVE_INFINITY;
    }

    public static double[] numbers(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        double[] values = new double[Math.toIntExact(tensor.shape().elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = reader.at(i);
        }
        return values;
    }

    public static Map<String, Tensor> exactly(ModelProto model, Map<String, Tensor> inputs) {
        Map<String, Value> values = new HashMap<>();
        inputs.forEach((name, tensor) -> values.put(name, Value.of(tensor)));
        List<String> wanted = model.getGraph().getOutputList().stream()
                .map(output -> output.getName())
                .toList();
        ExactResult result = new ExactModel(model).run(values, wanted, ExactModel.Plan.EXACT_ONLY, () -> false);
        if (!(result instanceof ExactResult.Known known)) {
            throw new AssertionError(((ExactResult.Unknown) result).why());
        }
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        wanted.forEach(name -> outputs.put(name, ((Value.One) known.output(name).value()).tensor()));
        return outputs;
    }

    /** What the engine itself makes of each changed weight: the decoders' outputs. */
    public static Map<String, Tensor> decoded(Made.Variant variant, Map<String, Tensor> inputs) throws Exception {
        ModelProto.Builder told = variant.model().toBuilder();
        Set<String> constants = new HashSet<>();
        told.getGraph().getInitializerList().forEach(tensor -> constants.add(tensor.getName()));
        List<String> values = new ArrayList<>();
        told.getGraph().getNodeList().forEach(node -> values.addAll(node.getOutputList()));
        Map<String, Tensor> decoded = new HashMap<>();
        for (LayerChange layer : variant.layers()) {
            if (values.contains(layer.weight())) {
                told.getGraphBuilder().addOutput(Protos.ofType(layer.weight(), DType.FLOAT32));
            }
        }
        Map<String, Tensor> all = run(told.build(), inputs);
        variant.layers().forEach(layer -> {
            if (all.containsKey(layer.weight())) {
                decoded.put(layer.weight(), all.get(layer.weight()));
            }
        });
        for (TensorProto tensor : variant.model().getGraph().getInitializerList()) {
            variant.layers().stream()
                    .filter(layer -> layer.weight().equals(tensor.getName()) && tensor.getDataType() == 1)
                    .forEach(
                            layer -> decoded.put(layer.weight(), dev.bascule.models.graph.TensorProtos.decode(tensor)));
        }
        return decoded;
    }

    /** The model with these weights, in float32. */
    public static ModelProto with(ModelProto model, Map<String, Tensor> weights) {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        for (int i = 0; i < graph.getInitializerCount(); i++) {
            Tensor own = weights.get(graph.getInitializer(i).getName());
            if (own != null) {
                graph.setInitializer(i, Protos.tensor(graph.getInitializer(i).getName(), own));
            }
        }
        return model.toBuilder().setGraph(graph).build();
    }

    /** Root mean square of the difference, relative to the first model's weight. */
    public static double error(TensorProto before, Tensor after) {
        float[] a = Numbers.floats(before);
        double[] b = numbers(after);
        double off = 0;
        double all = 0;
        for (int i = 0; i < a.length; i++) {
            off += (b[i] - a[i]) * (b[i] - a[i]);
            all += (double) a[i] * a[i];
        }
        return Math.sqrt(off / all);
    }
}
