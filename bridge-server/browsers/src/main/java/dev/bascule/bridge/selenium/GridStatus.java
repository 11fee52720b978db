package dev.bascule.bridge.selenium;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a Grid answers on {@code /status}. Immutable.
 *
 * @param ready whether it takes sessions now
 * @param message its own word on that
 * @param slots every place for a browser on nodes that are up
 */
record GridStatus(boolean ready, String message, List<Slot> slots) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String VENDOR = ":";
    /** What concerns the Grid alone. */
    private static final String OWN = "se:";

    /**
     * A place for one browser.
     *
     * @param node the address of its machine
     * @param stereotype what a browser in it is
     * @param busy whether one runs in it now
     */
    record Slot(URI node, Map<String, Object> stereotype, boolean busy) {}

    GridStatus {
        slots = List.copyOf(slots);
    }

    /**
     * Reads the answer.
     *
     * @throws IllegalArgumentException when it is not a Grid's
     */
    static GridStatus parse(String json) {
        try {
            JsonNode value = JSON.readTree(json).path("value");
            if (!value.path("ready").isBoolean()) {
                throw new IllegalArgumentException("it does not answer as a Grid does");
            }
            List<Slot> slots = new ArrayList<>();
            for (JsonNode node : value.path("nodes")) {
                if (!node.path("availability").asText("UP").equals("UP")) {
                    continue;
                }
                URI address = URI.create(node.path("uri").asText(""));
                for (JsonNode slot : node.path("slots")) {
                    slots.add(new Slot(
                            address,
                            stereotype(slot.path("stereotype")),
                            slot.path("session").isObject()));
                }
            }
            return new GridStatus(
                    value.path("ready").asBoolean(), value.path("message").asText(""), slots);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("it does not answer in JSON", e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> stereotype(JsonNode node) {
        return node.isObject() ? JSON.convertValue(node, Map.class) : Map.of();
    }

    /** Each browser once, however many slots it has. */
    List<GridBrowser> browsers() {
        Map<Map<String, Object>, List<Slot>> alike = slots.stream()
                .filter(slot -> slot.stereotype().get("browserName") instanceof String)
                .collect(Collectors.groupingBy(Slot::stereotype, LinkedHashMap::new, Collectors.toList()));
        return alike.entrySet().stream()
                .map(entry -> browser(entry.getKey(), entry.getValue()))
                .sorted(java.util.Comparator.comparing(GridBrowser::toString))
                .toList();
    }

    private static GridBrowser browser(Map<String, Object> stereotype, List<Slot> slots) {
        Map<String, Object> options = new LinkedHashMap<>(stereotype);
        options.keySet().removeIf(name -> !name.contains(VENDOR) || name.startsWith(OWN));
        return new GridBrowser(
                String.valueOf(stereotype.get("browserName")),
                text(stereotype, "browserVersion"),
                text(stereotype, "platformName"),
                options,
                slots.stream().map(Slot::node).distinct().toList(),
                slots.size());
    }

    private static Optional<String> text(Map<String, Object> stereotype, String name) {
        return Optional.ofNullable(stereotype.get(name))
                .map(Object::toString)
                .filter(value -> !value.isBlank() && !value.equalsIgnoreCase("any"));
    }
}
