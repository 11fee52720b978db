package dev.bascule.scheduling.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
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

/** What was read of a record so far. For one thread. */
final class RecordReading {
    private final String source;
    private Optional<JsonNode> head = Optional.empty();
    private final Map<String, String> workers = new TreeMap<>();
    private final Map<String, Duration> joined = new HashMap<>();
    private final Map<String, Duration> left = new HashMap<>();
    private final Map<String, JsonNode> submitted = new HashMap<>();
    private final Map<String, Duration> placed = new HashMap<>();
    private final List<RecordedRun.Known> known = new ArrayList<>();
    private final Map<String, RecordedAttempt> done = new HashMap<>();
    private long lost;
    private int at;

    RecordReading(String source) {
        this.source = source;
    }

    void line(String line) {
        at++;
        if (line.isBlank()) {
            return;
        }
        if (at > RunRecording.MOST_LINES) {
            throw wrong("a record has at most %d lines".formatted(RunRecording.MOST_LINES));
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
            case "known" -> known.add(new RecordedRun.Known(text(node, "kind"), text(node, "hardware"), times(node)));
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
                came.has("owner") ? text(came, "owner") : RunRecording.ANYBODY,
                came.path("priority").asInt(),
                text(node, "worker"),
                seconds(came, "at"),
                begun,
                seconds(node, "at"),
                seconds(node, "tookSeconds"),
                asked(came));
        if (done.put(job, attempt) != null) {
            throw wrong("%s was done twice".formatted(job));
        }
    }

    private RecordedAttempt.Asked asked(JsonNode came) {
        return new RecordedAttempt.Asked(
                texts(came, "on"),
                came.path("timed").asBoolean(),
                came.has("withinSeconds") ? Optional.of(seconds(came, "withinSeconds")) : Optional.empty(),
                texts(came, "warmth"),
                texts(came, "after"));
    }

    private SortedSet<String> texts(JsonNode node, String field) {
        SortedSet<String> texts = new TreeSet<>();
        for (JsonNode each : node.path(field)) {
            if (!each.isTextual()) {
                throw wrong("'%s' must be texts".formatted(field));
            }
            texts.add(each.asText());
        }
        return texts;
    }

    private List<Duration> times(JsonNode node) {
        List<Duration> times = new ArrayList<>();
        for (JsonNode each : node.path("tookSeconds")) {
            times.add(seconds(each, "tookSeconds"));
        }
        return times;
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

    /** Of a node's field, or of a node that is a number itself. */
    private Duration seconds(JsonNode node, String field) {
        double value = (node.isNumber() ? node : node.path(field)).asDouble(Double.NaN);
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
                    lost,
                    known);
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

    BasculeException wrong(String message) {
        return new BasculeException(ErrorCode.RECORD_INVALID, "%s:%d: %s".formatted(source, at, message));
    }
}
