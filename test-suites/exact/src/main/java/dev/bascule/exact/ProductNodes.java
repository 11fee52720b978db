package dev.bascule.exact;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.rounding.ProductKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tells which kinds of products a model has. Stateless. */
final class ProductNodes {
    private static final Map<ProductKind, Set<String>> OPERATORS = Map.of(
            ProductKind.MATMUL,
                    Set.of(
                            "MatMul",
                            "FusedMatMul",
                            "MatMulNBits",
                            "Einsum",
                            "Attention",
                            "MultiHeadAttention",
                            "GroupQueryAttention"),
            ProductKind.GEMM, Set.of("Gemm", "LSTM", "GRU", "RNN"),
            ProductKind.CONV, Set.of("Conv", "ConvTranspose", "DeformConv", "FusedConv"));

    private ProductNodes() {}

    static Set<ProductKind> in(ModelProto model) {
        Set<ProductKind> kinds = EnumSet.noneOf(ProductKind.class);
        gather(model.getGraph().getNodeList(), kinds);
        model.getFunctionsList().forEach(function -> gather(function.getNodeList(), kinds));
        return kinds;
    }

    /** Those in the graphs within, too. */
    private static void gather(List<NodeProto> nodes, Set<ProductKind> kinds) {
        for (NodeProto node : nodes) {
            of(node.getOpType()).ifPresent(kinds::add);
            for (AttributeProto attribute : node.getAttributeList()) {
                Stream.concat(
                                attribute.hasG() ? Stream.of(attribute.getG()) : Stream.of(),
                                attribute.getGraphsList().stream())
                        .forEach(graph -> gather(graph.getNodeList(), kinds));
            }
        }
    }

    private static Optional<ProductKind> of(String operator) {
        return OPERATORS.entrySet().stream()
                .filter(entry -> entry.getValue().contains(operator))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
