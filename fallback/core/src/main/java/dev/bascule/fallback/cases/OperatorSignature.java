package dev.bascule.fallback.cases;

import dev.bascule.fallback.tensor.DType;
import java.util.Comparator;
import java.util.Optional;

/**
 * An operator as a model uses it. Immutable.
 *
 * @param domain its operator set; {@code ai.onnx} is ONNX's default one, {@code webnn} WebNN's graph builder
 * @param operator its type, such as {@code Conv} or {@code conv2d}
 * @param opset version of that domain that the model imports; not the version since which the operator is as it is. 1
 *     where the model imports none, which is ONNX's rule for its first models
 * @param dtype element type of the data that it works on: its first input, else its output; empty where the model does not
 *     tell
 * @param nodes how many nodes use it so; at least one
 * @param influencing of these, how many the model's outputs follow: a pass shows nothing of the others, which compute
 *     what is multiplied by zero or never asked for
 */
public record OperatorSignature(
        String domain, String operator, long opset, Optional<DType> dtype, int nodes, int influencing)
        implements Comparable<OperatorSignature> {
    /** ONNX's own operators. */
    public static final String ONNX = "ai.onnx";

    private static final Comparator<OperatorSignature> ORDER = Comparator.comparing(OperatorSignature::domain)
            .thenComparing(OperatorSignature::operator)
            .thenComparing(OperatorSignature::opset)
            .thenComparing(signature -> signature.dtype().map(DType::ordinal).orElse(Integer.MAX_VALUE))
            .thenComparing(OperatorSignature::nodes)
            .thenComparing(OperatorSignature::influencing);

    public OperatorSignature {
        if (nodes < 1) {
            throw new IllegalArgumentException("%s.%s is used by %d nodes".formatted(domain, operator, nodes));
        }
        if (influencing < 0 || influencing > nodes) {
            throw new IllegalArgumentException(
                    "outputs follow %d of %d nodes of %s.%s".formatted(influencing, nodes, domain, operator));
        }
    }

    /** One that the outputs follow wherever it is used, or of which nobody looked. */
    public OperatorSignature(String domain, String operator, long opset, Optional<DType> dtype, int nodes) {
        this(domain, operator, opset, dtype, nodes, nodes);
    }

    /** The type alone in ONNX's own domain, else {@code domain.type}. */
    public String name() {
        return domain.equals(ONNX) ? operator : domain + "." + operator;
    }

    @Override
    public int compareTo(OperatorSignature other) {
        return ORDER.compare(this, other);
    }
}
