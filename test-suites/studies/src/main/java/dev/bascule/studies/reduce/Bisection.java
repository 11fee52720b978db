package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Lineages;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the first wrong node of a model. Values are laid open in topological order and held against the reference's; a
 * node with a wrong value and none among what it takes is suspected, and convicted when it fails alone, fed by the
 * reference. Where laying open makes the failure go (what is read cannot be fused away), and for what does not run at all,
 * the graph is cut instead: the shortest prefix that fails ends in the faulty node. Belongs to one thread.
 */
final class Bisection {
    private static final String STAGE = "bisect";
    /** Values laid open at a time. */
    private static final int CHUNK = 64;

    private static final int MOST_SUSPECTS = 8;
    private static final double GROSS = 10;

    private final ReproModel whole;
    private final ReproFinding.Failing failure;
    private final GraphView graph;
    private final Lineages lineages;
    private final ReferenceValues values;
    private final ReproExaminer examiner;
    private final ReductionLog log;
    private final Set<Integer> tried = new HashSet<>();
    private final Set<Integer> grown = new HashSet<>();

    Bisection(ReproModel whole, ReproFinding.Failing failure, ReproExaminer examiner, ReductionLog log) {
        this.whole = whole;
        this.failure = failure;
        this.examiner = examiner;
        this.log = log;
        this.graph = new GraphView(whole.model());
        this.lineages = whole.lineages();
        this.values = new ReferenceValues(whole, graph, examiner);
    }

    GraphView graph() {
        return graph;
    }

    ReferenceValues values() {
        return values;
    }

    /** The faulty node; empty where nothing smaller than the whole model fails in the same way, or time is up. */
    Optional<FaultCandidate> find() {
        if (!(failure.signature() instanceof FailureSignature.Wrong wrong)) {
            return byCutting(false);
        }
        // What is far off first: software GPUs round transcendental functions by more than the tolerance.
        Optional<FaultCandidate> found = wrong.gross() ? searched(true) : Optional.empty();
        return found.isPresent() ? found : searched(false);
    }

    private Optional<FaultCandidate> searched(boolean gross) {
        tried.clear();
        grown.clear();
        Optional<FaultCandidate> found = byLayingOpen(gross);
        return found.isPresent() || log.hasEnded() ? found : byCutting(gross);
    }

    private NodeContext context(boolean gross) {
        return new NodeContext(graph, values, examiner, log, failure.signature(), gross);
    }

    private Optional<FaultCandidate> byLayingOpen(boolean gross) {
        double times = gross ? GROSS : 1;
        NodeContext context = context(gross);
        List<String> names = graph.innerValues();
        Set<String> wrong = new LinkedHashSet<>();
        for (int from = 0; from < names.size() && !log.hasEnded(); from += CHUNK) {
            List<String> chunk = names.subList(from, Math.min(names.size(), from + CHUNK));
            values.load(chunk);
            ReproModel open = new ReproModel(SubGraphs.expose(whole.model(), chunk), whole.inputs());
            long start = System.nanoTime();
            TrialOutcome outcome = examiner.onTarget(open);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            String what = "lay open values %d to %d of %d".formatted(from + 1, from + chunk.size(), names.size());
            if (!(outcome instanceof TrialOutcome.Ran ran)) {
                log.note(STAGE, what, false, "does not run any more", open, took);
                return Optional.empty();
            }
            int before = wrong.size();
            for (String name : chunk) {
                if (isWrong(name, ran.outputs(), times)) {
                    wrong.add(name);
                }
            }
            boolean hidden = wrong.isEmpty() && !stillFails(ran.outputs());
            log.note(
                    STAGE,
                    what,
                    !hidden,
                    hidden
                            ? "the failure is gone when these are read"
                            : "%d of them wrong%s".formatted(wrong.size() - before, gross ? " by far" : ""),
                    open,
                    took);
            if (hidden) {
                return Optional.empty();
            }
            if (!wrong.isEmpty()) {
                Optional<FaultCandidate> convicted = convict(context, wrong);
                if (convicted.isPresent()) {
                    return convicted;
                }
            }
        }
        // Everything before the outputs is right: one that makes an output remains.
        Set<String> outputs = new HashSet<>(wrong);
        failure.expected().forEach((name, expected) -> {
            if (isWrong(name, failure.got(), times)) {
                outputs.add(name);
            }
        });
        return convict(context, outputs);
    }

    private boolean isWrong(String name, Map<String, Tensor> got, double times) {
        return examiner.wrong(name, Optional.ofNullable(got.get(name)), values.of(name), lineages.of(name), times)
                .isPresent();
    }

