package dev.bascule.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.json.Json;

/** What is predicted for the second column of a matrix of one row. Stateless. */
final class PredictedBlank {
    private PredictedBlank() {}

    static JsonNode of(JsonNode matrix) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        ObjectNode gap = answer.putArray("predictions").addObject();
        gap.put("row", matrix.at("/rows/0/key").asText())
                .put("column", matrix.at("/columns/1/id").asText())
                .put("model", matrix.at("/rows/0/model").asText())
                .put("sha256", matrix.at("/rows/0/sha256").asText())
                .put("machine", matrix.at("/columns/1/machine").asText())
                .putNull("reason");
        ObjectNode time = gap.putObject("predicted");
        time.put("target", "native/onnxruntime-1.29.0/cpu-cpu")
                .put("threads", 1)
                .put("ms", 12.34)
                .putNull("noInterval")
                .put("level", "L1")
                .put("restsOn", "the graph, and native CPU measured here")
                .put("regime", "new architecture")
                .put("method", "class-blend")
                .put("models", 30)
                .put("architectures", 20)
                .put("usualError", 0.14);
        time.putObject("interval").put("lowMs", 8).put("highMs", 20).put("level", 0.9);
        answer.put("pending", false).set("page", matrix.path("page"));
        return answer;
    }
}
