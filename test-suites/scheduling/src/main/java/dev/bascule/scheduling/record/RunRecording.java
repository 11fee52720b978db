package dev.bascule.scheduling.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.time.Duration;
import java.util.Collection;

/**
 * Records as JSON lines. The first says {@code {"schemaVersion": 1, "what": "record", "workload", "policy", "seed"}}, and {@code started} (an instant) where that is known,
 * and {@code lostAttempts} where some are not among the events; each other is an event
 * with {@code at}, seconds by the coordinator's clock from {@code started} on: {@code joined} and {@code left} (worker, hardware), {@code submitted} (job, kind; owner
 * and priority where there are some; {@code on}, workers that have what it asks, where not all have; {@code timed}; {@code withinSeconds};
 * {@code warmth}; {@code after}, jobs that must be done before), {@code known} (kind, hardware, and tookSeconds of what the policy knew before, the newest last),
 * {@code placed} and {@code began} (job, attempt, worker), {@code ended} (job, attempt, worker, state {@code done}, {@code failed} or
 * {@code lost}, tookSeconds by the worker's clock). Stateless.
 */
public final class RunRecording {
    static final int MOST_LINES = 10_000_000;
    /** Of one line, in characters: an event takes some hundred. */
    private static final int LONGEST = 1 << 16;

    static final String ANYBODY = "all";

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
        for (RecordedRun.Known each : run.known()) {
            ObjectNode known = event("known", Duration.ZERO);
            known.put("kind", each.kind()).put("hardware", each.hardware());
            ArrayNode took = known.putArray("tookSeconds");
            each.took().forEach(time -> took.add(time.toNanos() / 1e9));
            line(lines, known);
        }
        for (RecordedAttempt each : run.attempts()) {
            line(lines, submitted(each));
            line(lines, attempt("placed", each.placed(), each));
            line(
                    lines,
                    attempt("ended", each.ended(), each)
                            .put("state", "done")
                            .put("tookSeconds", each.took().toNanos() / 1e9));
        }
        return lines.toString();
    }

    private static ObjectNode submitted(RecordedAttempt each) {
        RecordedAttempt.Asked asked = each.asked();
        ObjectNode node = event("submitted", each.submitted())
                .put("job", each.job())
                .put("kind", each.kind())
                .put("owner", each.owner())
                .put("priority", each.priority());
        put(node, "on", asked.on());
        if (asked.timed()) {
            node.put("timed", true);
        }
        asked.within().ifPresent(within -> node.put("withinSeconds", within.toNanos() / 1e9));
        put(node, "warmth", asked.warmth());
        put(node, "after", asked.after());
        return node;
    }

    private static void put(ObjectNode node, String field, Collection<String> words) {
        if (!words.isEmpty()) {
            ArrayNode array = node.putArray(field);
            words.forEach(array::add);
        }
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
        RecordReading reading = new RecordReading(source);
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
}
