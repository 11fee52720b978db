package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ActivationRanges.Range;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.graph.Activations;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One graph on its way to 8 bits by {@link QdqMethod}. Used for one graph and thrown away. */
final class QdqWork {
    private final GraphProto graph;
    private final ActivationRanges ranges;
    private final UniformCoder coder;
    private final Map<String, Weight> weights;
    private final Map<String, TensorProto> constants = new HashMap<>();
    private final Names names;
    private final Activations activations;
    private final Set<String> outputs = new HashSet<>();
    private final List<NodeProto> decoders = new ArrayList<>();
    private final List<NodeProto> nodes = new ArrayList<>();
    private final List<TensorProto> added = new ArrayList<>();
    private final Map<String, WeightCoder.Coded> coded = new LinkedHashMap<>();
    /** Scales by the value whose range they are of. */
    private final Map<String, Scale> scales = new HashMap<>();
    /** What a quantised value is called once it is float32 again. */
    private final Map<String, String> again = new HashMap<>();

    private final List<LayerChange> layers = new ArrayList<>();
    private final List<String> notes;

    private record Scale(float scale, int zero, String scaleName, String zeroName) {}

    QdqWork(GraphProto graph, ActivationRanges ranges, UniformCoder coder) {
        this.graph = graph;
        this.ranges = ranges;
        this.coder = coder;
        Weights all = Weights.of(graph);
        this.weights = all.all().stream().collect(Collectors.toMap(Weight::name, each -> each));
        this.notes = new ArrayList<>(all.notes());
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        graph.getOutputList().forEach(output -> outputs.add(output.getName()));
        this.names = new Names(graph);
        this.activations = Activations.of(graph);
    }

    /** What was changed. */
    List<LayerChange> layers() {
        return layers;
    }

    /** What was left, and why. */
    List<String> notes() {
        return notes;
    }

    GraphProto made() {
        List<String> unknown = activations.ranged().stream()
                .filter(value -> !ranges.ranges().containsKey(value))
                .toList();
        if (!unknown.isEmpty()) {
            notes.add("no range is known of %s, which stay in float32".formatted(String.join(", ", unknown)));
        }
        graph.getInputList().forEach(input -> quantized(input.getName(), input.getName()));
        graph.getNodeList().forEach(this::node);
        GraphProto.Builder made = graph.toBuilder().clearNode().clearInitializer();
        graph.getInitializerList().stream()
                .filter(tensor -> !coded.containsKey(tensor.getName()))
                .forEach(made::addInitializer);
        coded.values().forEach(each -> made.addAllInitializer(each.constants()));
        return Unused.dropped(made.addAllInitializer(added)
                .addAllNode(decoders)
                .addAllNode(nodes)
                .build());
    }

    private Optional<Scale> scale(String value) {
        return Optional.ofNullable(activations.values().get(value))
                .flatMap(from -> Optional.ofNullable(ranges.ranges().get(from))
                        .map(range -> scales.computeIfAbsent(from, name -> scale(name, range))));
    }

    private Scale scale(String value, Range range) {
        double low = Math.min(0, (float) range.low());
        double high = Math.max(0, (float) range.high());
        double exact = (high - low) / 255;
        boolean none = exact < Float.MIN_NORMAL;
        float scale = none ? 1 : (float) exact;
        int zero = none ? 0 : (int) Math.rint(-low / exact);
        Scale made = new Scale(scale, zero, names.fresh(value + "_scale"), names.fresh(value + "_zero_point"));
        added.add(Numbers.floats(made.scaleName, List.of(), scale));
        added.add(Numbers.bytes(made.zeroName, DType.UINT8, List.of(), zero));
        return made;
    }

    /** Behind a value: to uint8 and back. */
    private void quantized(String value, String made) {
        scale(value).ifPresent(scale -> {
            String stored = names.fresh(value + "_quantized");
            String back = outputs.contains(value) ? value : names.fresh(value + "_dequantized");
            nodes.add(Protos.node(
                    "QuantizeLinear",
                    names.fresh(value + "_quantizer"),
                    List.of(made, scale.scaleName, scale.zeroName),
                    List.of(stored)));
            nodes.add(Protos.node(
                    "DequantizeLinear",
                    names.fresh(value + "_dequantizer"),
                    List.of(stored, scale.scaleName, scale.zeroName),
                    List.of(back)));
            again.put(value, back);
        });
    }

    private void node(NodeProto node) {
        NodeProto.Builder made = node.toBuilder();
        if (Weights.isProduct(node) && !Activations.isComputed(node)) {
            notes.add("'%s' (%s) stays in float32: ONNX Runtime has no 8-bit product of it"
                    .formatted(Nodes.name(node), node.getOpType()));
        }
        for (int i = 0; i < node.getInputCount(); i++) {
            made.setInput(i, again.getOrDefault(node.getInput(i), node.getInput(i)));
        }
        if (Activations.isComputed(node)) {
            constants(node, made);
        }
        // An output of the model keeps its name: what makes it is renamed.
        for (int i = 0; i < node.getOutputCount(); i++) {
            String value = node.getOutput(i);
            if (outputs.contains(value) && scale(value).isPresent()) {
                made.setOutput(i, names.fresh(value + "_float32"));
            }
        }
        nodes.add(made.build());
        for (int i = 0; i < node.getOutputCount(); i++) {
            quantized(node.getOutput(i), made.getOutput(i));
        }
    }

