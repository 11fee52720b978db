package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.workload.Conversion;
import dev.bascule.models.workload.Float16Converter;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Weights and values in float16, by {@link Float16Converter}.
 *
 * @param wide operators that stay in float32, beside those that must
 */
record HalfMethod(String name, String summary, Set<String> wide, ComputedIn computedIn) implements Method {
    /** Sums over many terms, and what divides by them or grows fast: what mixed precision leaves in float32. */
    static final Set<String> SUMS = Set.of(
            "BatchNormalization",
            "InstanceNormalization",
            "LayerNormalization",
            "GroupNormalization",
            "LpNormalization",
            "MeanVarianceNormalization",
            "LRN",
            "Softmax",
            "LogSoftmax",
            "ReduceSum",
            "ReduceMean",
            "ReduceL1",
            "ReduceL2",
            "ReduceLogSum",
            "ReduceLogSumExp",
            "ReduceProd",
            "ReduceSumSquare",
            "Sum",
            "Mean",
            "CumSum",
            "AveragePool",
            "GlobalAveragePool",
            "Exp",
            "Log",
            "Pow",
            "Sqrt",
            "Reciprocal",
            "Div",
            "Erf",
            "Softplus");

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.REFUSED);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        Conversion conversion = Float16Converter.convert(whole, wide);
        if (conversion instanceof Conversion.Refused refused) {
            return new Made.Refused(refused.why());
        }
        Conversion.Converted converted = (Conversion.Converted) conversion;
        Map<String, TensorProto> halves = new HashMap<>();
        converted.model().getGraph().getInitializerList().stream()
                .filter(tensor -> tensor.getDataType() == DType.FLOAT16.onnx())
                .forEach(tensor -> halves.put(tensor.getName(), tensor));
        Map<String, Weight> products =
                Weights.of(whole.getGraph()).all().stream().collect(Collectors.toMap(Weight::name, weight -> weight));
        Map<String, NodeProto> takers = new HashMap<>();
        whole.getGraph().getNodeList().forEach(node -> node.getInputList().forEach(name -> takers.put(name, node)));
        List<LayerChange> layers = whole.getGraph().getInitializerList().stream()
                .filter(tensor -> tensor.getDataType() == DType.FLOAT32.onnx())
                .flatMap(
                        tensor -> Optional.ofNullable(halves.get(tensor.getName()))
                                .map(half -> change(tensor, half, products, takers))
                                .stream())
                .toList();
        return Variants.of(
                converted.model(),
                converted.model().getGraph(),
                Variants.recipe(name, source.sha256(), Map.of()),
                layers,
                converted.notes());
    }

    private static LayerChange change(
            TensorProto from, TensorProto half, Map<String, Weight> products, Map<String, NodeProto> takers) {
        NodeProto node = Optional.ofNullable(products.get(from.getName()))
                .map(Weight::node)
                .or(() -> Optional.ofNullable(takers.get(from.getName())))
                .orElse(NodeProto.getDefaultInstance());
        Elements.Reader before = Elements.of(TensorProtos.decode(from));
        Elements.Reader after = Elements.of(TensorProtos.decode(half));
        int n = Math.toIntExact(from.getDimsList().stream().reduce(1L, (a, b) -> a * b));
        double off = 0;
        double all = 0;
        float[] was = new float[n];
        float[] is = new float[n];
        for (int i = 0; i < n; i++) {
            was[i] = (float) before.at(i);
            is[i] = (float) after.at(i);
            // A mask's infinities stay what they are, and say nothing of the others.
            if (Double.isFinite(before.at(i))) {
                double difference = after.at(i) - before.at(i);
                off += difference * difference;
                all += before.at(i) * before.at(i);
            }
        }
        return new LayerChange(
                        Nodes.name(node),
                        node.getOpType(),
                        from.getName(),
                        n,
                        16,
                        4L * n,
                        2L * n,
                        all == 0 ? 0 : Math.sqrt(off / all))
                .with(WeightHistogram.of(was, is));
    }
}
