package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Products in 8 bits with no calibration: DynamicQuantizeLinear finds the range of each activation as it comes, MatMulInteger or ConvInteger
 * multiply, and {@code y = float(sums) · (x's scale · each channel's scale)}. Weights are unsigned around one zero point of 128, since ONNX
 * Runtime's ConvInteger takes no signed ones; so every engine takes a scale for each channel, which only multiplies the sums.
 */
record DynamicMethod(String name, String summary, ComputedIn computedIn) implements Method {
    private static final long OPSET = 11;
    private static final int ZERO_POINT = 128;
    private static final UniformCoder CODER = new UniformCoder(8, UniformCoder.Spread.CHANNEL, 1, false);

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        OpsetRaise.Result raise = OpsetRaise.to(whole, OPSET);
        if (raise instanceof OpsetRaise.Result.Unsafe unsafe) {
            return new Made.Refused(unsafe.why());
        }
        ModelProto model = ((OpsetRaise.Result.Raised) raise).model();
        Work work = new Work(model.getGraph());
        model.getGraph().getNodeList().forEach(work::node);
        if (work.layers.isEmpty()) {
            return new Made.Refused("no product of the graph can be computed in 8 bits this way: %s"
                    .formatted(String.join("; ", work.left.values())));
        }
        List<String> notes = new ArrayList<>();
        work.left.forEach((node, why) -> notes.add("'%s' is left in float32: %s".formatted(node, why)));
        return Variants.of(
                model,
                work.finish(),
                Variants.recipe(name, source.sha256(), Map.of("weights", "uint8 per channel", "activations", "uint8")),
                work.layers,
                notes);
    }

    private static final class Work {
        private final GraphProto graph;
        private final Map<String, Weight> weights;
        private final Map<String, TensorProto> constants = new HashMap<>();
        private final Names names;
        private final List<NodeProto> nodes = new ArrayList<>();
        private final List<TensorProto> added = new ArrayList<>();
        private final Map<String, String> quantized = new HashMap<>();
        private final Map<String, String> written = new HashMap<>();
        private final List<LayerChange> layers = new ArrayList<>();
        private final Map<String, String> left = new LinkedHashMap<>();
        private final String zero;

        Work(GraphProto graph) {
            this.graph = graph;
            this.weights = Weights.of(graph).all().stream().collect(Collectors.toMap(Weight::name, each -> each));
            graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
            this.names = new Names(graph);
            this.zero = names.fresh("weights_zero_point");
            added.add(Numbers.bytes(zero, DType.UINT8, List.of(), ZERO_POINT));
        }

        void node(NodeProto node) {
            Optional<Weight> weight = Weights.isProduct(node)
                    ? Nodes.input(node, 1).flatMap(name -> Optional.ofNullable(weights.get(name)))
                    : Optional.empty();
            Optional<String> why = Weights.isProduct(node)
                    ? weight.isEmpty() ? Optional.of("it has no constant weight of its own") : unfit(node)
                    : Optional.empty();
            why.ifPresent(text -> left.put(Nodes.name(node), text));
            if (weight.isEmpty() || why.isPresent()) {
                nodes.add(node);
            } else {
                product(node, weight.orElseThrow());
            }
        }

        private Optional<String> unfit(NodeProto node) {
            if (constants.containsKey(node.getInput(0))) {
                return Optional.of("both its operands are constants");
            }
            return switch (node.getOpType()) {
                case "ConvTranspose" -> Optional.of("ONNX has no ConvTranspose of integers");
                case "Gemm" ->
                    Nodes.real(node, "alpha", 1) == 1
                                    && Nodes.real(node, "beta", 1) == 1
                                    && Nodes.integer(node, "transA", 0) == 0
                            ? Optional.empty()
                            : Optional.of("it scales or transposes its operands");
                case "Conv" ->
                    Nodes.input(node, 2).map(constants::containsKey).orElse(true)
                            ? Optional.empty()
                            : Optional.of("its bias is no constant");
                default -> Optional.empty();
            };
        }

        private void product(NodeProto node, Weight weight) {
            String x = quantized.computeIfAbsent(node.getInput(0), this::quantizer);
            boolean conv = node.getOpType().equals("Conv");
            String w = written.computeIfAbsent(weight.name(), name -> weight(weight, conv));
            Optional<String> bias = Nodes.input(node, 2).map(name -> conv ? shaped(name, weight) : name);
            String output = node.getOutput(0);
            String sums = names.fresh(output + "_integer");
            List<AttributeProto> attributes = conv ? node.getAttributeList() : List.of();
            nodes.add(Protos.node(
                            conv ? "ConvInteger" : "MatMulInteger",
                            names.fresh(Nodes.name(node) + "_integer"),
                            List.of(x, w, x + "_zero_point", zero),
                            List.of(sums))
                    .toBuilder()
                    .addAllAttribute(attributes)
                    .build());
            String real = names.fresh(output + "_sums");
            nodes.add(Protos.node(
                    "Cast",
                    names.fresh(output + "_cast"),
                    List.of(sums),
                    List.of(real),
                    Attributes.integer("to", DType.FLOAT32.onnx())));
            String scale = names.fresh(output + "_scale");
            add("Mul", List.of(x + "_scale", w + "_scale"), scale);
            String unbiased = bias.isPresent() ? names.fresh(output + "_unbiased") : output;
            add("Mul", List.of(real, scale), unbiased);
            bias.ifPresent(name -> add("Add", List.of(unbiased, name), output));
        }

        private String quantizer(String value) {
            String name = names.fresh(value + "_quantized");
            nodes.add(Protos.node(
                    "DynamicQuantizeLinear",
                    names.fresh(value + "_quantizer"),
                    List.of(value),
                    List.of(name, names.fresh(name + "_scale"), names.fresh(name + "_zero_point"))));
            return name;
        }

        private String weight(Weight weight, boolean conv) {
            UniformCoder.Steps steps = CODER.steps(weight);
            String name = names.fresh(weight.name() + "_quantized");
            boolean turned = !conv && weight.channels() == 0;
            int[] q = new int[steps.q().length];
            int rows = Math.toIntExact(weight.dims().get(0));
            int columns = q.length / rows;
            for (int i = 0; i < q.length; i++) {
                q[turned ? i % columns * rows + i / columns : i] = steps.q()[i] + ZERO_POINT;
            }
            List<Long> dims =
                    turned ? List.of(weight.dims().get(1), weight.dims().get(0)) : weight.dims();
            List<Long> scaleDims = conv ? broadcast(weight) : steps.scaleDims();
            List<TensorProto> made = List.of(
                    Numbers.bytes(name, DType.UINT8, dims, q),
                    Numbers.floats(names.fresh(name + "_scale"), scaleDims, steps.scales()));
            added.addAll(made);
            layers.add(WeightMethod.change(
                    weight,
                    new WeightCoder.Coded(made, List.of(), steps.decoded(), Byte.SIZE, WeightCoder.Coded.bytes(made))));
            return name;
        }

        /** One number a channel, beside [batch, channels, …]. */
        private static List<Long> broadcast(Weight weight) {
            List<Long> dims = new ArrayList<>(List.of(1L, weight.dims().get(0)));
            for (int axis = 2; axis < weight.dims().size(); axis++) {
                dims.add(1L);
            }
            return dims;
        }

        private String shaped(String bias, Weight weight) {
            String name = names.fresh(bias + "_shaped");
            added.add(Numbers.floats(
                    name, broadcast(weight), Numbers.floats(Objects.requireNonNull(constants.get(bias), bias))));
            return name;
        }

        private void add(String operator, List<String> inputs, String output) {
            nodes.add(Protos.node(operator, names.fresh(output + "_" + operator), inputs, List.of(output)));
        }

        GraphProto finish() {
            return Unused.dropped(graph.toBuilder()
                    .clearNode()
                    .addAllNode(nodes)
                    .addAllInitializer(added)
                    .build());
        }
    }
}
