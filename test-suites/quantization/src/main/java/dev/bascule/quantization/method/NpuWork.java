package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.workload.ElementTypes;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ActivationRanges.Range;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import dev.bascule.quantization.npu.NpuRequirements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One graph on its way to {@link NpuMethod}'s form. Used for one graph and thrown away. */
final class NpuWork {
    /** Rounding of the scales included. */
    private static final double BIAS_ROOM = 1.0001;

    private final GraphProto graph;
    private final ActivationRanges ranges;
    private final NpuRequirements needs;
    private final int bits;
    private final Names names;
    private final Map<String, TensorProto> constants = new HashMap<>();
    private final Map<String, Weight> weights;
    private final Map<String, DType> types;
    private final Map<String, List<NodeProto>> takers = new HashMap<>();
    private final Set<String> outputs = new HashSet<>();
    /** A Relu's input by its output: the quantiser behind clamps as it does. */
    private final Map<String, String> clamped = new HashMap<>();

    private final Map<String, Scale> scales = new HashMap<>();
    private final Map<String, String> again = new HashMap<>();
    private final Map<String, String> eight = new HashMap<>();
    private final Map<String, Coded> coded = new LinkedHashMap<>();
    /** Constants in 8 bits that others may take in as many as activations. */
    private final Map<String, Coded> narrow = new HashMap<>();

    private final List<TensorProto> added = new ArrayList<>();
    private final List<NodeProto> decoders = new ArrayList<>();
    private final List<NodeProto> nodes = new ArrayList<>();
    private final List<LayerChange> layers = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private record Scale(double scale, long zero, String scaleName, String zeroName) {}

    private record Coded(String value, double[] scales) {}

    NpuWork(GraphProto graph, ActivationRanges ranges, NpuRequirements needs, int bits) {
        this.graph = graph;
        this.ranges = ranges;
        this.needs = needs;
        this.bits = bits;
        this.names = new Names(graph);
        this.types = ElementTypes.of(graph);
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        graph.getOutputList().forEach(output -> outputs.add(output.getName()));
        graph.getNodeList()
                .forEach(node -> node.getInputList().stream()
                        .distinct()
                        .forEach(input -> takers.computeIfAbsent(input, any -> new ArrayList<>())
                                .add(node)));
        this.weights = Weights.of(graph).all().stream().collect(Collectors.toMap(Weight::name, each -> each));
    }

    List<LayerChange> layers() {
        return layers;
    }

    List<String> notes() {
        return notes;
    }

    GraphProto made() {
        graph.getNodeList().stream()
                .filter(this::isRemovable)
                .forEach(node -> clamped.put(node.getOutput(0), node.getInput(0)));
        graph.getInputList().forEach(input -> quantized(input.getName(), input.getName()));
        graph.getNodeList().forEach(this::node);
        GraphProto.Builder made = graph.toBuilder().clearNode().clearValueInfo();
        return Unused.dropped(made.addAllInitializer(added)
                .addAllNode(decoders)
                .addAllNode(nodes)
                .build());
    }

    private boolean isQuantized(NodeProto node) {
        return needs.takes(node) && !needs.untouched().contains(node.getOpType());
    }

    /** A Relu, or a Clip from 0 on, alone behind a quantised node. */
    private boolean isRemovable(NodeProto node) {
        boolean fromZero = node.getOpType().equals("Relu")
                || node.getOpType().equals("Clip")
                        && Nodes.input(node, 1)
                                .flatMap(name -> Optional.ofNullable(constants.get(name)))
                                .map(least -> Numbers.floats(least)[0] == 0)
                                .orElse(false);
        String from = node.getInputCount() == 0 ? "" : node.getInput(0);
        return Nodes.isOnnx(node)
                && fromZero
                && ranges.ranges().containsKey(node.getOutput(0))
                && takers.getOrDefault(from, List.of()).size() == 1
                && !outputs.contains(from)
                && graph.getNodeList().stream()
                        .anyMatch(maker -> maker.getOutputCount() > 0
                                && maker.getOutput(0).equals(from)
                                && isQuantized(maker)
                                && !needs.sameScale().contains(maker.getOpType()));
    }

