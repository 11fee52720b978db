package dev.bascule.studies.scenario;

import dev.bascule.fallback.answer.Answer;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What was heard of a sound.
 *
 * @param scores how surely the phrase was said, of each frame
 * @param spent what the parts took of all frames together
 */
record Heard(List<Double> scores, Map<Part, Duration> spent) {
    /** From which on it was said, as openWakeWord's documents have it. */
    static final double THRESHOLD = 0.5;

    static final Duration FRAME = Duration.ofMillis(80);

    /** A part of the way of a frame. */
    enum Part {
        MEL("log-mel frames"),
        EMBEDDING("speech embedding"),
        WORD("wake word"),
        WAYS("ways between");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    Heard {
        scores = List.copyOf(scores);
        EnumMap<Part, Duration> copy = new EnumMap<>(Part.class);
        copy.putAll(spent);
        spent = Collections.unmodifiableMap(copy);
    }

    double highest() {
        return scores.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    boolean wakes() {
        return highest() >= THRESHOLD;
    }

    Answer.Activity activity() {
        return new Answer.Activity(scores, THRESHOLD);
    }

    /** Milliseconds of a part in each frame, on average. */
    double aFrame(Part part) {
        return spent.getOrDefault(part, Duration.ZERO).toNanos() / 1e6 / Math.max(1, scores.size());
    }
}
