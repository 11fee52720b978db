package dev.bascule.app.quantizer;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Nodes;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether a model that others made of one is fed and fetched as that is, and is quantised at all. Stateless. */
final class PeerModel {
    private static final Set<String> DOMAINS = Set.of("", "ai.onnx", "com.microsoft");

    private PeerModel() {}

    /** Why it is not taken; empty where it is. */
    static Optional<String> refusal(ModelProto original, ModelProto made) {
        return differ("inputs", fed(original.getGraph()), fed(made.getGraph()))
                .or(() -> differ(
                        "outputs",
                        original.getGraph().getOutputList(),
                        made.getGraph().getOutputList()))
                .or(() -> elsewhere(made))
                .or(() -> foreign(original, made))
                .or(() -> unchanged(quantizers(original), quantizers(made)));
    }

    /** A model that was quantised before, handed back as it was, is nothing of its. */
    private static Optional<String> unchanged(long before, long after) {
        if (after > before) {
            return Optional.empty();
        }
        return Optional.of(
                before == 0
                        ? "it changed nothing: no product of its model is quantised"
                        : "it changed nothing: the model is quantised already, and its model is no more so");
    }

    private static long quantizers(ModelProto model) {
        return nodes(model).filter(Fit::isQuantizer).count();
    }

    /** All, also those of functions and inside of other nodes. */
    private static Stream<NodeProto> nodes(ModelProto model) {
        return Stream.concat(
                Nodes.withInside(model.getGraph().getNodeList()),
                model.getFunctionsList().stream().flatMap(each -> Nodes.withInside(each.getNodeList())));
    }

    /** Constants that are inputs as well are fed by nobody. */
    private static List<ValueInfoProto> fed(GraphProto graph) {
        Set<String> constants =
                graph.getInitializerList().stream().map(TensorProto::getName).collect(Collectors.toSet());
        return graph.getInputList().stream()
                .filter(value -> !constants.contains(value.getName()))
                .toList();
    }

    private static Optional<String> differ(String what, List<ValueInfoProto> ours, List<ValueInfoProto> theirs) {
        boolean same = ours.size() == theirs.size();
        for (int i = 0; same && i < ours.size(); i++) {
            same = ours.get(i).getName().equals(theirs.get(i).getName())
                    && isSame(
                            ours.get(i).getType().getTensorType(),
                            theirs.get(i).getType().getTensorType());
        }
        return same
                ? Optional.empty()
                : Optional.of("what it made is another model: its %s are %s, not %s"
                        .formatted(what, words(theirs), words(ours)));
    }

    /** A size that only one of them knows is no other. */
    private static boolean isSame(TypeProto.Tensor ours, TypeProto.Tensor theirs) {
        if (ours.getElemType() != theirs.getElemType()) {
            return false;
        }
        if (!ours.hasShape() || !theirs.hasShape()) {
            return true;
        }
        List<Dimension> own = ours.getShape().getDimList();
        List<Dimension> its = theirs.getShape().getDimList();
        boolean same = own.size() == its.size();
        for (int i = 0; same && i < own.size(); i++) {
            same = !own.get(i).hasDimValue()
                    || !its.get(i).hasDimValue()
                    || own.get(i).getDimValue() == its.get(i).getDimValue();
        }
        return same;
    }

    private static String words(List<ValueInfoProto> values) {
        return values.stream()
                .map(value -> "'%s' of type %d%s"
                        .formatted(
                                value.getName(),
                                value.getType().getTensorType().getElemType(),
                                value.getType().getTensorType().getShape().getDimList().stream()
                                        .map(dim -> dim.hasDimValue() ? String.valueOf(dim.getDimValue()) : "?")
                                        .collect(Collectors.joining(", ", "[", "]"))))
                .collect(Collectors.joining(", "));
    }

    private static Optional<String> elsewhere(ModelProto made) {
        Stream<GraphProto> graphs =
                Stream.concat(Stream.of(made.getGraph()), nodes(made).flatMap(Nodes::graphs));
        Stream<TensorProto> constants = nodes(made)
                .flatMap(node -> node.getAttributeList().stream())
                .flatMap(each -> Stream.concat(
                        each.hasT() ? Stream.of(each.getT()) : Stream.empty(), each.getTensorsList().stream()));
        return Stream.concat(graphs.flatMap(graph -> graph.getInitializerList().stream()), constants)
                .filter(tensor -> tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL)
                .findFirst()
                .map(tensor -> "it left the weight '%s' in another file".formatted(tensor.getName()));
    }

    /** Operators that the model did not ask for, and ONNX Runtime does not have of its own. */
    private static Optional<String> foreign(ModelProto original, ModelProto made) {
        Set<String> known = new HashSet<>(DOMAINS);
        nodes(original).map(NodeProto::getDomain).forEach(known::add);
        if (made.getFunctionsCount() > original.getFunctionsCount()) {
            return Optional.of("it put functions into the model");
        }
        return nodes(made)
                .filter(node -> !known.contains(Objects.requireNonNull(node.getDomain())))
                .findFirst()
                .map(node ->
                        "it put %s of the domain '%s' into the model".formatted(node.getOpType(), node.getDomain()));
    }
}
