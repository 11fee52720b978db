package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts a model into a newer operator set where that certainly means the same: most operators only got more element types;
 * attributes that became inputs are moved; anything else is refused. The rules follow the schemas' history of onnx 1.23.2 and
 * onnx/version_converter/adapters. Used for one model and thrown away.
 */
public final class OpsetRaise {
    /** Since the operator set, what were attributes are inputs, in this order. */
    private static final Map<String, Moved> MOVED = Map.ofEntries(
            Map.entry("Clip", new Moved(11, List.of("min", "max"))),
            Map.entry("Slice", new Moved(10, List.of("starts", "ends", "axes"))),
            Map.entry("Split", new Moved(13, List.of("split"))),
            Map.entry("Squeeze", new Moved(13, List.of("axes"))),
            Map.entry("Unsqueeze", new Moved(13, List.of("axes"))),
            Map.entry("ReduceSum", new Moved(13, List.of("axes"))),
            Map.entry("ReduceL1", new Moved(18, List.of("axes"))),
            Map.entry("ReduceL2", new Moved(18, List.of("axes"))),
            Map.entry("ReduceLogSum", new Moved(18, List.of("axes"))),
            Map.entry("ReduceLogSumExp", new Moved(18, List.of("axes"))),
            Map.entry("ReduceMax", new Moved(18, List.of("axes"))),
            Map.entry("ReduceMean", new Moved(18, List.of("axes"))),
            Map.entry("ReduceMin", new Moved(18, List.of("axes"))),
            Map.entry("ReduceProd", new Moved(18, List.of("axes"))),
            Map.entry("ReduceSumSquare", new Moved(18, List.of("axes"))),
            Map.entry("Pad", new Moved(11, List.of("pads", "value"))),
            Map.entry("TopK", new Moved(10, List.of("k"))));

    private static final Set<String> LAST_AXIS = Set.of("Softmax", "LogSoftmax", "Hardmax");

    private final GraphProto graph;
    private final long from;
    private final long to;
    private final List<NodeProto> nodes = new ArrayList<>();
    private final List<TensorProto> added = new ArrayList<>();

    private record Moved(long since, List<String> attributes) {}

    /** What came of it. */
    public sealed interface Result {
        record Raised(ModelProto model) implements Result {}

        /** @param why in words, with what to do */
        record Unsafe(String why) implements Result {}
    }

    private OpsetRaise(GraphProto graph, long from, long to) {
        this.graph = graph;
        this.from = from;
        this.to = to;
    }

    /** At least this operator set, up to 21; a model that has a newer one stays. */
    public static Result to(ModelProto model, long opset) {
        long from = Fit.opset(model);
        if (from >= opset) {
            return new Result.Raised(model);
        }
        OpsetRaise raise = new OpsetRaise(model.getGraph(), from, opset);
        for (NodeProto node : model.getGraph().getNodeList()) {
            Optional<String> fault = raise.node(node);
            if (fault.isPresent()) {
                return new Result.Unsafe(
                        ("this needs operator set %d of ONNX, the model has %d, and %s: export it in operator set"
                                        + " %d, or convert it with onnx.version_converter and check its outputs")
                                .formatted(opset, from, fault.orElseThrow(), opset));
            }
        }
        ModelProto.Builder made = model.toBuilder()
                .clearOpsetImport()
                .setGraph(model.getGraph().toBuilder()
                        .clearNode()
                        .addAllNode(raise.nodes)
                        .addAllInitializer(raise.added))
                .setIrVersion(Math.max(model.getIrVersion(), opset >= 21 ? 10 : opset >= 13 ? 7 : 5));
        model.getOpsetImportList().stream()
                .map(each -> Set.of("", "ai.onnx").contains(each.getDomain())
                        ? OperatorSetIdProto.newBuilder().setVersion(opset).build()
                        : each)
                .forEach(made::addOpsetImport);
        return new Result.Raised(made.build());
    }

