package dev.bascule.exact.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.exact.array.ArraySizeException;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Passes;
import dev.bascule.exact.rounding.Rounding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * Runs a model's graph in several passes side by side, node by node, and lets go of each value after its last reader. Used for one
 * run; belongs to one thread.
 */
public final class GraphPasses {
    private final GraphProto graph;
    private final NodeRunner runner;
    private final Passes passes;
    private final Weights weights;
    private final List<Scope> scopes = new ArrayList<>();
    private final Set<Integer> lost = new HashSet<>();
    private final Map<String, Integer> readers = new HashMap<>();

    /** @param stopped asked between nodes: whether it has taken long enough */
    public GraphPasses(ModelProto model, Passes passes, BooleanSupplier stopped) {
        graph = model.getGraph();
        runner = NodeRunner.of(model, stopped);
        weights = new Weights(graph);
        this.passes = passes;
        for (int pass = 0; pass < passes.count(); pass++) {
            scopes.add(Scope.over(weights::find));
        }
    }

    /** What came of a run: for each value that was asked for, what each pass made of it, the exact one first. */
    public sealed interface Result {
        /** @param values by name; empty for a noisy pass that could not be brought to its end */
        record Run(Map<String, List<Optional<Operand>>> values) implements Result {}

        /** @param why in words, the beginning of a sentence */
        record NotRun(String why) implements Result {}
    }

    /** The operators of a model that nothing here computes, by name. */
    public static Set<String> missing(ModelProto model) {
        NodeRunner runner = NodeRunner.of(model, () -> false);
        Set<String> missing = new TreeSet<>();
        missing(model.getGraph().getNodeList(), runner, missing);
        model.getFunctionsList().forEach(function -> missing(function.getNodeList(), runner, missing));
        return missing;
    }

    private static void missing(List<NodeProto> nodes, NodeRunner runner, Set<String> missing) {
        for (NodeProto node : nodes) {
            if (!runner.knows(node)) {
                missing.add(OperatorNames.of(node));
            }
            NodeRunner.graphs(node).forEach(inner -> missing(inner.getNodeList(), runner, missing));
        }
    }

    /** A value for all passes, or for each its own; a pass without one is not run. */
    public void feed(String input, List<Optional<Operand>> values) {
        for (int pass = 0; pass < scopes.size(); pass++) {
            Optional<Operand> own = values.get(values.size() == 1 ? 0 : pass);
            if (own.isPresent()) {
                scopes.get(pass).put(input, own.get());
            } else {
                lost.add(pass);
            }
        }
    }

    /**
     * Runs it on what it was fed; inputs that were not fed have their constants.
     *
     * @param wanted values that are given back
     */
    public Result run(List<String> wanted) {
        countReaders(wanted);
        for (int i = 0; i < graph.getNodeCount(); i++) {
            NodeProto node = graph.getNode(i);
            try {
                Optional<String> fault = run(node);
                if (fault.isPresent()) {
                    return new Result.NotRun(fault.get());
                }
            } catch (StoppedException e) {
                return new Result.NotRun("the time for the exact reference was over at node %d of %d"
                        .formatted(i + 1, graph.getNodeCount()));
            }
        }
        return result(wanted);
    }

    /** Why the exact pass could not run it; a noisy one that cannot is left where it is. */
    private Optional<String> run(NodeProto node) {
        List<Rounding> roundings = passes.ofNode();
        for (int pass = 0; pass < roundings.size(); pass++) {
            if (lost.contains(pass)) {
                continue;
            }
            try {
                runner.run(node, scopes.get(pass), roundings.get(pass));
            } catch (UnsupportedOperatorException | ArraySizeException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            } catch (IllegalArgumentException
                    | IndexOutOfBoundsException
                    | ArithmeticException
                    | NegativeArraySizeException
                    | java.util.NoSuchElementException e) {
                if (pass == 0) {
                    return Optional.of("the exact reference cannot compute %s '%s': %s"
                            .formatted(OperatorNames.of(node), node.getName(), e.getMessage()));
                }
                lost.add(pass);
            }
        }
        read(node);
        return Optional.empty();
    }

    private Result result(List<String> wanted) {
        Map<String, List<Optional<Operand>>> values = new LinkedHashMap<>();
        for (String name : wanted) {
            List<Optional<Operand>> each = new ArrayList<>();
            for (int pass = 0; pass < scopes.size(); pass++) {
                each.add(
                        lost.contains(pass)
                                ? Optional.empty()
                                : scopes.get(pass).find(name));
            }
            if (each.get(0).isEmpty()) {
                return new Result.NotRun("nothing gives the output '%s'".formatted(name));
            }
            values.put(name, each);
        }
        return new Result.Run(values);
    }

    private void countReaders(List<String> wanted) {
        wanted.forEach(name -> readers.merge(name, 1, Integer::sum));
        graph.getNodeList().forEach(node -> names(node).forEach(name -> readers.merge(name, 1, Integer::sum)));
    }

    private void read(NodeProto node) {
        for (String name : names(node)) {
            if (readers.merge(name, -1, Integer::sum) == 0) {
                forget(name);
            }
        }
        node.getOutputList().stream().filter(name -> !readers.containsKey(name)).forEach(this::forget);
    }

    private void forget(String name) {
        scopes.forEach(scope -> scope.forget(name));
        weights.forget(name);
    }

    /** What a node reads: its inputs, and what the graphs within it take from around them. */
    private static List<String> names(NodeProto node) {
        List<String> names = new ArrayList<>(node.getInputList());
        for (GraphProto inner : NodeRunner.graphs(node)) {
            inner.getNodeList().forEach(one -> names.addAll(names(one)));
            inner.getOutputList().stream().map(ValueInfoProto::getName).forEach(names::add);
        }
        return names;
    }
}
