package dev.bascule.nativerunner.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * PyTorch's profile, a Chrome trace: complete events with a beginning and a duration in microseconds, those of operators
 * called {@code aten::...} (torch/csrc/autograd/profiler_legacy.cpp). Stateless.
 */
public final class TorchProfile {
    private static final String OPERATOR = "aten::";

    private TorchProfile() {}

    private record Event(String name, double from, double to) {}

    /**
     * The operators that a model called, in order: those that another operator called in turn are parts of it.
     *
     * @param device where the library can run them at all
     * @throws JsonProcessingException when it is no JSON
     */
    public static List<NodePlacement> parse(String json, String device) throws JsonProcessingException {
        List<Event> events = new ArrayList<>();
        for (JsonNode event : Json.MAPPER.readTree(json)) {
            String name = event.path("name").asText();
            if (name.startsWith(OPERATOR) && event.path("ph").asText().equals("X")) {
                double from = event.path("ts").asDouble();
                events.add(new Event(
                        name.substring(OPERATOR.length()),
                        from,
                        from + event.path("dur").asDouble()));
            }
        }
        events.sort(Comparator.comparingDouble(Event::from).thenComparing(Event::to, Comparator.reverseOrder()));
        List<NodePlacement> placements = new ArrayList<>();
        double end = Double.NEGATIVE_INFINITY;
        for (Event event : events) {
            if (event.from() >= end) {
                placements.add(new NodePlacement(event.name() + "." + placements.size(), event.name(), device));
                end = event.to();
            }
        }
        return placements;
    }
}