    private Optional<String> node(NodeProto node) {
        if (!Nodes.isOnnx(node)) {
            nodes.add(node);
            return Optional.empty();
        }
        if (Nodes.hasGraphs(node)) {
            return Optional.of(
                    "%s '%s' has graphs inside, which are not followed".formatted(node.getOpType(), Nodes.name(node)));
        }
        String operator = node.getOpType();
        if (!OperatorVersions.ONNX.knows(operator)) {
            return Optional.of("%s is not known to ONNX's operator set 21".formatted(operator));
        }
        NodeProto made = node;
        for (long version : OperatorVersions.ONNX.between(operator, from, to)) {
            Optional<NodeProto> next =
                    OperatorVersions.ONNX.isUnchanged(operator, version) ? Optional.of(made) : changed(made, version);
            if (next.isEmpty()) {
                return Optional.of("%s means something else since operator set %d".formatted(operator, version));
            }
            made = next.orElseThrow();
        }
        nodes.add(made);
        return Optional.empty();
    }

    private Optional<NodeProto> changed(NodeProto node, long version) {
        String operator = node.getOpType();
        Moved moved = MOVED.get(operator);
        if (moved != null && moved.since == version) {
            return moved(node, moved.attributes);
        }
        if (LAST_AXIS.contains(operator) && version == 13) {
            return isLast(node, Nodes.integer(node, "axis", 1))
                    ? Optional.of(with(node, "axis", -1))
                    : Optional.empty();
        }
        return switch (operator + version) {
            case "Dropout12" -> Optional.of(without(node, "ratio"));
            case "BatchNormalization14" -> node.getOutputCount() == 1 ? Optional.of(node) : Optional.empty();
            case "Split18" ->
                Optional.of(node.getInputCount() > 1 ? node : with(node, "num_outputs", node.getOutputCount()));
            default -> Optional.empty();
        };
    }

    /** The attributes become constants. */
    private Optional<NodeProto> moved(NodeProto node, List<String> names) {
        NodeProto.Builder made = node.toBuilder();
        for (String name : names) {
            Optional<AttributeProto> attribute = Nodes.attribute(node, name);
            String input = attribute.isPresent() ? Nodes.name(node) + "_" + name + "_" + added.size() : "";
            made.addInput(input);
            attribute.ifPresent(each -> added.add(
                    each.getType() == AttributeProto.AttributeType.FLOAT
                            ? Numbers.floats(input, List.of(), each.getF())
                            : Numbers.longs(
                                    input,
                                    each.getType() == AttributeProto.AttributeType.INT
                                            ? new long[] {each.getI()}
                                            : each.getIntsList().stream()
                                                    .mapToLong(Long::longValue)
                                                    .toArray())));
        }
        NodeProto moved = made.build();
        for (String name : names) {
            moved = without(moved, name);
        }
        int last = moved.getInputCount();
        while (last > 0 && moved.getInput(last - 1).isEmpty()) {
            last--;
        }
        return Optional.of(moved.toBuilder()
                .clearInput()
                .addAllInput(moved.getInputList().subList(0, last))
                .build());
    }

    /** Before operator set 13 all axes from the given one on were one. */
    private boolean isLast(NodeProto node, long axis) {
        if (axis == -1) {
            return true;
        }
        return Ranks.of(graph, node.getInput(0)).map(rank -> axis == rank - 1).orElse(false);
    }

    private static NodeProto without(NodeProto node, String attribute) {
        return node.toBuilder()
                .clearAttribute()
                .addAllAttribute(node.getAttributeList().stream()
                        .filter(each -> !each.getName().equals(attribute))
                        .toList())
                .build();
    }

    private static NodeProto with(NodeProto node, String attribute, long value) {
        return without(node, attribute).toBuilder()
                .addAttribute(AttributeProto.newBuilder()
                        .setName(attribute)
                        .setType(AttributeProto.AttributeType.INT)
                        .setI(value))
                .build();
    }
}
