package dev.bascule.training.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.workload.GraphShapes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Builds an ONNX graph in which each value's shape is known at once. Nodes stand in an order in which they can run. Not thread-safe. */
public final class GraphBuilder {
    /** ReduceSum takes its axes as an input, the other reductions as an attribute; LayerNormalization is there. */
    public static final int OPSET = 17;

    /** What the name of an input begins with that is a mask of dropout. */
    public static final String MASK = "dropout_mask.";

    private final String name;
    private final OptionalDouble dropout;
    private final GraphShapes shapes = new GraphShapes();
    private final Map<String, Symbol> inputs = new LinkedHashMap<>();
    private final Map<String, Parameter> parameters = new LinkedHashMap<>();
    private final Map<String, Buffer> buffers = new LinkedHashMap<>();
    private final Map<String, Tensor> constants = new LinkedHashMap<>();
    private final Map<String, Symbol> outputs = new LinkedHashMap<>();
    private final List<GraphNode> nodes = new ArrayList<>();
    private final Map<String, Symbol> symbols = new LinkedHashMap<>();
    private final Set<String> named = new HashSet<>();
    private int made;

    public GraphBuilder(String name) {
        this(name, OptionalDouble.empty());
    }

    /** @param dropout share of what {@link #dropped} drops; empty for nothing */
    public GraphBuilder(String name, OptionalDouble dropout) {
        this.name = name;
        this.dropout = dropout;
    }

    public Symbol input(String name, DType dtype, Shape shape) {
        Symbol symbol = new Symbol(name, dtype, shape);
        shapes.value(name, dtype, shape);
        inputs.put(name, symbol);
        return declared(symbol);
    }

    /** A value that training changes: an input of the graph. */
    public Symbol parameter(String name, Tensor initial, boolean decays) {
        Symbol symbol = input(name, initial.dtype(), initial.shape());
        parameters.put(name, new Parameter(symbol, initial, decays));
        return symbol;
    }

    /** A value that is carried from step to step and not trained: an input of the graph. */
    public Symbol buffer(String name, Tensor initial) {
        Symbol symbol = input(name, initial.dtype(), initial.shape());
        buffers.put(name, new Buffer(symbol, initial, Optional.empty()));
        return symbol;
    }

    /**
     * A value times a mask that is fed: 0 for what is dropped, else what makes up for it. The value itself where nothing is dropped.
     *
     * @param place its name, which no other has
     */
    public Symbol dropped(String place, Symbol value) {
        return dropout.isEmpty() ? value : op("Mul", List.of(value, input(MASK + place, value.dtype(), value.shape())));
    }

    /** What a step makes of a buffer. */
    public void next(Symbol buffer, Symbol value) {
        buffers.computeIfPresent(
                buffer.name(), (name, old) -> new Buffer(old.symbol(), old.initial(), Optional.of(value)));
    }

    /** The constant of this content; the same one where it was asked for before. */
    public Symbol constant(Tensor tensor) {
        for (Map.Entry<String, Tensor> each : constants.entrySet()) {
            if (each.getValue().equals(tensor)) {
                return symbol(each.getKey());
            }
        }
        return constant(fresh("constant"), tensor);
    }

    /** A constant by a name of its own. */
    public Symbol constant(String name, Tensor tensor) {
        constants.put(name, tensor);
        shapes.constant(name, tensor);
        return declared(new Symbol(name, tensor.dtype(), tensor.shape()));
    }

    /** The content of a constant; empty of what is none. */
    public Optional<Tensor> content(Symbol symbol) {
        return Optional.ofNullable(constants.get(symbol.name()));
    }

    /** Whole numbers, such as a shape, that are computed from constants and shapes alone; empty of what is not, or not followed. */
    public Optional<Tensor> followed(Symbol symbol) {
        return symbol.dtype() == DType.INT64
                ? shapes.numbers(symbol.name())
                        .filter(numbers -> numbers.size() == symbol.shape().elements())
                        .map(numbers -> Tensor.longs(
                                symbol.shape(),
                                numbers.stream().mapToLong(Long::longValue).toArray()))
                : Optional.empty();
    }

