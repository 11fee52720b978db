package dev.bascule.exact.kernel;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** One call of a kernel: a node with its inputs in one pass. Belongs to one thread. */
public final class Call {
    private final NodeProto node;
    private final long opset;
    private final List<Optional<Operand>> inputs;
    private final Rounding rounding;
    private final BiFunction<GraphProto, List<Operand>, List<Operand>> subgraphs;
    private final Map<String, AttributeProto> attributes = new HashMap<>();

    /**
     * @param opset version of the operator set of the node's domain
     * @param inputs empty where an optional one is left out
     * @param subgraphs runs a graph of the node's, with what lies around it in sight
     */
    public Call(
            NodeProto node,
            long opset,
            List<Optional<Operand>> inputs,
            Rounding rounding,
            BiFunction<GraphProto, List<Operand>, List<Operand>> subgraphs) {
        this.node = node;
        this.opset = opset;
        this.inputs = List.copyOf(inputs);
        this.rounding = rounding;
        this.subgraphs = subgraphs;
        node.getAttributeList().forEach(attribute -> attributes.put(attribute.getName(), attribute));
    }

    public String operator() {
        return node.getOpType();
    }

    public long opset() {
        return opset;
    }

    public Rounding rounding() {
        return rounding;
    }

    /** How many outputs the node names, those left out before the last included. */
    public int outputs() {
        return node.getOutputCount();
    }

    /** Whether the node names this output. */
    public boolean wants(int output) {
        return output < node.getOutputCount() && !node.getOutput(output).isEmpty();
    }

    /** How many inputs the node names, those left out before the last included. */
    public int inputs() {
        return inputs.size();
    }

    public boolean has(int input) {
        return input < inputs.size() && inputs.get(input).isPresent();
    }

    public Optional<Operand> operandIf(int input) {
        return input < inputs.size() ? inputs.get(input) : Optional.empty();
    }

    public Operand operand(int input) {
        return operandIf(input)
                .orElseThrow(() -> new IllegalArgumentException("%s has no input %d".formatted(operator(), input)));
    }

    public Array array(int input) {
        if (operand(input) instanceof Array array) {
            return array;
        }
        throw new IllegalArgumentException("input %d of %s is no tensor".formatted(input, operator()));
    }

    public Optional<Array> arrayIf(int input) {
        return has(input) ? Optional.of(array(input)) : Optional.empty();
    }

    public Reals reals(int input) {
        if (operand(input) instanceof Reals reals) {
            return reals;
        }
        throw new UnsupportedOperatorException("%s of other than floats".formatted(operator()));
    }

    public Optional<Reals> realsIf(int input) {
        return has(input) ? Optional.of(reals(input)) : Optional.empty();
    }

    public Integers integers(int input) {
        if (operand(input) instanceof Integers integers) {
            return integers;
        }
        throw new IllegalArgumentException("input %d of %s holds no whole numbers".formatted(input, operator()));
    }

    public Optional<Integers> integersIf(int input) {
        return has(input) ? Optional.of(integers(input)) : Optional.empty();
    }

    public Texts texts(int input) {
        if (operand(input) instanceof Texts texts) {
            return texts;
        }
        throw new UnsupportedOperatorException("%s of other than strings".formatted(operator()));
    }

    public Operand.Sequence sequence(int input) {
        if (operand(input) instanceof Operand.Sequence sequence) {
            return sequence;
        }
        throw new IllegalArgumentException("input %d of %s is no sequence".formatted(input, operator()));
    }

    public Optional<AttributeProto> attribute(String name) {
        return Optional.ofNullable(attributes.get(name));
    }

    /** Refuses the node where it has an input behind so many, or an attribute that is none of these. */
    void refuseOthers(int known, Set<String> names) {
        for (int i = known; i < inputs.size(); i++) {
            if (has(i)) {
                throw new UnsupportedOperatorException("%s with an input %d".formatted(operator(), i));
            }
        }
        for (AttributeProto attribute : node.getAttributeList()) {
            if (!names.contains(attribute.getName())) {
                throw new UnsupportedOperatorException("%s with %s".formatted(operator(), attribute.getName()));
            }
        }
    }

    /** Refuses the node where it asks by an attribute for more than what is usual. */
    public void refuseUnless(String name, long usual) {
        if (integer(name, usual) != usual) {
            throw new UnsupportedOperatorException("%s with %s %d".formatted(operator(), name, integer(name, usual)));
        }
    }

    public long integer(String name, long otherwise) {
        return attribute(name).map(AttributeProto::getI).orElse(otherwise);
    }

    public boolean flag(String name) {
        return integer(name, 0) != 0;
    }

    public double real(String name, double otherwise) {
        // A number that an attribute holds is a float's, and is taken as exact.
        return attribute(name).map(attribute -> (double) attribute.getF()).orElse(otherwise);
    }

    public String text(String name, String otherwise) {
        return attribute(name).map(attribute -> attribute.getS().toStringUtf8()).orElse(otherwise);
    }

    public Optional<long[]> integers(String name) {
        return attribute(name)
                .map(attribute -> attribute.getIntsList().stream()
                        .mapToLong(Long::longValue)
                        .toArray());
    }

    public Optional<double[]> reals(String name) {
        return attribute(name)
                .map(attribute -> attribute.getFloatsList().stream()
                        .mapToDouble(Float::doubleValue)
                        .toArray());
    }

    public Optional<List<String>> texts(String name) {
        return attribute(name)
                .map(attribute -> attribute.getStringsList().stream()
                        .map(text -> text.toStringUtf8())
                        .toList());
    }

    public Optional<TensorProto> tensor(String name) {
        return attribute(name).map(AttributeProto::getT);
    }

    public DType dtype(String name, DType otherwise) {
        return attribute(name)
                .filter(attribute -> attribute.getI() != 0)
                .map(attribute -> DType.ofOnnx(Math.toIntExact(attribute.getI()))
                        .orElseThrow(() -> new UnsupportedOperatorException(
                                "%s to ONNX element type %d".formatted(operator(), attribute.getI()))))
                .orElse(otherwise);
    }

    /** Axes, sizes and the like, which were attributes before they became inputs. */
    public Optional<long[]> integersOr(String name, int input) {
        return has(input) ? Optional.of(integers(input).data()) : integers(name);
    }

    public Subgraph subgraph(String name) {
        GraphProto graph = attribute(name)
                .filter(AttributeProto::hasG)
                .map(AttributeProto::getG)
                .orElseThrow(() -> new IllegalArgumentException("%s has no graph '%s'".formatted(operator(), name)));
        return given -> subgraphs.apply(graph, given);
    }

    /** How many inputs and outputs a graph of the node's has. */
    public int[] ports(String name) {
        GraphProto graph = attribute(name).orElseThrow().getG();
        return new int[] {graph.getInputCount(), graph.getOutputCount()};
    }

    /** The same call, told of another rounding. */
    public Call with(Rounding other) {
        return new Call(node, opset, inputs, other, subgraphs);
    }

    /** The same call of other inputs, as for an operator that is made of others. */
    public Call with(List<Optional<Operand>> others) {
        return new Call(node, opset, others, rounding, subgraphs);
    }
}
