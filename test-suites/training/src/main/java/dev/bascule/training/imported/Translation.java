package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Activations;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.UnrolledRecurrence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A model's nodes, added one after the other to a graph of operator set 17: those that were defined otherwise before or since are rewritten, and whole numbers
 * that follow from constants and shapes become constants. Belongs to one graph.
 */
final class Translation {
    private static final String PREFIX = "model/";

    private final Operators on;
    private final GraphBuilder graph;
    private final long opset;
    private final OptionalLong exported;
    private final long batch;
    private final Map<String, Symbol> values = new HashMap<>();
    private final Set<String> ofSamples = new HashSet<>();

    /**
     * @param exported the batch that the model was exported for, where it is fixed
     * @param batch that it is to have
     */
    Translation(Operators on, long opset, OptionalLong exported, long batch) {
        this.on = on;
        this.graph = on.graph();
        this.opset = opset;
        this.exported = exported;
        this.batch = batch;
    }

    /** A value that is there by now, by its name in the model. */
    void known(String name, Symbol symbol) {
        values.put(name, symbol);
    }

    /** The batch of samples. */
    void samples(String name, Symbol symbol) {
        ofSamples.add(name);
        known(name, symbol);
    }

    Symbol value(String name) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> Untrainable.because("the model reads a value '%s' that nothing gives", name));
    }

    void constant(String name, Tensor tensor) {
        known(name, graph.constant(PREFIX + name, tensor));
    }

    void node(NodeProto node) {
        if (node.getInputList().stream().anyMatch(ofSamples::contains)) {
            ofSamples.addAll(node.getOutputList());
        }
        switch (node.getOpType()) {
            case "Constant" -> constant(node.getOutput(0), Constants.of(node));
            case "Identity" -> known(node.getOutput(0), value(node.getInput(0)));
            case "Dropout" -> known(node.getOutput(0), graph.dropped(node.getOutput(0), value(node.getInput(0))));
            case "Gelu" ->
                known(
                        node.getOutput(0),
                        text(node, "approximate").equals("tanh")
                                ? Activations.geluByTanh(on, value(node.getInput(0)))
                                : Activations.gelu(on, value(node.getInput(0))));
            case "Softmax", "LogSoftmax" -> softmax(node);
            case "Reshape" -> reshape(node);
            default -> add(OperatorSets.inSeventeen(node, opset, this::whole, this::numbers));
        }
    }

    private void add(NodeProto node) {
        NodeProto.Builder own = node.toBuilder().clearInput().clearOutput();
        for (String input : node.getInputList()) {
            own.addInput(input.isEmpty() ? "" : value(input).name());
        }
        node.getOutputList().forEach(output -> own.addOutput(output.isEmpty() ? "" : PREFIX + output));
        if (UnrolledRecurrence.isFor(node)) {
            UnrolledRecurrence.add(on, own.build());
            node.getOutputList().stream()
                    .filter(output -> !output.isEmpty())
                    .forEach(output -> known(output, graph.symbol(PREFIX + output)));
            return;
        }
        GraphNode added = graph.add(own.build());
        for (int i = 0; i < node.getOutputCount(); i++) {
            String name = node.getOutput(i);
            added.outputs()
                    .get(i)
                    .ifPresent(symbol -> known(
                            name, graph.followed(symbol).map(graph::constant).orElse(symbol)));
        }
    }

    /** Where a model was exported for one batch its shapes begin with it: they begin with the batch of the training then. */
    private void reshape(NodeProto node) {
        Symbol x = value(node.getInput(0));
        add(node);
        Symbol y = value(node.getOutput(0));
        if (x.shape().elements() == y.shape().elements()) {
            if (tookBatch(node)) {
                known(node.getOutput(0), on.reshape(x, givenBack(node, x.shape(), y.shape())));
            }
            return;
        }
        List<Long> dims = new ArrayList<>(y.shape().dims());
        if (exported.isPresent() && !dims.isEmpty() && dims.get(0) == exported.getAsLong()) {
            dims.set(0, batch);
        }
        Shape shape = new Shape(dims);
        if (x.shape().elements() != shape.elements()) {
            throw Untrainable.because(
                    node, "makes %s of %s: export the model with an open batch".formatted(y.shape(), x.shape()));
        }
        known(node.getOutput(0), on.reshape(x, shape));
    }

    /** Whether the size that is left open takes the batch in: it stands behind the batch of the export, which is written out as a constant. */
    private boolean tookBatch(NodeProto node) {
        if (exported.isEmpty() || exported.getAsLong() == batch || !ofSamples.contains(node.getInput(0))) {
            return false;
        }
        return graph.content(value(node.getInput(1)))
                .filter(shape -> shape.shape().elements() > 1)
                .map(shape -> numbers(node.getInput(1)))
                .filter(sizes -> sizes.get(0) == exported.getAsLong())
                .filter(sizes -> sizes.contains(-1L))
                .isPresent();
    }

    private Shape givenBack(NodeProto node, Shape from, Shape to) {
        int open = numbers(node.getInput(1)).indexOf(-1L);
        List<Long> dims = new ArrayList<>(to.dims());
        long all = dims.get(open) * exported.getAsLong();
        if (from.dims().get(0) != batch || all % batch != 0) {
            throw Untrainable.because(node, "makes %s of %s: export the model with an open batch".formatted(to, from));
        }
        dims.set(0, batch);
        dims.set(open, all / batch);
        return new Shape(dims);
    }

    /** Before operator set 13 all axes from one on were taken together, the second if none was named. */
    private void softmax(NodeProto node) {
        Symbol x = value(node.getInput(0));
        boolean together = opset < 13;
        long named = integer(node, "axis").orElse(together ? 1L : -1L);
        int axis = Math.toIntExact(named < 0 ? named + x.rank() : named);
        if (!together || axis == x.rank() - 1) {
            known(node.getOutput(0), graph.op(node.getOpType(), List.of(x), Attributes.integer("axis", axis)));
            return;
        }
        long rows = x.shape().dims().subList(0, axis).stream().reduce(1L, (a, b) -> a * b);
        Symbol flat = on.reshape(x, Shape.of(rows, x.shape().elements() / rows));
        Symbol y = graph.op(node.getOpType(), List.of(flat), Attributes.integer("axis", 1));
        known(node.getOutput(0), on.reshape(y, x.shape()));
    }

    /** The name of a constant of whole numbers, which no value of a model has. */
    private String whole(List<Long> numbers) {
        Symbol constant = on.longs(numbers.stream().mapToLong(Long::longValue).toArray());
        String name = "\0" + constant.name();
        known(name, constant);
        return name;
    }

    /** The content of an input, by its name in the model. */
    private List<Long> numbers(String name) {
        Tensor tensor = graph.content(value(name))
                .orElseThrow(() -> Untrainable.because("'%s' is computed, and was to be a constant", name));
        Elements.Reader reader = Elements.of(tensor);
        return LongStream.range(0, tensor.shape().elements())
                .mapToObj(i -> (long) reader.at((int) i))
                .toList();
    }

    private static Optional<Long> integer(NodeProto node, String name) {
        return node.getAttributeList().stream()
                .filter(each -> each.getName().equals(name))
                .map(AttributeProto::getI)
                .findFirst();
    }

    private static String text(NodeProto node, String name) {
        return node.getAttributeList().stream()
                .filter(each -> each.getName().equals(name))
                .map(each -> each.getS().toStringUtf8())
                .findFirst()
                .orElse("");
    }
}