    /** Whose scale a value has: its own, or that of what only moves into it. */
    private String origin(String value) {
        String at = value;
        for (int step = 0; step < graph.getNodeCount(); step++) {
            String now = at;
            Optional<NodeProto> mover = graph.getNodeList().stream()
                    .filter(node -> node.getOutputList().contains(now))
                    .filter(node -> Nodes.is(node, needs.sameScale()))
                    .filter(node -> !constants.containsKey(node.getInput(0)))
                    .findFirst();
            if (mover.isEmpty()) {
                return at;
            }
            at = mover.orElseThrow().getInput(0);
        }
        return at;
    }

    /** Whether a float32 value is quantised: what makes it is, or what takes it. */
    private Optional<Scale> scale(String value) {
        if (types.get(value) != DType.FLOAT32 || constants.containsKey(value)) {
            return Optional.empty();
        }
        Optional<NodeProto> maker = graph.getNodeList().stream()
                .filter(node -> node.getOutputList().contains(value))
                .findFirst();
        boolean wanted = maker.map(this::isQuantized).orElse(false)
                || takers.getOrDefault(value, List.of()).stream().anyMatch(this::isQuantized);
        String from = origin(value);
        if (!wanted) {
            return Optional.empty();
        }
        Optional<NpuRequirements.Fixed> fixed = graph.getNodeList().stream()
                .filter(node -> node.getOutputList().contains(from))
                .findFirst()
                .filter(any -> bits == 16)
                .flatMap(node -> Optional.ofNullable(needs.fixed16().get(node.getOpType())));
        if (fixed.isPresent()) {
            return fixed.map(own -> scales.computeIfAbsent(from, name -> added(name, own.scale(), own.zero(), bits)));
        }
        return Optional.ofNullable(ranges.ranges().get(from))
                .map(range -> scales.computeIfAbsent(from, name -> scale(name, range, bits)));
    }

    private Scale scale(String name, Range range, int width) {
        return scale(name, range, width, 0);
    }

    private Scale scale(String name, Range range, int width, double least) {
        double low = Math.min(0, (float) range.low());
        double high = Math.max(Math.max(0, (float) range.high()), low + needs.leastRange());
        double scale = Math.max(least, (high - low) / ((1 << width) - 1));
        return added(name, scale, (long) Math.rint(-low / scale), width);
    }

    private Scale added(String name, double scale, long zero, int width) {
        Scale made = new Scale((float) scale, zero, names.fresh(name + "_scale"), names.fresh(name + "_zero_point"));
        added.add(Numbers.floats(made.scaleName, List.of(), (float) scale));
        added.add(whole(made.zeroName, List.of(), new long[] {zero}, width));
        return made;
    }

    private static TensorProto whole(String name, List<Long> dims, long[] values, int width) {
        ByteBuffer data = ByteBuffer.allocate(values.length * width / Byte.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : values) {
            if (width == 16) {
                data.putShort((short) value);
            } else {
                data.put((byte) value);
            }
        }
        return Numbers.raw(name, width == 16 ? DType.UINT16 : DType.UINT8, dims, data.array());
    }

    private NodeProto linear(String operator, String name, List<String> inputs, String output) {
        NodeProto node = Protos.node(operator, names.fresh(name), inputs, List.of(output));
        return bits == 16 ? node.toBuilder().setDomain(Variants.MICROSOFT).build() : node;
    }

