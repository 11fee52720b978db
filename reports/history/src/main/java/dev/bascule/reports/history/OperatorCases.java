package dev.bascule.reports.history;

import dev.bascule.fallback.tensor.DType;
import java.util.Optional;

/**
 * What cases of one operator alone came to on a target: graphs of a single node, of the operator conformance suites. Immutable.
 *
 * @param machine fingerprint
 * @param target id
 * @param domain operator set, {@code ai.onnx} for ONNX's own
 * @param dtype element type of the data; empty where the case does not tell
 * @param right cases that came out right
 * @param refused cases that the engine did not take
 * @param failed cases that were wrong or crashed; whatever ended in another way says nothing of the operator and is not counted
 */
public record OperatorCases(
        String machine,
        String target,
        String domain,
        String operator,
        Optional<DType> dtype,
        int right,
        int refused,
        int failed) {}