    private boolean stillFails(Map<String, Tensor> got) {
        return graph.outputs().stream().filter(graph::isTensor).anyMatch(name -> isWrong(name, got, 1));
    }

    /** The first node that fails alone among those that make a wrong value of right ones. */
    private Optional<FaultCandidate> convict(NodeContext context, Set<String> wrong) {
        List<Integer> suspects = new ArrayList<>();
        for (int node = 0; node < graph.size(); node++) {
            if (graph.made(node).stream().anyMatch(wrong::contains)
                    && graph.taken(node).stream().noneMatch(wrong::contains)) {
                suspects.add(node);
            }
        }
        for (int node : suspects.stream().limit(MOST_SUSPECTS).toList()) {
            if (tried.add(node) && !log.hasEnded()) {
                Optional<FaultCandidate> alone = context.of(node, Set.of(node), "the node alone: ");
                if (alone.isPresent()) {
                    return alone;
                }
            }
        }
        for (int node : suspects.stream().limit(2).toList()) {
            if (grown.add(node) && !log.hasEnded()) {
                Optional<FaultCandidate> together = context.grow(node);
                if (together.isPresent()) {
                    return together;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<FaultCandidate> byCutting(boolean gross) {
        NodeContext context = context(gross);
        int right = 0;
        int bad = graph.size();
        Optional<Prefix> shortest = Optional.empty();
        while (bad - right > 1 && !log.hasEnded()) {
            int middle = (right + bad) >>> 1;
            ReproModel prefix = SubGraphs.prefix(graph, values, middle);
            if (prefix.outputs().isEmpty()) {
                right = middle;
                continue;
            }
            ReproFinding finding = log.step(
                    STAGE,
                    "the first %d of %d nodes".formatted(middle, graph.size()),
                    prefix,
                    () -> context.examine(prefix),
                    found -> context.isSame(found) || isFarOff(found));
            if (finding instanceof ReproFinding.Failing failing && (context.isSame(finding) || isFarOff(finding))) {
                bad = middle;
                shortest = Optional.of(new Prefix(prefix, failing));
            } else {
                right = middle;
            }
        }
        if (log.hasEnded()) {
            return Optional.empty();
        }
        int faultyNode = bad - 1;
        Optional<FaultCandidate> alone = context.of(faultyNode, Set.of(faultyNode), "the node alone: ");
        if (alone.isPresent()) {
            return alone;
        }
        Optional<FaultCandidate> cause =
                shortest.filter(prefix -> !context.isSame(prefix.finding())).flatMap(this::cause);
        if (cause.isPresent()) {
            return cause;
        }
        Optional<FaultCandidate> grown = context.grow(faultyNode);
        return grown.isPresent()
                ? grown
                : shortest.map(prefix -> new FaultCandidate(
                        faultyNode,
                        graph.ancestors(faultyNode),
                        prefix.repro(),
                        prefix.finding(),
                        "it fails only with all that comes before it"));
    }

    private record Prefix(ReproModel repro, ReproFinding.Failing finding) {}

    /** What does not run for all of it may be wrong before: an engine stumbles over a value of its own. */
    private boolean isFarOff(ReproFinding finding) {
        return !(failure.signature() instanceof FailureSignature.Wrong)
                && finding instanceof ReproFinding.Failing failing
                && failing.signature() instanceof FailureSignature.Wrong wrong
                && wrong.gross();
    }

    /** The first wrong node of a prefix that runs and is wrong, as a node of the whole. */
    private Optional<FaultCandidate> cause(Prefix prefix) {
        Bisection inner = new Bisection(prefix.repro(), prefix.finding(), examiner, log);
        return inner.find().map(found -> {
            Set<Integer> nodes = new LinkedHashSet<>();
            found.nodes().forEach(node -> nodes.add(inWhole(inner, node)));
            String note = "the whole model does not run, which comes of this: "
                    + failure.signature().text();
            return new FaultCandidate(
                    inWhole(inner, found.node()),
                    nodes,
                    found.repro(),
                    found.finding(),
                    found.note().isEmpty() ? note : found.note() + "; " + note);
        });
    }

    private int inWhole(Bisection inner, int node) {
        return graph.producer(inner.graph.made(node).get(0)).orElseThrow();
    }

    /** A node in a few words. */
    static String name(NodeProto node) {
        String made = node.getOutputList().stream()
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("?");
        return node.getOpType() + " '" + (node.getName().isEmpty() ? made : node.getName()) + "'";
    }
}
