package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Method;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The least and the greatest number of whatever products and additions take and give, over all samples. A number that is not finite
 * widens nothing. Stateless.
 */
public final class MinMaxCalibration implements Calibration {
    private static final Set<String> LOOKED_AT = Set.of("MatMul", "Gemm", "Conv", "ConvTranspose", "Add");

    @Override
    public Observing begin(Method method, ModelProto model) {
        GraphProto graph = model.getGraph();
        Set<String> weights =
                graph.getInitializerList().stream().map(TensorProto::getName).collect(Collectors.toSet());
        Set<String> inputs =
                graph.getInputList().stream().map(ValueInfoProto::getName).collect(Collectors.toSet());
        Set<String> values = new LinkedHashSet<>();
        for (NodeProto node : graph.getNodeList()) {
            if (LOOKED_AT.contains(node.getOpType())) {
                values.addAll(node.getInputList());
                values.addAll(node.getOutputList());
            }
        }
        values.removeAll(weights);
        values.remove("");
        Set<String> there =
                graph.getOutputList().stream().map(ValueInfoProto::getName).collect(Collectors.toSet());
        GraphProto.Builder seen = graph.toBuilder();
        Set<String> fetched = new HashSet<>(values);
        // An input cannot be an output as well: what it is fed is known.
        fetched.removeAll(inputs);
        values.stream()
                .filter(fetched::contains)
                .filter(value -> !there.contains(value))
                .forEach(value -> seen.addOutput(ValueInfoProto.newBuilder()
                        .setName(value)
                        .setType(TypeProto.newBuilder()
                                .setTensorType(TypeProto.Tensor.newBuilder()
                                        .setElemType(TensorProto.DataType.FLOAT.getNumber())))));
        return new Seeing(
                model.toBuilder().setGraph(seen).build(),
                values.stream().filter(fetched::contains).toList(),
                new TreeMap<>());
    }

    private record Seeing(ModelProto model, List<String> values, Map<String, double[]> ends) implements Observing {

        @Override
        public void see(int pass, Map<String, Tensor> seen) {
            seen.forEach((name, tensor) -> {
                if (!tensor.dtype().isFloat()) {
                    return;
                }
                double[] ends = ends().computeIfAbsent(
                                name, key -> new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0});
                Elements.Reader numbers = Elements.of(tensor);
                for (int i = 0; i < tensor.shape().elements(); i++) {
                    double number = numbers.at(i);
                    if (Double.isFinite(number)) {
                        ends[0] = Math.min(ends[0], number);
                        ends[1] = Math.max(ends[1], number);
                    }
                }
                ends[2]++;
            });
        }

        @Override
        public ActivationRanges ranges() {
            Map<String, ActivationRanges.Range> ranges = new TreeMap<>();
            int samples = 0;
            for (Map.Entry<String, double[]> each : ends.entrySet()) {
                double[] found = each.getValue();
                samples = Math.max(samples, (int) found[2]);
                if (found[0] <= found[1]) {
                    ranges.put(each.getKey(), new ActivationRanges.Range(found[0], found[1]));
                }
            }
            return new ActivationRanges("min-max", samples, ranges);
        }
    }
}
