package dev.bascule.bridge.dashboard.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.json.Json;
import java.time.Instant;

/**
 * A server-sent event.
 *
 * @param id greater than that of every event before it, those of earlier servers included
 * @param type such as {@code job.queued}
 * @param at when
 * @param data a JSON object in one line
 */
public record ServerEvent(long id, String type, Instant at, String data) {

    /** What a journal that does not reach back to a client's last event says in place of what it has lost. */
    public static final String RESET = "reset";

    static String data(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an event that is no JSON", e);
        }
    }

    /** As a server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
    public String wire() {
        return "id: %d\nevent: %s\ndata: %s\n\n".formatted(id, type, data);
    }
}
