package dev.bascule.app.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** One line of what a peer's process tells. Immutable. */
sealed interface PeerLine {
    /** @param system what its library says that it was built for */
    record Engine(String system) implements PeerLine {}

    record Session(double createMs, int threads, int context) implements PeerLine {}

    record Prompt(double firstMs, List<Double> warmMs) implements PeerLine {}

    record Round(List<Double> ms) implements PeerLine {}

    record Own(List<Long> tokens) implements PeerLine {}

    /** It is slow, and does not hang. */
    record Alive() implements PeerLine {}

    record Done() implements PeerLine {}

    /** Longer words are nobody's processor. */
    int WORDS = 500;

    /** @return empty where it is none of these, whole and of finite times above 0 */
    static Optional<PeerLine> parse(String line) {
        JsonNode json;
        try {
            json = Json.MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        return switch (json.path("type").asText()) {
            case "engine" -> Optional.of(new Engine(words(json.path("system"))));
            case "session" ->
                time(json.path("createMs"))
                        .filter(time -> json.path("threads").isInt()
                                && json.path("context").isInt())
                        .map(time -> new Session(
                                time,
                                json.path("threads").asInt(),
                                json.path("context").asInt()));
            case "prompt" ->
                time(json.path("firstMs"))
                        .flatMap(first ->
                                all(json.path("warmMs"), PeerLine::time).map(warm -> new Prompt(first, warm)));
            case "round" -> all(json.path("ms"), PeerLine::time).map(Round::new);
            case "own" -> all(json.path("tokens"), PeerLine::token).map(Own::new);
            case "alive" -> Optional.of(new Alive());
            case "done" -> Optional.of(new Done());
            default -> Optional.empty();
        };
    }

    private static String words(JsonNode node) {
        String words = node.asText("").replaceAll("\\p{Cntrl}", " ").strip();
        return words.length() <= WORDS ? words : words.substring(0, WORDS);
    }

    private static Optional<Double> time(JsonNode node) {
        return node.isNumber() && Double.isFinite(node.asDouble()) && node.asDouble() > 0
                ? Optional.of(node.asDouble())
                : Optional.empty();
    }

    private static Optional<Long> token(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToInt() && node.asInt() >= 0
                ? Optional.of(node.asLong())
                : Optional.empty();
    }

    private static <T> Optional<List<T>> all(JsonNode node, Function<JsonNode, Optional<T>> each) {
        if (!node.isArray() || node.isEmpty()) {
            return Optional.empty();
        }
        List<T> values = new ArrayList<>();
        for (JsonNode one : node) {
            each.apply(one).ifPresent(values::add);
        }
        return values.size() == node.size() ? Optional.of(List.copyOf(values)) : Optional.empty();
    }
}
