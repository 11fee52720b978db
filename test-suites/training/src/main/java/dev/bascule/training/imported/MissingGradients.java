package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.training.gradient.GradientRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The operators between a model's weights and its output whose gradient is not known, all of them at once. Stateless. */
final class MissingGradients {
    /** Those that are made of others before anything is differentiated. */
    private static final Set<String> REWRITTEN = Set.of("Dropout", "GRU", "Gelu", "LSTM");

    private MissingGradients() {}

    /** @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} naming each operator with its nodes */
    static void refuse(List<NodeProto> nodes, Set<String> weights, String output, GradientRules rules) {
        Set<String> depends = new HashSet<>(weights);
        for (NodeProto node : nodes) {
            // What follows from a shape does not change with the values.
            if (!node.getOpType().equals("Shape")
                    && node.getInputList().stream().anyMatch(depends::contains)) {
                depends.addAll(node.getOutputList());
            }
        }
        Set<String> leads = new HashSet<>(Set.of(output));
        Map<String, List<String>> missing = new TreeMap<>();
        for (int i = nodes.size() - 1; i >= 0; i--) {
            NodeProto node = nodes.get(i);
            if (node.getOutputList().stream().noneMatch(leads::contains)) {
                continue;
            }
            leads.addAll(node.getInputList());
            String operator = node.getOpType();
            if (node.getOutputList().stream().anyMatch(depends::contains)
                    && rules.of(operator).isEmpty()
                    && !REWRITTEN.contains(operator)) {
                missing.computeIfAbsent(operator, key -> new ArrayList<>()).add(0, node.getName());
            }
        }
        if (!missing.isEmpty()) {
            throw Untrainable.because(
                    "no gradient is known of %s",
                    missing.entrySet().stream()
                            .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
                            .collect(Collectors.joining(", ")));
        }
    }
}
