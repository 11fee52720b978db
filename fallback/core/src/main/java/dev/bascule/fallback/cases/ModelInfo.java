package dev.bascule.fallback.cases;

import dev.bascule.fallback.text.PlainText;
import java.util.List;
import java.util.Map;

/**
 * A model's identity and what is in it.
 *
 * @param name for people: a zoo name or a file's name
 * @param sha256 of the file, in lower-case hex; where weights lie in other files, of all their hashes and names
 * @param bytes size of the file
 * @param family what kind of model it is
 * @param task such as {@code image-classification}; {@code unknown} where nobody said
 * @param opsets opset version by domain; the default domain is {@code ai.onnx}
 * @param operators node count by operator type, sub-graphs included
 * @param parameters number of trained parameters
 * @param signatures its operators with opset and dtype, sorted; empty where nobody looked
 */
public record ModelInfo(
        String name,
        String sha256,
        long bytes,
        Family family,
        String task,
        Map<String, Long> opsets,
        Map<String, Integer> operators,
        long parameters,
        List<OperatorSignature> signatures) {

    /** The task of every conformance case's model, which tells it from a model that somebody uses. */
    public static final String CONFORMANCE = "conformance";

    public ModelInfo {
        name = PlainText.line(name);
        task = PlainText.line(task);
        opsets = Map.copyOf(opsets);
        operators = Map.copyOf(operators);
        signatures = signatures.stream().sorted().toList();
    }

    /** One whose operators nobody looked at more closely. */
    public ModelInfo(
            String name,
            String sha256,
            long bytes,
            Family family,
            String task,
            Map<String, Long> opsets,
            Map<String, Integer> operators,
            long parameters) {
        this(name, sha256, bytes, family, task, opsets, operators, parameters, List.of());
    }

    /** Nodes in the graph and its sub-graphs: a bound on how far rounding errors add up. */
    public int nodes() {
        return operators.values().stream().mapToInt(Integer::intValue).sum();
    }
}
