package dev.bascule.scheduling.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records as JSON lines. The first says {@code {"schemaVersion": 1, "what": "record", "workload", "policy", "seed"}}, and {@code lostAttempts} where some are not among
 * the events; each other is an event
 * with {@code at}, seconds by the coordinator's clock: {@code joined} and {@code left} (worker, hardware), {@code submitted} (job, kind),
 * {@code placed} and {@code began} (job, attempt, worker), {@code ended} (job, attempt, worker, state {@code done}, {@code failed} or
 * {@code lost}, tookSeconds by the worker's clock). Stateless.
 */
public final class RunRecording {
    private static final int MOST_LINES = 10_000_000;

    private RunRecording() {}

    /** In the form that {@link #read} reads. */
    public static String write(RecordedRun run) {
        StringBuilder lines = new StringBuilder();
        ObjectNode head = Json.MAPPER.createObjectNode();
        head.put("schemaVersion", 1).put("what", "record").put("workload", run.workload());
        line(lines, head.put("policy", run.policy()).put("seed", run.seed()).put("lostAttempts", run.lost()));
        run.workers()
                .forEach((worker, hardware) -> line(
                        lines,
                        event("joined", Duration.ZERO).put("worker", worker).put("hardware", hardware)));
        for (RecordedAttempt each : run.attempts()) {
            line(
                    lines,
                    event("submitted", each.submitted()).put("job", each.job()).put("kind", each.kind()));
            line(lines, attempt("placed", each.placed(), each));
            line(
                    lines,
                    attempt("ended", each.ended(), each)
                            .put("state", "done")
                            .put("tookSeconds", each.took().toNanos() / 1e9));
        }
        return lines.toString();
    }

    private static ObjectNode attempt(String event, Duration at, RecordedAttempt each) {
        return event(event, at).put("job", each.job()).put("attempt", 1).put("worker", each.worker());
    }

    private static ObjectNode event(String event, Duration at) {
        return Json.MAPPER.createObjectNode().put("event", event).put("at", at.toNanos() / 1e9);
    }

    private static void line(StringBuilder lines, ObjectNode node) {
        lines.append(node).append('\n');
    }

    /**
     * @param source the file's name, for messages
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID}, naming file and line
     */
    public static RecordedRun read(String text, String source) {
        Reading reading = new Reading(source);
        text.lines().limit(MOST_LINES).forEach(reading::line);
        return reading.run();
    }

    private static final class Reading {
        private final String source;
        private Optional<JsonNode> head = Optional.empty();
        private final Map<String, String> workers = new TreeMap<>();
        private final Map<String, JsonNode> submitted = new HashMap<>();
        private final Map<String, Duration> placed = new HashMap<>();
        private final Map<String, RecordedAttempt> done = new HashMap<>();
        private long lost;
        private int at;

        Reading(String source) {
            this.source = source;
        }

        void line(String line) {
            at++;
            if (line.isBlank()) {
                return;
            }
            JsonNode node;
            try {
                node = Json.MAPPER.readTree(line);
            } catch (JsonProcessingException e) {
                throw wrong("no JSON: " + e.getOriginalMessage());
            }
            try {
                if (head.isEmpty()) {
                    if (!text(node, "what").equals("record")
                            || node.path("schemaVersion").asInt() != 1) {
                        throw wrong("the first line of a record says {\"schemaVersion\": 1, \"what\": \"record\", …}");
                    }
                    head = Optional.of(node);
                    lost = Math.max(0, node.path("lostAttempts").asLong());
                } else {
                    event(node);
                }
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()));
            }
        }

        private void event(JsonNode node) {
            switch (text(node, "event")) {
                case "joined" -> workers.put(text(node, "worker"), text(node, "hardware"));
                case "submitted" -> submitted.put(text(node, "job"), node);
                case "placed" -> placed.put(key(node), seconds(node, "at"));
                case "ended" -> ended(node);
                case "began", "left" -> {}
                default -> throw wrong("no event is called '%s'".formatted(text(node, "event")));
            }
        }

        private void ended(JsonNode node) {
            if (!text(node, "state").equals("done")) {
                lost++;
                return;
            }
            String job = text(node, "job");
            JsonNode came = Optional.ofNullable(submitted.get(job))
                    .orElseThrow(() -> wrong("%s ended, but was never submitted".formatted(job)));
            Duration begun = Optional.ofNullable(placed.get(key(node)))
                    .orElseThrow(() -> wrong("%s ended, but was never placed".formatted(job)));
            RecordedAttempt attempt = new RecordedAttempt(
                    job,
                    text(came, "kind"),
                    text(node, "worker"),
                    seconds(came, "at"),
                    begun,
                    seconds(node, "at"),
                    seconds(node, "tookSeconds"));
            if (done.put(job, attempt) != null) {
                throw wrong("%s was done twice".formatted(job));
            }
        }

        private String key(JsonNode node) {
            return text(node, "job") + "/" + node.path("attempt").asInt();
        }

        private String text(JsonNode node, String field) {
            if (!node.path(field).isTextual()) {
                throw wrong("'%s' must be a text".formatted(field));
            }
            return node.path(field).asText();
        }

        private Duration seconds(JsonNode node, String field) {
            double value = node.path(field).asDouble(Double.NaN);
            if (!(value >= 0 && value < 1e9)) {
                throw wrong("'%s' must be seconds".formatted(field));
            }
            return Duration.ofNanos(Math.round(value * 1e9));
        }

        RecordedRun run() {
            JsonNode first = head.orElseThrow(() -> wrong("it is empty"));
            List<RecordedAttempt> attempts = new ArrayList<>(done.values());
            try {
                return new RecordedRun(
                        text(first, "workload"),
                        text(first, "policy"),
                        first.path("seed").asLong(),
                        new TreeMap<>(workers),
                        attempts,
                        lost);
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()));
            }
        }

        private BasculeException wrong(String message) {
            return new BasculeException(ErrorCode.RECORD_INVALID, "%s:%d: %s".formatted(source, at, message));
        }
    }
}
