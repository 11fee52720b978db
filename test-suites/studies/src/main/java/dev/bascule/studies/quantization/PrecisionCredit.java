package dev.bascule.studies.quantization;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Method;
import dev.bascule.studies.scenario.ComputedPrecision;
import dev.bascule.studies.scenario.NodeRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the engine's record shows of the precision that a method claims: a claim alone has no credit, and is told as one with where it comes from.
 * Stateless.
 */
final class PrecisionCredit {
    /** ONNX Runtime makes it of DequantizeLinear and a product. */
    private static final String FUSED = "MatMulNBits";

    private PrecisionCredit() {}

    static Point.Precision of(Variant.File made, Backend backend, RawEvidence evidence) {
        if (made.method().isEmpty()) {
            return new Point.Precision(false, "float32, as it is");
        }
        Method method = made.method().orElseThrow();
        if (method.computedIn().form() == ComputedIn.Form.FLOAT32) {
            return new Point.Precision(false, "float32: other numbers, the same types");
        }
        NodeRecord nodes = NodeRecord.of(evidence);
        Optional<Point.Precision> palette =
                Optional.of(method).filter(PrecisionCredit::isPalette).flatMap(each -> palette(made, nodes));
        if (palette.isPresent()) {
            return palette.orElseThrow();
        }
        long fused = method.computedIn().form() == ComputedIn.Form.DEQUANTIZED
                ? fused(nodes).size()
                : 0;
        Optional<ComputedIn.Claim> claim =
                Optional.ofNullable(method.computedIn().claims().get(backend));
        if (claim.isEmpty()) {
            return unclaimed(method, nodes);
        }
        ComputedIn.Claim told = claim.orElseThrow();
        return switch (told.kind()) {
            case STORES ->
                claimed(
                        "only stored so and computed in float32",
                        told,
                        nodes.silence().filter(why -> isPalette(method)));
            case DECODES ->
                fused > 0
                        ? new Point.Precision(false, rounded(fused, nodes))
                        : claimed("decoded as it is read and computed in float32", told, Optional.empty());
            case COMPUTES -> shown(made, told, nodes);
        };
    }

    private static boolean isPalette(Method method) {
        return method.computedIn().form() == ComputedIn.Form.PALETTE;
    }

    /**
     * A record that names the nodes settles it, whatever is claimed; of what is inside an engine's own sub-graph there is
     * none, and a Gather that is not named may still be there.
     */
    private static Optional<Point.Precision> palette(Variant.File made, NodeRecord nodes) {
        int gathers = nodes.named(node -> isDecoder(node, made.layers())).size();
        if (gathers > 0) {
            return Optional.of(new Point.Precision(
                    false,
                    "computed in float32: by the engine's record %d of %d nodes gather weights out of their palettes at each inference"
                            .formatted(gathers, nodes.total())));
        }
        return !nodes.complete()
                        || ComputedPrecision.of(nodes).fused() > 0
                        || made.layers().isEmpty()
                ? Optional.empty()
                : Optional.of(new Point.Precision(
                        false,
                        "computed in float32: none of the %d nodes of the engine's record gathers a weight, so each palette is expanded when the model opens"
                                .formatted(nodes.total())));
    }

    /** A name that was taken already has a number behind it. */
    private static boolean isDecoder(NodePlacement node, List<LayerChange> layers) {
        return node.operator().equals("Gather")
                && layers.stream().anyMatch(layer -> node.node().startsWith(layer.weight() + ComputedIn.DECODER));
    }

    /** What no source tells may still stand in the record, which names who ran it: it may be another than was asked for. */
    private static Point.Precision unclaimed(Method method, NodeRecord nodes) {
        List<NodePlacement> fused = fused(nodes);
        if (method.computedIn().form() == ComputedIn.Form.DEQUANTIZED && !fused.isEmpty()) {
            return new Point.Precision(false, rounded(fused.size(), nodes));
        }
        List<NodePlacement> integers = nodes.named(ComputedPrecision::multipliesIntegers);
        if (integers.isEmpty() && fused.isEmpty()) {
            return new Point.Precision(
                    false,
                    "nothing is known of what computes there"
                            + nodes.silence().map(why -> ": " + why).orElse(""));
        }
        return integers.isEmpty() ? seen("be " + FUSED, fused, nodes) : seen("multiply integers", integers, nodes);
    }

    private static Point.Precision seen(String what, List<NodePlacement> them, NodeRecord nodes) {
        Map<String, Long> by = them.stream()
                .collect(Collectors.groupingBy(NodePlacement::provider, TreeMap::new, Collectors.counting()));
        return new Point.Precision(
                false,
                "the engine's record shows %d of %d nodes to %s, by provider: %s; of the others nothing is known"
                        .formatted(them.size(), nodes.total(), what, by));
    }

    private static Point.Precision claimed(String what, ComputedIn.Claim claim, Optional<String> unseen) {
        return new Point.Precision(
                false,
                "claimed to be %s (%s)%s"
                        .formatted(
                                what,
                                claim.source(),
                                unseen.map(why -> "; not seen: " + why).orElse("")));
    }

    private static String rounded(long fused, NodeRecord nodes) {
        return ("the engine's record shows %d of %d nodes to be %s, which it made of DequantizeLinear and a product:"
                        + " there ONNX Runtime rounds activations to 8 bits too (accuracy_level 4)")
                .formatted(fused, nodes.total(), FUSED);
    }

    private static List<NodePlacement> fused(NodeRecord nodes) {
        return nodes.named(node -> node.operator().equals(FUSED));
    }

    private static Point.Precision shown(Variant.File made, ComputedIn.Claim claim, NodeRecord nodes) {
        Optional<String> doubt = ComputedPrecision.of(nodes).doubt(made.integers());
        String source = " (its method claims it: %s)".formatted(claim.source());
        return doubt.map(why -> new Point.Precision(false, "not shown to compute in it: " + why + source))
                .orElseGet(() -> new Point.Precision(
                        true,
                        (made.integers()
                                        ? "the engine's record shows products of integers"
                                        : "the engine's record shows no Cast that it put in")
                                + source));
    }
}
