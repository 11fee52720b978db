package dev.bascule.scheduling.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Records as JSON lines. The first says {@code {"schemaVersion": 1, "what": "record", "workload", "policy", "seed"}}, and {@code started} (an instant) where that is known,
 * and {@code lostAttempts} where some are not among the events; each other is an event
 * with {@code at}, seconds by the coordinator's clock from {@code started} on: {@code joined} and {@code left} (worker, hardware), {@code submitted} (job, kind; owner
 * and priority where there are some),
 * {@code placed} and {@code began} (job, attempt, worker), {@code ended} (job, attempt, worker, state {@code done}, {@code failed} or
 * {@code lost}, tookSeconds by the worker's clock). Stateless.
 */
public final class RunRecording {
    private static final int MOST_LINES = 10_000_000;
    /** Of one line, in characters: an event takes some hundred. */
    private static final int LONGEST = 1 << 16;

    private static final String ANYBODY = "all";

    private RunRecording() {}

    /** In the form that {@link #read} reads. */
    public static String write(RecordedRun run) {
        StringBuilder lines = new StringBuilder();
        ObjectNode head = Json.MAPPER.createObjectNode();
        head.put("schemaVersion", 1).put("what", "record").put("workload", run.workload());
        head.put("policy", run.policy()).put("seed", run.seed()).put("lostAttempts", run.lost());
        run.started().ifPresent(started -> head.put("started", started.toString()));
        line(lines, head);
        run.workers()
                .forEach((worker, hardware) -> line(
                        lines,
                        event("joined", Duration.ZERO).put("worker", worker).put("hardware", hardware)));
        for (RecordedAttempt each : run.attempts()) {
            line(
                    lines,
                    event("submitted", each.submitted())
                            .put("job", each.job())
                            .put("kind", each.kind())
                            .put("owner", each.owner())
                            .put("priority", each.priority()));
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
     * Reads line by line.
     *
     * @param source the file's name, for messages
     * @throws BasculeException {@link ErrorCode#RECORD_INVALID}, naming file and line; also where it has more lines than are read, or a longer one
     */
    public static RecordedRun read(Reader lines, String source) throws IOException {
        Reading reading = new Reading(source);
        BufferedReader buffered = new BufferedReader(lines);
        StringBuilder line = new StringBuilder();
        for (int next = buffered.read(); next >= 0; next = buffered.read()) {
            if (next == '\n') {
                reading.line(line.toString());
                line.setLength(0);
            } else if (line.length() < LONGEST) {
                line.append((char) next);
            } else {
                throw reading.wrong("the line after this one is longer than %d characters".formatted(LONGEST));
            }
        }
        reading.line(line.toString());
        return reading.run();
    }

    private static final class Reading {
        private final String source;
        private Optional<JsonNode> head = Optional.empty();
        private final Map<String, String> workers = new TreeMap<>();
        private final Map<String, Duration> joined = new HashMap<>();
        private final Map<String, Duration> left = new HashMap<>();
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
            if (at > MOST_LINES) {
                throw wrong("a record has at most %d lines".formatted(MOST_LINES));
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
                case "joined" -> {
                    workers.put(text(node, "worker"), text(node, "hardware"));
                    joined.putIfAbsent(text(node, "worker"), seconds(node, "at"));
                }
                case "left" -> left.putIfAbsent(text(node, "worker"), seconds(node, "at"));
                case "submitted" -> submitted.put(text(node, "job"), node);
                case "placed" -> placed.put(key(node), seconds(node, "at"));
                case "ended" -> ended(node);
                case "began" -> {}
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
                    came.has("owner") ? text(came, "owner") : ANYBODY,
                    came.path("priority").asInt(),
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
                        first.has("started") ? Optional.of(Instant.parse(text(first, "started"))) : Optional.empty(),
                        new TreeMap<>(workers),
                        cameOrLeft(),
                        attempts,
                        lost);
            } catch (DateTimeException e) {
                throw wrong("'started' must be an instant such as 2026-01-01T00:00:00Z");
            } catch (IllegalArgumentException e) {
                throw wrong(String.valueOf(e.getMessage()));
            }
        }

        private SortedSet<String> cameOrLeft() {
            Duration first = submitted.values().stream()
                    .map(node -> seconds(node, "at"))
                    .min(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            Duration last = done.values().stream()
                    .map(RecordedAttempt::ended)
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO);
            SortedSet<String> some = new TreeSet<>();
            joined.forEach((worker, when) -> {
                if (when.compareTo(first) > 0 || left.getOrDefault(worker, last).compareTo(last) < 0) {
                    some.add(worker);
                }
            });
            return some;
        }

        private BasculeException wrong(String message) {
            return new BasculeException(ErrorCode.RECORD_INVALID, "%s:%d: %s".formatted(source, at, message));
        }
    }
}
