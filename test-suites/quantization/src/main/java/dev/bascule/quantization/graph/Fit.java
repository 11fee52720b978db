package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.quantization.Recipe;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which models a method can be used on; of the others a sentence says why not, and what to do. Stateless. */
public final class Fit {
    private static final Set<String> QUANTIZED = Set.of(
            "QuantizeLinear",
            "DequantizeLinear",
            "DynamicQuantizeLinear",
            "MatMulInteger",
            "ConvInteger",
            "QLinearMatMul",
            "QLinearConv",
            "DynamicQuantizeMatMul",
            "MatMulIntegerToFloat",
            "MatMulNBits",
            "MatMulBnb4",
            "MatMulFpQ4",
            "GatherBlockQuantized",
            "QGemm",
            "QAttention",
            "QMoE");

    /** What to do about a model that is made smaller already. */
    public static final String GIVE_FLOAT32 = "give the float32 model that it was made of";

    private Fit() {}

    /** Whether graphs inside of nodes may stay as they are. */
    public enum Inside {
        LEFT,
        REFUSED
    }

    /** Why not; empty where it suits. */
    public static Optional<String> refusal(ModelProto model, Inside inside) {
        GraphProto graph = model.getGraph();
        return quantized(model)
                .or(() -> elsewhere(graph))
                .or(() -> model.getFunctionsCount() == 0
                        ? Optional.empty()
                        : Optional.of(
                                "the model defines functions of its own: inline them first, as onnx.inliner does"))
                .or(() -> inside == Inside.LEFT || graph.getNodeList().stream().noneMatch(Nodes::hasGraphs)
                        ? Optional.empty()
                        : Optional.of("the graph has graphs inside (If, Loop or Scan), whose values cannot be followed:"
                                + " export it with the branch taken, or use a method that changes weights alone"))
                .or(() -> none(graph, Weights.of(graph)))
                .or(() -> notFinite(graph));
    }

    /** Whether the node is for numbers of fewer bits. */
    public static boolean isQuantizer(NodeProto node) {
        return QUANTIZED.contains(node.getOpType());
    }

    private static Optional<String> quantizer(ModelProto model) {
        return model.getGraph().getNodeList().stream()
                .map(NodeProto::getOpType)
                .filter(QUANTIZED::contains)
                .findFirst();
    }

    private static Optional<String> quantized(ModelProto model) {
        return already(model).map(why -> why + ": " + GIVE_FLOAT32);
    }

    /** By what it shows that its weights are made smaller already; empty where it does not. */
    public static Optional<String> already(ModelProto model) {
        Optional<String> recipe = model.getMetadataPropsList().stream()
                .filter(entry -> entry.getKey().equals(Recipe.KEY))
                .map(StringStringEntryProto::getValue)
                .findFirst();
        if (recipe.isPresent()) {
            return recipe.map(text -> "the model is made smaller already (" + text + ")");
        }
        return quantizer(model).map(operator -> "the model is quantised already: it has " + operator);
    }

    private static Optional<String> elsewhere(GraphProto graph) {
        if (graph.getSparseInitializerCount() > 0) {
            return Optional.of("the model has sparse weights, which are not changed: export them dense");
        }
        return graph.getInitializerList().stream()
                .filter(tensor -> tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL)
                .map(tensor -> ("the weight '%s' is in another file: put all weights into the model first, as"
                                + " onnx.save with save_as_external_data=False does")
                        .formatted(tensor.getName()))
                .findFirst();
    }

    private static Optional<String> none(GraphProto graph, Weights weights) {
        if (!weights.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                weights.notes().isEmpty()
                        ? none(graph)
                        : "no weight of a product can be changed: " + String.join("; ", weights.notes()));
    }

    private static String none(GraphProto graph) {
        boolean half = graph.getInitializerList().stream()
                .anyMatch(tensor ->
                        tensor.getDataType() == DType.FLOAT16.onnx() || tensor.getDataType() == DType.BFLOAT16.onnx());
        return half
                ? "the model's products have 16-bit weights: give the float32 model that it was made of"
                : "the graph has no Conv, ConvTranspose, Gemm or MatMul with constant float32 weights, so there is nothing"
                        + " to make smaller: weights that are inputs must be made constants when the model is exported";
    }

    private static Optional<String> notFinite(GraphProto graph) {
        for (Weight weight : Weights.of(graph).all()) {
            int bad = Numbers.notFinite(weight.values());
            if (bad > 0) {
                return Optional.of(
                        "%d of the %d numbers of the weight '%s' (%s '%s') are NaN or infinite: the training that made it diverged, or its file is damaged; take an earlier checkpoint"
                                .formatted(
                                        bad,
                                        weight.values().length,
                                        weight.name(),
                                        weight.node().getOpType(),
                                        Nodes.name(weight.node())));
            }
        }
        return Optional.empty();
    }

    /** The newest operator set of ONNX that a model asks for. */
    public static long opset(ModelProto model) {
        return model.getOpsetImportList().stream()
                .filter(each -> each.getDomain().isEmpty() || each.getDomain().equals("ai.onnx"))
                .mapToLong(each -> each.getVersion())
                .max()
                .orElse(1);
    }

    /** Names of outputs. */
    static List<String> outputs(GraphProto graph) {
        return graph.getOutputList().stream().map(value -> value.getName()).toList();
    }
}
