package dev.bascule.reports.coverage;

import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * One row of an operator matrix.
 *
 * @param opset version of the domain that the cases' models import
 * @param dtype of the data that the operator works on; empty where the models do not tell
 */
public record OperatorKey(String domain, String operator, long opset, Optional<DType> dtype)
        implements Comparable<OperatorKey> {
    private static final Comparator<OperatorKey> ORDER = Comparator.comparing(OperatorKey::domain)
            .thenComparing(key -> key.operator().toLowerCase(Locale.ROOT))
            .thenComparing(OperatorKey::opset)
            .thenComparing(key -> key.dtype().map(DType::ordinal).orElse(Integer.MAX_VALUE));

    public static OperatorKey of(OperatorSignature signature) {
        return new OperatorKey(signature.domain(), signature.operator(), signature.opset(), signature.dtype());
    }

    /** The type alone in ONNX's own domain, else {@code domain.type}. */
    public String name() {
        return signature().name();
    }

    /** Since which opset the operator is as it is in this one, where that is known. */
    public Optional<Long> since() {
        return OperatorVersions.ONNX.since(signature());
    }

    /** The dtype's word, {@code ?} where it is not known. */
    public String dtypeWord() {
        return dtype.map(DType::wireName).orElse("?");
    }

    private OperatorSignature signature() {
        return new OperatorSignature(domain, operator, opset, dtype, 1);
    }

    @Override
    public int compareTo(OperatorKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return "%s %d %s".formatted(name(), opset, dtypeWord());
    }
}