    private void quantized(String value, String made) {
        scale(value).ifPresent(scale -> {
            String stored = names.fresh(value + "_quantized");
            String back = outputs.contains(value) ? value : names.fresh(value + "_dequantized");
            nodes.add(linear(
                    "QuantizeLinear", value + "_quantizer", List.of(made, scale.scaleName, scale.zeroName), stored));
            nodes.add(linear(
                    "DequantizeLinear",
                    value + "_dequantizer",
                    List.of(stored, scale.scaleName, scale.zeroName),
                    back));
            again.put(value, back);
        });
    }

    private void node(NodeProto node) {
        if (node.getOutputCount() > 0 && clamped.containsKey(node.getOutput(0))) {
            return;
        }
        NodeProto.Builder made = node.toBuilder();
        for (int i = 0; i < node.getInputCount(); i++) {
            made.setInput(i, again.getOrDefault(node.getInput(i), node.getInput(i)));
        }
        if (isQuantized(node)) {
            operands(node, made);
        }
        String value = node.getOutput(0);
        // A Relu that went: its quantiser takes what it took.
        Optional<String> behind = clamped.entrySet().stream()
                .filter(each -> each.getValue().equals(value))
                .map(Map.Entry::getKey)
                .findFirst();
        if (behind.isPresent()) {
            nodes.add(made.build());
            quantized(behind.orElseThrow(), value);
            return;
        }
        for (int i = 0; i < node.getOutputCount(); i++) {
            if (outputs.contains(node.getOutput(i)) && scale(node.getOutput(i)).isPresent()) {
                made.setOutput(i, names.fresh(node.getOutput(i) + "_float32"));
            }
        }
        nodes.add(made.build());
        for (int i = 0; i < node.getOutputCount(); i++) {
            quantized(node.getOutput(i), made.getOutput(i));
        }
    }

    private void operands(NodeProto node, NodeProto.Builder made) {
        Optional<Weight> weight = Nodes.input(node, 1).flatMap(name -> Optional.ofNullable(weights.get(name)));
        boolean product = Weights.isProduct(node);
        boolean weighted = isWeighted(node);
        int count = needs.firstInputOnly().contains(node.getOpType()) ? 1 : node.getInputCount();
        for (int i = 0; i < count; i++) {
            String input = node.getInput(i);
            if (product && i == 1 && weight.isPresent()) {
                made.setInput(1, weight(node, weight.orElseThrow()).value);
            } else if (weighted && i == 2 && !input.isEmpty()) {
                bias(node, input)
                        .ifPresentOrElse(
                                own -> made.setInput(2, own),
                                () -> notes.add("the bias of '%s' is not in int32".formatted(Nodes.name(node))));
            } else if (weighted && i == 1 && isReal(input)) {
                made.setInput(1, constant(input, true).value);
            } else if (constants.containsKey(input)) {
                if (isReal(input)) {
                    made.setInput(i, constant(input, false).value);
                }
            } else if (i == 1
                    && bits == 16
                    && needs.eightBitSecond().contains(node.getOpType())
                    && again.containsKey(input)) {
                made.setInput(1, eight.computeIfAbsent(input, this::narrowed));
            }
        }
    }

    /** Whether its second operand is a weight in 8 bits, if a constant, and its third a bias. */
    private boolean isWeighted(NodeProto node) {
        return Weights.isProduct(node) || Nodes.is(node, needs.int32Bias());
    }

    /** Whether it is a constant of finite float32 numbers, and of some. */
    private boolean isReal(String name) {
        TensorProto tensor = constants.get(name);
        if (tensor == null || tensor.getDataType() != DType.FLOAT32.onnx()) {
            return false;
        }
        float[] values = Numbers.floats(tensor);
        return values.length > 0 && Numbers.notFinite(values) == 0;
    }

