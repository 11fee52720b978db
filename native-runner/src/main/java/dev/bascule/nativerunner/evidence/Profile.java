package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * ONNX Runtime's profile, a Chrome trace: an array of events, those of category {@code Node} whose name ends in
 * {@code _kernel_time} naming the provider that ran the node (onnxruntime/core/framework/sequential_executor.cc).
 * Stateless.
 */
final class Profile {
    private static final String KERNEL = "_kernel_time";

    /** Of one event, after which others come. */
    private static final ObjectReader EVENT =
            Json.MAPPER.readerFor(JsonNode.class).without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private Profile() {}

    /**
     * The nodes that ran, in order, each once however often it ran (in a loop's body, say).
     *
     * @throws IOException when it is no such profile
     */
    static List<NodePlacement> parse(String json) throws IOException {
        Placements placements = new Placements();
        read(new StringReader(json), placements);
        return placements.list();
    }

    /**
     * Reads the events one by one: a profile of several inferences may be long.
     *
     * @throws IOException when it is no array, or is cut short
     */
    static void read(Reader json, Consumer<JsonNode> events) throws IOException {
        try (JsonParser parser = Json.MAPPER.createParser(json)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return;
            }
            if (first != JsonToken.START_ARRAY) {
                throw new IOException("a profile is an array of events, and this one begins with " + first);
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                events.accept(EVENT.<JsonNode>readValue(parser));
            }
        }
    }

    /** Whether the event tells of a node that ran. */
    static boolean isKernel(JsonNode event) {
        return event.path("cat").asText().equals("Node")
                && event.path("name").asText().endsWith(KERNEL)
                && event.path("args").has("provider");
    }

    /** Which node of the graph, or of a graph within it, a kernel's event is of. */
    static String node(JsonNode event) {
        JsonNode args = event.path("args");
        return args.path("node_index").asText() + "/" + args.path("op_name").asText() + "/"
                + event.path("name").asText();
    }

    /** The nodes of a profile's events, each once. */
    static final class Placements implements Consumer<JsonNode> {
        private final Map<String, NodePlacement> found = new LinkedHashMap<>();

        @Override
        public void accept(JsonNode event) {
            if (isKernel(event)) {
                JsonNode args = event.path("args");
                String name = event.path("name").asText();
                String node = name.substring(0, name.length() - KERNEL.length());
                String operator = args.path("op_name").asText();
                found.putIfAbsent(
                        node(event),
                        new NodePlacement(node, operator, args.path("provider").asText()));
            }
        }

        List<NodePlacement> list() {
            return List.copyOf(found.values());
        }
    }
}
