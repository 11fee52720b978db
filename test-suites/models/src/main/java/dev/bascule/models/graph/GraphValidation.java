package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What everybody who walks a graph counts on, and protobuf does not promise: nodes with the inputs and outputs that their
 * operators have, shapes whose elements can be counted. Used for one model and thrown away.
 */
final class GraphValidation {
    /** Operators of ONNX that have an input, which this code asks for; of others it may be left out. */
    private static final Set<String> OF_ONE =
            Set.of("Cast", "Identity", "Relu", "Reshape", "Squeeze", "Unsqueeze", "Transpose", "Flatten", "Expand");

    /** Those of two inputs. */
    private static final Set<String> OF_TWO =
            Set.of("Conv", "ConvTranspose", "Div", "Pow", "Sub", "Xor", "MatMul", "Gather", "Where");

    private final Path file;

    private GraphValidation(Path file) {
        this.file = file;
    }

    /** @throws BasculeException {@link ErrorCode#NOT_ONNX} */
    static void require(Path file, ModelProto model) {
        GraphValidation rules = new GraphValidation(file);
        rules.graph(model.getGraph());
        model.getFunctionsList().forEach(function -> function.getNodeList().forEach(rules::node));
    }

    private void graph(GraphProto graph) {
        List.of(graph.getInputList(), graph.getOutputList(), graph.getValueInfoList())
                .forEach(values -> values.forEach(this::declared));
        graph.getNodeList().forEach(this::node);
    }

    private void declared(ValueInfoProto value) {
        Shape fixed = new Shape(value.getType().getTensorType().getShape().getDimList().stream()
                .map(TensorShapeProto.Dimension::getDimValue)
                .filter(size -> size > 0)
                .toList());
        if (fixed.countable().isEmpty()) {
            throw invalid("the value '%s' is declared with the sizes %s, which are more elements than can be counted"
                    .formatted(value.getName(), fixed));
        }
    }

    private void node(NodeProto node) {
        String operator = node.getOpType();
        boolean ofOnnx = node.getDomain().isEmpty() || node.getDomain().equals(ModelInspection.DEFAULT_DOMAIN);
        int inputs = !ofOnnx ? 0 : OF_TWO.contains(operator) ? 2 : OF_ONE.contains(operator) ? 1 : 0;
        if (node.getInputCount() < inputs) {
            throw invalid("the node '%s' (%s) has %d inputs, and takes at least %d"
                    .formatted(node.getName(), operator, node.getInputCount(), inputs));
        }
        if ((inputs > 0 || operator.equals("Constant")) && node.getOutputCount() == 0) {
            throw invalid("the node '%s' (%s) has no output".formatted(node.getName(), operator));
        }
        for (AttributeProto attribute : node.getAttributeList()) {
            if (attribute.hasG()) {
                graph(attribute.getG());
            }
            attribute.getGraphsList().forEach(this::graph);
        }
    }

    private BasculeException invalid(String why) {
        return new BasculeException(
                ErrorCode.NOT_ONNX,
                "'%s' is no valid ONNX model: %s".formatted(file, why),
                "write the model anew with onnx.save, after onnx.checker.check_model");
    }
}