    /** In 8 bits, behind its 16. */
    private String narrowed(String value) {
        Range range = ranges.ranges().getOrDefault(origin(value), new Range(0, 1));
        Scale scale = scale(value + "_8bit", range, Byte.SIZE);
        String stored = names.fresh(value + "_8bit_quantized");
        String back = names.fresh(value + "_8bit_dequantized");
        nodes.add(linear(
                "QuantizeLinear",
                value + "_8bit_quantizer",
                List.of(Objects.requireNonNull(again.get(value)), scale.scaleName, scale.zeroName),
                stored));
        nodes.add(linear(
                "DequantizeLinear",
                value + "_8bit_dequantizer",
                List.of(stored, scale.scaleName, scale.zeroName),
                back));
        return back;
    }

    private Coded weight(NodeProto node, Weight weight) {
        return Objects.requireNonNull(coded.computeIfAbsent(weight.name(), name -> {
            boolean channels = needs.channelAxis().containsKey(node.getOpType());
            return channels ? byChannel(weight) : whole(weight);
        }));
    }

    /** Int8 around 0 with a scale a channel. */
    private Coded byChannel(Weight weight) {
        UniformCoder.Steps steps = new UniformCoder(8, UniformCoder.Spread.CHANNEL, 1, true)
                .steps(weight, least(weight.name(), weight.channelCount()));
        String stored = names.fresh(weight.name() + "_quantized");
        String scale = names.fresh(weight.name() + "_scale");
        String zero = names.fresh(weight.name() + "_zero_point");
        String back = names.fresh(weight.name() + "_dequantized");
        added.add(Numbers.bytes(stored, DType.INT8, weight.dims(), steps.q()));
        added.add(Numbers.floats(scale, steps.scaleDims(), steps.scales()));
        added.add(Numbers.bytes(zero, DType.INT8, steps.scaleDims(), new int[steps.scales().length]));
        decoders.add(
                linear("DequantizeLinear", weight.name() + "_decoder", List.of(stored, scale, zero), back).toBuilder()
                        .addAttribute(Attributes.integer("axis", weight.channels()))
                        .build());
        change(weight, steps.decoded(), 5L * steps.scales().length);
        double[] scales = new double[steps.scales().length];
        for (int i = 0; i < scales.length; i++) {
            scales[i] = steps.scales()[i];
        }
        return new Coded(back, scales);
    }

    /** Uint8 with one scale, its range widened to hold 0. */
    private Coded whole(Weight weight) {
        Range range = range(weight.values());
        String back = names.fresh(weight.name() + "_dequantized");
        Scale scale = scale(back, range, Byte.SIZE, least(weight.name(), 1)[0]);
        float[] decoded = stored(weight.name(), weight.dims(), weight.values(), scale, Byte.SIZE, back);
        change(weight, decoded, 5);
        return new Coded(back, new double[] {scale.scale});
    }

    private void change(Weight weight, float[] decoded, long more) {
        layers.add(new LayerChange(
                        Nodes.name(weight.node()),
                        weight.node().getOpType(),
                        weight.name(),
                        weight.values().length,
                        Byte.SIZE,
                        weight.bytes(),
                        weight.values().length + more,
                        weight.error(decoded))
                .with(WeightHistogram.of(weight.values(), decoded)));
    }

    private static Range range(float[] values) {
        float low = 0;
        float high = 0;
        for (float value : values) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
        return new Range(low, high);
    }

    private float[] stored(String name, List<Long> dims, float[] values, Scale scale, int width, String back) {
        long[] q = new long[values.length];
        float[] decoded = new float[values.length];
        int most = (1 << width) - 1;
        for (int i = 0; i < q.length; i++) {
            q[i] = (long) Math.max(0, Math.min(most, Math.rint(values[i] / scale.scale) + scale.zero));
            decoded[i] = (float) ((q[i] - scale.zero) * scale.scale);
        }
        String stored = names.fresh(name + "_quantized");
        added.add(whole(stored, dims, q, width));
        decoders.add(
                linear("DequantizeLinear", name + "_decoder", List.of(stored, scale.scaleName, scale.zeroName), back));
        return decoded;
    }

