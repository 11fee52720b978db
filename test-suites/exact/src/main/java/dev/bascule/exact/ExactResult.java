package dev.bascule.exact;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What came of running a model exactly. */
public sealed interface ExactResult {

    /** @param steps for each step the outputs by name */
    record Known(List<Map<String, ExactOutput>> steps, Duration took) implements ExactResult {
        public Known {
            steps = steps.stream().map(Map::copyOf).toList();
        }

        /** Of the first step. */
        public ExactOutput output(String name) {
            return Optional.ofNullable(steps.get(0).get(name)).orElseThrow();
        }
    }

    /** @param why in words, the beginning of a sentence */
    record Unknown(String why) implements ExactResult {}
}
