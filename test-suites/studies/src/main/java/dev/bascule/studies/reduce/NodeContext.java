package dev.bascule.studies.reduce;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The nodes around a node that its failure takes: the node alone, or what an engine fuses it with. Belongs to one thread. */
final class NodeContext {
    private static final String STAGE = "extract";
    private static final int[] HOPS = {1, 2, 3, 5, 8, 16};

    private final GraphView graph;
    private final ReferenceValues values;
    private final ReproExaminer examiner;
    private final ReductionLog log;
    private final FailureSignature wanted;
    private final boolean gross;

    /** @param gross whether a value must be wrong by far */
    NodeContext(
            GraphView graph,
            ReferenceValues values,
            ReproExaminer examiner,
            ReductionLog log,
            FailureSignature wanted,
            boolean gross) {
        this.graph = graph;
        this.values = values;
        this.examiner = examiner;
        this.log = log;
        this.wanted = wanted;
        this.gross = gross;
    }

    /**
     * Whether this is the failure that is looked for. A wrong value must be wrong here; in what way says nothing, for what
     * comes after may make something else of it.
     */
    boolean isSame(ReproFinding finding) {
        if (!(finding instanceof ReproFinding.Failing failing)) {
            return false;
        }
        return wanted instanceof FailureSignature.Wrong
                ? failing.signature() instanceof FailureSignature.Wrong wrong && (wrong.gross() || !gross)
                : wanted.sameAs(failing.signature());
    }

    /** The target's outputs against the values known. */
    ReproFinding examine(ReproModel part) {
        Map<String, Tensor> expected = new LinkedHashMap<>();
        part.outputs().forEach(name -> expected.put(name, values.of(name)));
        return examiner.examine(part, expected);
    }

    /** The node with these others, if it fails so. */
    Optional<FaultCandidate> of(int node, Set<Integer> nodes, String words) {
        ReproModel part = SubGraphs.extract(graph, values, nodes, SubGraphs.leaves(graph, nodes));
        ReproFinding finding =
                log.step(STAGE, words + Bisection.name(graph.node(node)), part, () -> examine(part), this::isSame);
        return finding instanceof ReproFinding.Failing failing && isSame(finding)
                ? Optional.of(new FaultCandidate(node, nodes, part, failing, ""))
                : Optional.empty();
    }

    /** With more and more of what leads to the node, then of what follows it; and then without what is not needed. */
    Optional<FaultCandidate> grow(int node) {
        int tried = 1;
        for (int hops : HOPS) {
            Set<Integer> around = backwards(node, hops);
            if (around.size() > tried && !log.hasEnded()) {
                tried = around.size();
                Optional<FaultCandidate> found =
                        of(node, around, "with %d nodes that lead to it: ".formatted(tried - 1));
                if (found.isPresent()) {
                    return Optional.of(minimal(found.get()));
                }
            }
        }
        Set<Integer> after = new TreeSet<>(Set.of(node));
        graph.made(node).forEach(value -> after.addAll(graph.consumers(value)));
        if (after.size() > 1 && !log.hasEnded()) {
            return of(node, after, "with what takes its values: ").map(this::minimal);
        }
        return Optional.empty();
    }

    private Set<Integer> backwards(int node, int hops) {
        Set<Integer> all = new LinkedHashSet<>(Set.of(node));
        Set<Integer> edge = Set.of(node);
        for (int hop = 0; hop < hops; hop++) {
            Set<Integer> next = new LinkedHashSet<>();
            edge.forEach(each -> next.addAll(graph.parents(each)));
            next.removeAll(all);
            all.addAll(next);
            edge = next;
        }
        return all;
    }

    /** Leaves out one node after the other, the farthest first, as long as it fails. */
    private FaultCandidate minimal(FaultCandidate found) {
        FaultCandidate best = found;
        boolean smaller = true;
        while (smaller && best.nodes().size() > 1) {
            smaller = false;
            for (int each : new ArrayList<>(best.nodes())) {
                if (each == best.node() || log.hasEnded() || !best.nodes().contains(each)) {
                    continue;
                }
                Set<Integer> fewer = new TreeSet<>(best.nodes());
                fewer.remove(each);
                Optional<FaultCandidate> without =
                        of(best.node(), fewer, "without %s: ".formatted(Bisection.name(graph.node(each))));
                if (without.isPresent()) {
                    best = without.get();
                    smaller = true;
                }
            }
        }
        List<String> names = best.nodes().stream()
                .map(each -> Bisection.name(graph.node(each)))
                .toList();
        return new FaultCandidate(
                best.node(),
                best.nodes(),
                best.repro(),
                best.finding(),
                "it is right alone; it takes %s together".formatted(String.join(", ", names)));
    }
}