    /** A node of one output. */
    public Symbol op(String operator, List<Symbol> inputs, AttributeProto... attributes) {
        return op(operator, inputs, 1, attributes).get(0);
    }

    /** A node of so many outputs. */
    public List<Symbol> op(String operator, List<Symbol> inputs, int outputs, AttributeProto... attributes) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            names.add(fresh(operator));
        }
        return add(Protos.node(
                        operator,
                        names.get(0),
                        inputs.stream().map(Symbol::name).toList(),
                        names,
                        attributes))
                .outputs()
                .stream()
                .map(Optional::orElseThrow)
                .toList();
    }

    /**
     * A node as it stands, whose inputs are there.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} when an input is not there, or the shape of an output does not follow
     */
    public GraphNode add(NodeProto given) {
        NodeProto proto = named(given);
        List<Optional<Symbol>> in = proto.getInputList().stream()
                .map(each -> each.isEmpty() ? Optional.<Symbol>empty() : Optional.of(symbol(each)))
                .toList();
        shapes.node(proto);
        List<Optional<Symbol>> out = new ArrayList<>();
        for (String each : proto.getOutputList()) {
            if (each.isEmpty()) {
                out.add(Optional.empty());
                continue;
            }
            GraphShapes.Known known = shapes.of(each)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.MODEL_UNTRAINABLE,
                            "the shape of '%s' of %s does not follow from its inputs %s"
                                    .formatted(each, proto.getOpType(), in)));
            out.add(Optional.of(declared(new Symbol(each, known.dtype(), known.shape()))));
        }
        GraphNode node = new GraphNode(proto, in, out);
        nodes.add(node);
        return node;
    }

    /** Makes a value an output by a name of its own. */
    public void output(String name, Symbol value) {
        add(Protos.node("Identity", name, List.of(value.name()), List.of(name)));
        outputs.put(name, symbol(name));
    }

    /** A value that is there. */
    public Symbol symbol(String name) {
        return Optional.ofNullable(symbols.get(name))
                .orElseThrow(() ->
                        new BasculeException(ErrorCode.MODEL_UNTRAINABLE, "no value is called '%s'".formatted(name)));
    }

    /** What stands there by now. */
    public List<GraphNode> nodes() {
        return List.copyOf(nodes);
    }

    public Map<String, Symbol> inputs() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
    }

    public Map<String, Symbol> outputs() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    }

    public List<Parameter> parameters() {
        return List.copyOf(parameters.values());
    }

    public List<Buffer> buffers() {
        return List.copyOf(buffers.values());
    }

    /** The constants by name. */
    public Map<String, Tensor> constants() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    }

    /** Nodes that no output needs, and constants and inputs that only they read, are left out. */
    public ModelProto model() {
        return Pruned.of(name, nodes, inputs, constants, outputs);
    }

    private Symbol declared(Symbol symbol) {
        if (symbols.putIfAbsent(symbol.name(), symbol) != null) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE, "two values are called '%s'".formatted(symbol.name()));
        }
        return symbol;
    }

    /** With a name that no other node has: engines refuse two of one name, and models that are read in bring names of their own. */
    private NodeProto named(NodeProto node) {
        String name = node.getName();
        for (int i = 2; !name.isEmpty() && !named.add(name); i++) {
            name = node.getName() + "_again" + i;
        }
        return name.equals(node.getName())
                ? node
                : node.toBuilder().setName(name).build();
    }

    private String fresh(String kind) {
        String begin = kind.toLowerCase(Locale.ROOT);
        do {
            made++;
        } while (symbols.containsKey(begin + "_" + made));
        return begin + "_" + made;
    }
}