    /** Another constant: a weight that is no product's own has 8 bits, others are as wide as activations. */
    private Coded constant(String constant, boolean weight) {
        int width = weight ? Byte.SIZE : bits;
        return Objects.requireNonNull((weight ? narrow : coded).computeIfAbsent(constant, name -> {
            TensorProto tensor = Objects.requireNonNull(constants.get(name));
            float[] values = Numbers.floats(tensor);
            String back = names.fresh(name + "_dequantized");
            Scale scale = scale(back, range(values), width, weight ? least(name, 1)[0] : 0);
            stored(name, tensor.getDimsList(), values, scale, width, back);
            return new Coded(back, new double[] {scale.scale});
        }));
    }

    /**
     * The least scales of a weight, so that every bias by them fits into int32: as _adjust_weight_scale_for_int32_bias of onnxruntime.quantization.
     *
     * @param count of the weight's scales
     */
    private double[] least(String weight, int count) {
        double[] least = new double[count];
        for (NodeProto node : takers.getOrDefault(weight, List.of())) {
            Optional<Scale> x = node.getInputCount() > 2 ? scale(node.getInput(0)) : Optional.empty();
            if (x.isEmpty() || !isWeighted(node) || !node.getInput(1).equals(weight) || !isBias(node)) {
                continue;
            }
            float[] values = Numbers.floats(Objects.requireNonNull(constants.get(node.getInput(2))));
            for (int i = 0; i < values.length; i++) {
                int at = count == values.length ? i : 0;
                double wanted = BIAS_ROOM * Math.abs(values[i]) / Integer.MAX_VALUE / x.orElseThrow().scale;
                least[at] = Math.max(least[at], wanted);
            }
        }
        return least;
    }

    private boolean isBias(NodeProto node) {
        boolean plain = !node.getOpType().equals("Gemm")
                || Nodes.real(node, "alpha", 1) == 1 && Nodes.real(node, "beta", 1) == 1;
        String name = node.getInput(2);
        // Those of a normalisation have as many dimensions as it normalises over.
        return plain
                && isReal(name)
                && (!Weights.isProduct(node)
                        || Objects.requireNonNull(constants.get(name)).getDimsCount() == 1);
    }

    private Optional<String> bias(NodeProto node, String name) {
        Optional<Scale> x = scale(node.getInput(0));
        String second = node.getInput(1);
        Optional<Coded> weight =
                Optional.ofNullable(narrow.get(second)).or(() -> Optional.ofNullable(coded.get(second)));
        if (x.isEmpty() || weight.isEmpty() || !isBias(node)) {
            return Optional.empty();
        }
        TensorProto tensor = Objects.requireNonNull(constants.get(name));
        float[] values = Numbers.floats(tensor);
        double[] own = weight.orElseThrow().scales;
        boolean each = own.length == values.length && own.length > 1;
        float[] products = new float[each ? values.length : 1];
        int[] q = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            int at = each ? i : 0;
            products[at] = (float) (x.orElseThrow().scale * own[at]);
            q[i] = (int) Math.max(
                    Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, Math.rint(values[i] / (double) products[at])));
        }
        List<Long> dims = each ? List.of((long) products.length) : List.of();
        String stored = names.fresh(name + "_quantized");
        String scale = names.fresh(name + "_scale");
        String zero = names.fresh(name + "_zero_point");
        String back = names.fresh(name + "_dequantized");
        added.add(Numbers.int32s(stored, tensor.getDimsList(), q));
        added.add(Numbers.floats(scale, dims, products));
        added.add(Numbers.int32s(zero, dims, new int[products.length]));
        NodeProto decoder = linear("DequantizeLinear", name + "_decoder", List.of(stored, scale, zero), back);
        decoders.add(
                each
                        ? decoder.toBuilder()
                                .addAttribute(Attributes.integer("axis", 0))
                                .build()
                        : decoder);
        return Optional.of(back);
    }
}
