package dev.bascule.fallback.evidence;

import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether a record of placements can be of the model that the host sent. Engines fuse, fold, rename and insert, so a rule
 * refuses only what no rewriting makes of the model. Where a provider has the whole session the log names no node, and the
 * number is all there is to check.
 */
final class GraphRules {
    static final List<ConsistencyRule> ALL = List.of(
            new ConsistencyRule("graph-operators", GraphRules::operators),
            new ConsistencyRule("graph-operator-counts", GraphRules::counts),
            new ConsistencyRule("graph-names", GraphRules::names),
            new ConsistencyRule("graph-nodes-at-most", GraphRules::most),
            new ConsistencyRule("graph-nodes-at-least", GraphRules::least),
            new ConsistencyRule("graph-work", GraphRules::work),
            new ConsistencyRule("graph-nothing-left", GraphRules::nothingLeft));

    /** Providers that execute the nodes that they were given one by one; the others may compile many into one. */
    private static final Set<String> NODE_BY_NODE = Set.of(
            "CPUExecutionProvider",
            "WebGpuExecutionProvider",
            "JsExecutionProvider",
            "CUDAExecutionProvider",
            "ROCMExecutionProvider");

    /** A sub-graph that a provider compiled into one node, named by the provider. */
    private static final Pattern COMPILED =
            Pattern.compile("(?i)(WEBNN|COREML|OpenVINO-EP|TRTKernel|MGXKernel|MIGraphX|DmlFused|QNN|OpenVINO).*");

    /** What the engine makes of a name, or calls a node that it made itself. */
    private static final Pattern MADE = Pattern.compile(
            "(?i).*(fusion|_token_\\d|_nchwc|inserted|_branch|_qdq|nhwc|fused|memcpy|duplicated|_inlfunc|_func|_dq_|_q_|preshape|_reshape|folded).*");

    private GraphRules() {}

    private static Optional<String> operators(Claim claim, HostView host) {
        return host.graph()
                .flatMap(graph -> nodes(claim)
                        .filter(node -> !EngineOperators.canCome(
                                node.operator(), graph.operators().keySet()))
                        .findFirst()
                        .map(node -> "the record places a %s (node '%s'), which nothing in the model can become"
                                .formatted(node.operator(), node.node())));
    }

    private static Optional<String> counts(Claim claim, HostView host) {
        return host.graph().filter(graph -> !graph.expands()).flatMap(graph -> {
            Map<String, Integer> placed = new TreeMap<>();
            nodes(claim)
                    .flatMap(node -> EngineOperators.family(node.operator()).stream())
                    .forEach(family -> placed.merge(family, 1, Integer::sum));
            return placed.entrySet().stream()
                    .filter(entry -> entry.getValue() > EngineOperators.inFamily(entry.getKey(), graph.operators()))
                    .findFirst()
                    .map(entry -> "the record places %d nodes of the kind %s, the model has %d"
                            .formatted(
                                    entry.getValue(),
                                    entry.getKey(),
                                    EngineOperators.inFamily(entry.getKey(), graph.operators())));
        });
    }

    private static Optional<String> names(Claim claim, HostView host) {
        return host.graph()
                .flatMap(graph -> nodes(claim)
                        .filter(Predicate.not(node -> explained(node, graph)))
                        .findFirst()
                        .map(node -> "the record names a node '%s' (%s), of which nothing in the model has the name"
                                .formatted(node.node(), node.operator())));
    }

    private static boolean explained(NodePlacement node, GraphFacts graph) {
        String name = node.node();
        return name.isEmpty()
                || graph.names().contains(name)
                || name.startsWith(node.operator())
                || MADE.matcher(name).matches()
                || graph.names().stream().anyMatch(name::contains)
                // A profile calls a node without a name by its operator and its place.
                || (graph.unnamed() && name.contains(node.operator()));
    }

    private static Optional<String> most(Claim claim, HostView host) {
        return host.graph()
                .filter(graph -> !graph.expands() && claim.totalNodes() > graph.most())
                .map(graph -> "the record counts %d nodes; the model has %d, which can become %d at most"
                        .formatted(
                                claim.totalNodes(),
                                graph.operators().values().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum(),
                                graph.most()));
    }

    private static Optional<String> least(Claim claim, HostView host) {
        return host.graph()
                .filter(graph -> nodeByNode(claim) && claim.totalNodes() < graph.least())
                .map(graph -> "the record counts %d nodes; of what the model computes no fusion leaves fewer than %d"
                        .formatted(claim.totalNodes(), graph.least()));
    }

    /** Of a session that is listed whole, each piece of heavy work is in a node that can hold it. */
    private static Optional<String> work(Claim claim, HostView host) {
        List<NodePlacement> nodes = claim.listed();
        long listed = nodes.stream()
                .filter(node -> !node.operator().startsWith("Memcpy"))
                .count();
        return host.graph()
                .filter(graph -> nodeByNode(claim) && listed == claim.totalNodes())
                .flatMap(graph -> graph.work().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .filter(needed -> needed.getValue() > room(nodes, needed.getKey()))
                        .findFirst()
                        .map(needed ->
                                "the nodes of the record have room for %d %s; the model has %d that no fusion saves"
                                        .formatted(
                                                room(nodes, needed.getKey()),
                                                needed.getKey().words(),
                                                needed.getValue())));
    }

    /** An attempt of nothing is not judged, so whoever says so hides what it computed. */
    private static Optional<String> nothingLeft(Claim claim, HostView host) {
        boolean said =
                claim.log().empty() || claim.told(EvidenceJudge.NODES_LEFT).equals(Optional.of("0"));
        return host.graph()
                .filter(graph -> said && graph.least() > 0)
                .map(graph ->
                        ("the runner says that the engine computed the whole graph beforehand; of what depends on "
                                        + "the inputs %d nodes stay at least")
                                .formatted(graph.least()));
    }

    private static int room(List<NodePlacement> nodes, HeavyWork work) {
        return nodes.stream().mapToInt(node -> work.roomIn(node.operator())).sum();
    }

    private static boolean nodeByNode(Claim claim) {
        return !claim.providers().isEmpty()
                && NODE_BY_NODE.containsAll(claim.providers().keySet());
    }

    private static Stream<NodePlacement> nodes(Claim claim) {
        return claim.listed().stream().filter(node -> !compiled(node));
    }

    /** By its name, and by a provider that compiles: one that executes node by node has no such operator. */
    private static boolean compiled(NodePlacement node) {
        return !NODE_BY_NODE.contains(node.provider())
                && COMPILED.matcher(node.operator()).matches();
    }
}