    /** The weight, the bias, or a constant that is added or multiplied. */
    private void constants(NodeProto node, NodeProto.Builder made) {
        if (!Weights.isProduct(node)) {
            if (Activations.operands(node).stream()
                    .anyMatch(input -> scale(input).isPresent())) {
                for (int i = 0; i < Activations.operands(node).size(); i++) {
                    int index = i;
                    Optional.ofNullable(constants.get(node.getInput(i)))
                            .filter(tensor -> tensor.getDataType() == DType.FLOAT32.onnx())
                            .ifPresent(tensor -> made.setInput(index, constant(tensor)));
                }
            }
            return;
        }
        Optional<Scale> x = scale(node.getInput(0));
        Optional<Weight> weight = Nodes.input(node, 1).flatMap(name -> Optional.ofNullable(weights.get(name)));
        if (weight.isEmpty() || x.isEmpty()) {
            notes.add("the weight of '%s' stays in float32: %s"
                    .formatted(
                            Nodes.name(node),
                            weight.isEmpty() ? "it is no constant of its own" : "what it takes is not quantised"));
            return;
        }
        Weight own = weight.orElseThrow();
        if (!coded.containsKey(own.name())) {
            WeightCoder.Coded code = coder(own).code(own, names, 0);
            coded.put(own.name(), code);
            decoders.addAll(code.nodes());
            layers.add(WeightMethod.change(own, code));
        }
        Nodes.input(node, 2)
                .ifPresent(name -> bias(node, name, own, x.orElseThrow().scale)
                        .ifPresentOrElse(
                                quantized -> made.setInput(2, quantized),
                                () -> notes.add("the bias of '%s' stays in float32".formatted(Nodes.name(node)))));
    }

    /** ONNX Runtime's products of several matrices take one scale for all (MatMulIntegerToFloat). */
    private UniformCoder coder(Weight weight) {
        boolean several =
                weight.node().getOpType().equals("MatMul") && weight.dims().size() > 2;
        return several ? new UniformCoder(coder.bits(), UniformCoder.Spread.TENSOR, 1, true) : coder;
    }

    /** A decoder of a constant in uint8, by its own range. */
    private String constant(TensorProto tensor) {
        float[] values = Numbers.floats(tensor);
        float low = 0;
        float high = 0;
        for (float value : values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        if (!Float.isFinite(low) || !Float.isFinite(high) || Float.isNaN(low + high)) {
            return tensor.getName();
        }
        String name = names.fresh(tensor.getName() + "_dequantized");
        Scale scale = scale(name, new Range(low, high));
        int[] q = new int[values.length];
        for (int i = 0; i < q.length; i++) {
            q[i] = (int) Math.max(0, Math.min(255, Math.rint(values[i] / scale.scale) + scale.zero));
        }
        String stored = names.fresh(tensor.getName() + "_quantized");
        added.add(Numbers.bytes(stored, DType.UINT8, tensor.getDimsList(), q));
        decoders.add(Protos.node(
                "DequantizeLinear",
                names.fresh(tensor.getName() + "_decoder"),
                List.of(stored, scale.scaleName, scale.zeroName),
                List.of(name)));
        return name;
    }

    private Optional<String> bias(NodeProto node, String name, Weight weight, float x) {
        TensorProto tensor = constants.get(name);
        boolean plain = node.getOpType().equals("Conv")
                || Nodes.real(node, "alpha", 1) == 1 && Nodes.real(node, "beta", 1) == 1;
        if (tensor == null
                || !plain
                || tensor.getDimsCount() != 1
                || tensor.getDims(0) != weight.channelCount()
                || tensor.getDataType() != DType.FLOAT32.onnx()) {
            return Optional.empty();
        }
        float[] values = Numbers.floats(tensor);
        float[] own = coder.steps(weight).scales();
        float[] products = new float[own.length];
        int[] q = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            products[i] = x * own[i];
            double step = Math.rint((double) values[i] / products[i]);
            if (!(Math.abs(step) <= Integer.MAX_VALUE)) {
                return Optional.empty();
            }
            q[i] = (int) step;
        }
        String stored = names.fresh(name + "_quantized");
        String scale = names.fresh(name + "_scale");
        String zero = names.fresh(name + "_zero_point");
        String back = names.fresh(name + "_dequantized");
        List<Long> dims = tensor.getDimsList();
        added.add(Numbers.int32s(stored, dims, q));
        added.add(Numbers.floats(scale, dims, products));
        added.add(Numbers.int32s(zero, dims, new int[q.length]));
        decoders.add(Protos.node(
                "DequantizeLinear",
                names.fresh(name + "_decoder"),
                List.of(stored, scale, zero),
                List.of(back),
                Attributes.integer("axis", 0)));
        return Optional.of(back);
    }
}
