package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.job.Fault;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * An engine with a fault: a real one that is handed models in which the nodes concerned compute something else. Whatever
 * model contains such a node is wrong, however it was cut out of another.
 */
public final class Planted {
    private Planted() {}

    /** What the fault does to a value. */
    public enum Damage {
        /** y = x * 1.5 + 0.25. */
        SCALE,
        /** y = -x. */
        NEGATE,
        /** y = max(x, 0): only negative elements are wrong. */
        CLIP,
        /** y = x + 0.001 * x: by little. */
        DRIFT
    }

    /** Values of the nodes concerned come out damaged. */
    public static Trial wrong(Trial real, Predicate<NodeProto> concerned, Damage damage) {
        return repro -> real.run(rewritten(repro, (node, graph) -> concerned.test(node), damage));
    }

    /** An operator is damaged only where its engine may fuse it with the one before: nobody else reads what is between. */
    static Trial fused(Trial real, String first, String second, Damage damage) {
        return repro -> real.run(rewritten(
                repro,
                (node, graph) -> node.getOpType().equals(second)
                        && node.getInputList().stream().anyMatch(value -> isPrivate(value, first, graph)),
                damage));
    }

    private static boolean isPrivate(String value, String maker, GraphProto graph) {
        boolean made = graph.getNodeList().stream()
                .anyMatch(node ->
                        node.getOpType().equals(maker) && node.getOutputList().contains(value));
        boolean read = graph.getOutputList().stream()
                .anyMatch(output -> output.getName().equals(value));
        long takers = graph.getNodeList().stream()
                .filter(node -> node.getInputList().contains(value))
                .count();
        return made && !read && takers == 1;
    }

    /** The engine dies of models with such a node. */
    static Trial dying(Trial real, Predicate<NodeProto> concerned) {
        return repro -> {
            Optional<NodeProto> deadly = repro.model().getGraph().getNodeList().stream()
                    .filter(concerned)
                    .findFirst();
            return deadly.<TrialOutcome>map(node -> new TrialOutcome.Fell(new Fault.Lost(
                            "first",
                            "exit code 139 after node '%s' at 0x7f%04x"
                                    .formatted(node.getName(), node.hashCode() & 0xffff))))
                    .orElseGet(() -> real.run(repro));
        };
    }

    private static ReproModel rewritten(ReproModel repro, BiPredicate<NodeProto, GraphProto> concerned, Damage damage) {
        ModelProto model = repro.model();
        GraphProto.Builder graph = rewritten(model.getGraph(), concerned, damage);
        graph.addInitializer(scalar("planted/1.5", 1.5f));
        graph.addInitializer(scalar("planted/0.25", 0.25f));
        graph.addInitializer(scalar("planted/1.001", 1.001f));
        long version = Math.max(SubGraphs.OWN_INITIALIZERS, model.getIrVersion());
        return new ReproModel(
                model.toBuilder().setIrVersion(version).setGraph(graph).build(), repro.inputs());
    }

    /** The graph, and those inside its nodes. */
    private static GraphProto.Builder rewritten(
            GraphProto graph, BiPredicate<NodeProto, GraphProto> concerned, Damage damage) {
        GraphProto.Builder other = graph.toBuilder().clearNode();
        for (NodeProto node : graph.getNodeList()) {
            NodeProto.Builder copy = node.toBuilder();
            for (AttributeProto.Builder attribute : copy.getAttributeBuilderList()) {
                if (attribute.hasG()) {
                    attribute.setG(rewritten(attribute.getG(), concerned, damage));
                }
            }
            if (concerned.test(node, graph)) {
                String value = node.getOutput(0);
                other.addNode(copy.setOutput(0, value + "/healthy"));
                damaging(value + "/healthy", value, damage).forEach(other::addNode);
            } else {
                other.addNode(copy);
            }
        }
        return other;
    }

    private static List<NodeProto> damaging(String from, String to, Damage damage) {
        List<NodeProto> nodes = new ArrayList<>();
        switch (damage) {
            case SCALE -> {
                nodes.add(node("Mul", List.of(from, "planted/1.5"), to + "/scaled"));
                nodes.add(node("Add", List.of(to + "/scaled", "planted/0.25"), to));
            }
            case NEGATE -> nodes.add(node("Neg", List.of(from), to));
            case CLIP -> nodes.add(node("Relu", List.of(from), to));
            case DRIFT -> nodes.add(node("Mul", List.of(from, "planted/1.001"), to));
        }
        return nodes;
    }

    private static NodeProto node(String type, List<String> inputs, String output) {
        return NodeProto.newBuilder()
                .setOpType(type)
                .addAllInput(inputs)
                .addOutput(output)
                .build();
    }

    private static TensorProto scalar(String name, float value) {
        return TensorProto.newBuilder()
                .setName(name)
                .setDataType(TensorProto.DataType.FLOAT_VALUE)
                .addFloatData(value)
                .build();
    }
}
