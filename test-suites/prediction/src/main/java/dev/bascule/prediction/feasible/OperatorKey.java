package dev.bascule.prediction.feasible;

import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.history.OperatorCases;
import java.util.Optional;

/**
 * An operator on data of one type: a backend that takes it on float32 may not on float16. Immutable.
 *
 * @param dtype empty where nobody told
 */
record OperatorKey(String domain, String operator, Optional<DType> dtype) implements Comparable<OperatorKey> {

    static OperatorKey of(OperatorSignature signature) {
        return new OperatorKey(signature.domain(), signature.operator(), signature.dtype());
    }

    static OperatorKey of(OperatorCases cases) {
        return new OperatorKey(cases.domain(), cases.operator(), cases.dtype());
    }

    @Override
    public int compareTo(OperatorKey other) {
        return toString().compareTo(other.toString());
    }

    /** {@code NonMaxSuppression (float32)}. */
    @Override
    public String toString() {
        return (domain.equals(OperatorSignature.ONNX) ? operator : domain + "." + operator)
                + dtype.map(type -> " (" + type.wireName() + ")").orElse("");
    }
}
