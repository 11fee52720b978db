package dev.bascule.training.gradient;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reverse-mode differentiation: adds to a graph the nodes that compute how a scalar changes with some of its values. Stateless.
 */
public final class Differentiation {
    private final GradientRules rules;

    public Differentiation(GradientRules rules) {
        this.rules = rules;
    }

    /** Operators on the way from these values to the loss that have no rule, in the order of the graph, each with its nodes' names. */
    public Map<String, List<String>> missing(GraphBuilder graph, Symbol loss, List<Symbol> by) {
        Map<String, List<String>> missing = new LinkedHashMap<>();
        Set<String> depends = depending(graph.nodes(), by);
        Set<String> leads = leading(graph.nodes(), loss);
        for (GraphNode node : graph.nodes()) {
            if (isOnTheWay(node, depends, leads) && rules.of(node.operator()).isEmpty()) {
                missing.computeIfAbsent(node.operator(), operator -> new ArrayList<>())
                        .add(node.proto().getName());
            }
        }
        return missing;
    }

    /**
     * Adds the gradients.
     *
     * @param loss a scalar
     * @param scale what the gradient of the loss by itself is taken for: 1, or the scale of the loss in mixed precision; a scalar
     * @param by values of the graph
     * @return for each of them its gradient, of its shape; zeros where the loss does not depend on it
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} naming the operators without a rule
     */
    public Map<String, Symbol> of(GraphBuilder graph, Symbol loss, Symbol scale, List<Symbol> by) {
        Map<String, List<String>> missing = missing(graph, loss, by);
        if (!missing.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "no gradient is known of %s"
                            .formatted(missing.entrySet().stream()
                                    .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
                                    .collect(Collectors.joining(", "))));
        }
        List<GraphNode> nodes = graph.nodes();
        Set<String> depends = depending(nodes, by);
        Set<String> leads = leading(nodes, loss);
        Operators on = new Operators(graph);
        Map<String, List<Symbol>> found = new LinkedHashMap<>();
        found.put(loss.name(), List.of(scale));
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (isOnTheWay(nodes.get(i), depends, leads)) {
                backward(nodes.get(i), depends, found, on);
            }
        }
        Map<String, Symbol> gradients = new LinkedHashMap<>();
        for (Symbol each : by) {
            gradients.put(each.name(), sum(found, each, on).orElseGet(() -> on.filled(each.shape(), 0)));
        }
        return gradients;
    }

    private void backward(GraphNode node, Set<String> depends, Map<String, List<Symbol>> found, Operators on) {
        List<Optional<Symbol>> outputs = node.outputs().stream()
                .map(each -> each.flatMap(output -> sum(found, output, on)))
                .toList();
        if (outputs.stream().allMatch(Optional::isEmpty)) {
            return;
        }
        List<Boolean> wanted = node.inputs().stream()
                .map(each ->
                        each.filter(input -> depends.contains(input.name())).isPresent())
                .toList();
        List<Optional<Symbol>> inputs =
                rules.of(node.operator()).orElseThrow().gradients(new Backward(node, outputs, wanted), on);
        for (int i = 0; i < inputs.size() && i < wanted.size(); i++) {
            Optional<Symbol> told = inputs.get(i);
            if (wanted.get(i) && told.isPresent()) {
                Symbol gradient = told.get();
                Symbol input = node.input(i);
                if (!gradient.shape().equals(input.shape())) {
                    throw new IllegalStateException("the gradient of input %d of %s is %s, and the input %s"
                            .formatted(i, node.operator(), gradient, input));
                }
                List<Symbol> all = new ArrayList<>(found.getOrDefault(input.name(), List.of()));
                all.add(gradient);
                found.put(input.name(), all);
            }
        }
    }

    /** What reaches a value from everyone who reads it. */
    private static Optional<Symbol> sum(Map<String, List<Symbol>> found, Symbol value, Operators on) {
        Optional<Symbol> sum =
                found.getOrDefault(value.name(), List.of()).stream().reduce(on::add);
        sum.ifPresent(one -> found.put(value.name(), List.of(one)));
        return sum;
    }

    private static boolean isOnTheWay(GraphNode node, Set<String> depends, Set<String> leads) {
        return names(node.outputs()).stream().anyMatch(each -> depends.contains(each) && leads.contains(each));
    }

    private static Set<String> depending(List<GraphNode> nodes, List<Symbol> by) {
        Set<String> depends = new HashSet<>();
        by.forEach(each -> depends.add(each.name()));
        for (GraphNode node : nodes) {
            if (names(node.inputs()).stream().anyMatch(depends::contains)) {
                depends.addAll(names(node.outputs()));
            }
        }
        return depends;
    }

    private static Set<String> leading(List<GraphNode> nodes, Symbol loss) {
        Set<String> leads = new HashSet<>(Set.of(loss.name()));
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (names(nodes.get(i).outputs()).stream().anyMatch(leads::contains)) {
                leads.addAll(names(nodes.get(i).inputs()));
            }
        }
        return leads;
    }

    private static List<String> names(List<Optional<Symbol>> symbols) {
        return symbols.stream().flatMap(Optional::stream).map(Symbol::name).toList();
    }
}
