package dev.bascule.studies.scenario;

import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the engine's own record shows of the precision that a model computed in. What was asked for may not be what
 * computes: engines put Casts around what they have no kernels for, and leave out operators that they fuse. Immutable.
 *
 * @param nodes that its record names
 * @param casts of them
 * @param inserted Casts that the engine put in, around nodes that it computes in float32
 * @param fused nodes that stand for several of the model's, of which no record shows what is inside
 * @param integers nodes whose products are of integers
 */
public record ComputedPrecision(NodeRecord nodes, long casts, long inserted, long fused, long integers) {
    /** Operators whose kernels multiply integers: ONNX's own, and what ONNX Runtime makes of them. */
    private static final Set<String> INTEGER = Set.of(
            "MatMulInteger",
            "ConvInteger",
            "QLinearMatMul",
            "QLinearConv",
            "MatMulIntegerToFloat",
            "DynamicQuantizeMatMul",
            "QGemm");

    public static ComputedPrecision of(RawEvidence evidence) {
        return of(NodeRecord.of(evidence));
    }

    public static ComputedPrecision of(NodeRecord nodes) {
        return new ComputedPrecision(
                nodes,
                count(nodes, node -> node.operator().equals("Cast")),
                count(
                        nodes,
                        node -> node.operator().equals("Cast") && node.node().startsWith("Inserted")),
                // No operator of ONNX has an underscore in its name; an engine's sub-graph has.
                count(nodes, node -> node.operator().contains("_")),
                count(nodes, ComputedPrecision::multipliesIntegers));
    }

    /** Whether its kernel is one of those that multiply integers. */
    public static boolean multipliesIntegers(NodePlacement node) {
        return INTEGER.contains(node.operator());
    }

    private static long count(NodeRecord nodes, Predicate<NodePlacement> which) {
        return nodes.named(which).size();
    }

    /**
     * Why the record does not show that it computed in the precision.
     *
     * @param integer whether products of integers are what was wanted
     */
    public Optional<String> doubt(boolean integer) {
        if (nodes.silence().isPresent()) {
            return nodes.silence();
        }
        if (fused > 0) {
            return Optional.of(
                    "%d of %d nodes are the engine's own sub-graphs, and no record shows what they compute in"
                            .formatted(fused, nodes.named().size()));
        }
        if (inserted > 0) {
            return Optional.of("%d of %d nodes are Casts that the engine put in: it computes there in float32"
                    .formatted(inserted, nodes.total()));
        }
        if (!nodes.complete()) {
            return Optional.of(
                    "its log names %d of %d nodes".formatted(nodes.named().size(), nodes.total()));
        }
        return integer && integers == 0
                ? Optional.of("none of %d nodes multiplies integers".formatted(nodes.total()))
                : Optional.empty();
    }
}
