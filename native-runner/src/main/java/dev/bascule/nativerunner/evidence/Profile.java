package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * ONNX Runtime's profile, a Chrome trace: an array of events, those of category {@code Node} whose name ends in
 * {@code _kernel_time} naming the provider that ran the node (onnxruntime/core/framework/sequential_executor.cc).
 * Stateless.
 */
final class Profile {
    private static final String KERNEL = "_kernel_time";

    private Profile() {}

    /**
     * The nodes that ran, in order, each once however often it ran (in a loop's body, say).
     *
     * @throws JsonProcessingException when it is no JSON
     */
    static List<NodePlacement> parse(String json) throws JsonProcessingException {
        Map<String, NodePlacement> placements = new LinkedHashMap<>();
        for (JsonNode event : Json.MAPPER.readTree(json)) {
            String name = event.path("name").asText();
            JsonNode args = event.path("args");
            if (event.path("cat").asText().equals("Node") && name.endsWith(KERNEL) && args.has("provider")) {
                String node = name.substring(0, name.length() - KERNEL.length());
                String operator = args.path("op_name").asText();
                placements.putIfAbsent(
                        args.path("node_index").asText() + "/" + operator + "/" + node,
                        new NodePlacement(node, operator, args.path("provider").asText()));
            }
        }
        return List.copyOf(placements.values());
    }
}
