package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** What a model must be like to be trained, each point refused in words. Stateless. */
final class ModelChecks {
    /** Before it operators broadcast by attribute. */
    private static final long OLDEST = 7;

    /** Those that give indices. */
    private static final Set<String> CHOOSING = Set.of("ArgMax", "ArgMin");

    private ModelChecks() {}

    static long opset(ModelProto model) {
        if (model.getFunctionsCount() > 0) {
            throw Untrainable.because(
                    "the model has functions of its own (%s)",
                    model.getFunctions(0).getName());
        }
        long opset = model.getOpsetImportList().stream()
                .filter(each -> isStandard(each.getDomain()))
                .mapToLong(OperatorSetIdProto::getVersion)
                .findFirst()
                .orElse(0);
        if (opset < OLDEST) {
            throw Untrainable.because("the model is of operator set %d: export it with %d or later", opset, OLDEST);
        }
        return opset;
    }

    /** The nodes that a value needs, in their order. */
    static List<NodeProto> leading(List<NodeProto> nodes, String output) {
        Set<String> needed = new HashSet<>(Set.of(output));
        List<NodeProto> kept = new ArrayList<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (nodes.get(i).getOutputList().stream().anyMatch(needed::contains)) {
                needed.addAll(nodes.get(i).getInputList());
                kept.add(0, nodes.get(i));
            }
        }
        return kept;
    }

    static void operators(List<NodeProto> nodes) {
        List<String> foreign = nodes.stream()
                .filter(node -> !isStandard(node.getDomain()) || hasGraph(node))
                .map(node -> "%s (%s)".formatted(node.getOpType(), node.getName()))
                .toList();
        if (!foreign.isEmpty()) {
            throw Untrainable.because(
                    "no gradient is known of operators that are not ONNX's own, or that have graphs of their own: %s",
                    String.join(", ", foreign));
        }
    }

    /** The one input that is no weight and that a node reads. */
    static ValueInfoProto input(GraphProto graph, List<NodeProto> nodes, Set<String> constants) {
        Set<String> read =
                nodes.stream().flatMap(node -> node.getInputList().stream()).collect(Collectors.toSet());
        List<ValueInfoProto> inputs = graph.getInputList().stream()
                .filter(each -> !constants.contains(each.getName()) && read.contains(each.getName()))
                .toList();
        if (inputs.size() != 1) {
            throw Untrainable.because(
                    "the model has %d inputs, and is to have one, a batch of samples: %s",
                    inputs.size(),
                    String.join(
                            ", ", inputs.stream().map(ValueInfoProto::getName).toList()));
        }
        elementType(inputs.get(0));
        return inputs.get(0);
    }

    static DType elementType(ValueInfoProto input) {
        int type = input.getType().getTensorType().getElemType();
        return DType.ofOnnx(type)
                .filter(each -> each == DType.FLOAT32 || each == DType.INT64 || each == DType.INT32)
                .orElseThrow(() -> Untrainable.because(
                        "the input '%s' has ONNX's element type %d, and is to have 32-bit floats or whole numbers",
                        input.getName(), type));
    }

    /** The batch that the model was exported for; empty where it is open. */
    static OptionalLong batch(ValueInfoProto input) {
        long size = input.getType().getTensorType().getShape().getDim(0).getDimValue();
        return size > 0 ? OptionalLong.of(size) : OptionalLong.empty();
    }

    /** The shape of a sample: all but the first size, each known. */
    static Shape sample(ValueInfoProto input) {
        List<TensorShapeProto.Dimension> dims =
                input.getType().getTensorType().getShape().getDimList();
        if (dims.size() < 2) {
            throw Untrainable.because(
                    "the input '%s' has %d axes, and is to have a batch and more", input.getName(), dims.size());
        }
        List<Long> sample = new ArrayList<>();
        for (int axis = 1; axis < dims.size(); axis++) {
            if (dims.get(axis).getDimValue() < 1) {
                throw Untrainable.because(
                        "size %d of the input '%s' is open (%s): export the model with a size for it",
                        axis, input.getName(), dims.get(axis).getDimParam());
            }
            sample.add(dims.get(axis).getDimValue());
        }
        return new Shape(sample);
    }

    /** The value that the loss is taken of, floats [batch, classes]: the first output, or the only one that can be logits, which is told. */
    static String output(GraphProto graph, List<String> notes) {
        if (graph.getOutputCount() == 0) {
            throw Untrainable.because("the model has no output");
        }
        ValueInfoProto first = graph.getOutput(0);
        if (isWhole(graph, first)) {
            List<ValueInfoProto> logits = graph.getOutputList().stream()
                    .filter(each -> isLogits(graph, each))
                    .toList();
            if (logits.size() != 1) {
                throw wholeNumbers(first.getName());
            }
            String chosen = logits.get(0).getName();
            notes.add("the first output, '%s', is whole numbers: '%s' is trained".formatted(first.getName(), chosen));
            return chosen;
        }
        if (graph.getOutputCount() > 1) {
            notes.add("of %d outputs the first is trained, '%s'".formatted(graph.getOutputCount(), first.getName()));
        }
        return first.getName();
    }

    /** Those that are to have a form are weights. */
    static void areTrained(Set<String> formed, Set<String> weights) {
        List<String> others =
                formed.stream().filter(each -> !weights.contains(each)).sorted().toList();
        if (!others.isEmpty()) {
            throw Untrainable.because("training changes nothing of %s", String.join(", ", others));
        }
    }

    static BasculeException wholeNumbers(String output) {
        return Untrainable.because(
                "the output '%s' is whole numbers, of which no loss is taken: make floats [batch, classes], the"
                        + " logits, the first output",
                output);
    }

    /** By what gives it, and by its type where that is told. */
    private static boolean isWhole(GraphProto graph, ValueInfoProto output) {
        boolean chosen = graph.getNodeList().stream()
                .filter(node -> node.getOutputList().contains(output.getName()))
                .anyMatch(node -> CHOOSING.contains(node.getOpType()));
        return chosen
                || DType.ofOnnx(output.getType().getTensorType().getElemType())
                        .filter(type -> !type.isFloat())
                        .isPresent();
    }

    private static boolean isLogits(GraphProto graph, ValueInfoProto output) {
        TypeProto.Tensor type = output.getType().getTensorType();
        return !isWhole(graph, output)
                && DType.ofOnnx(type.getElemType()).filter(DType::isFloat).isPresent()
                && (!type.hasShape() || type.getShape().getDimCount() >= 2);
    }

    /** Tells what is not trained although it would be elsewhere. */
    static void frozen(List<NodeProto> nodes, List<String> notes) {
        for (NodeProto node : nodes) {
            if (node.getOpType().equals("BatchNormalization")) {
                notes.add("BatchNormalization '%s' keeps its running statistics".formatted(node.getName()));
            }
        }
    }

    private static boolean isStandard(String domain) {
        return domain.isEmpty() || domain.equals("ai.onnx");
    }

    private static boolean hasGraph(NodeProto node) {
        return node.getAttributeList().stream()
                .anyMatch(each -> each.getType() == AttributeType.GRAPH || each.getType() == AttributeType.GRAPHS);
    }
}
