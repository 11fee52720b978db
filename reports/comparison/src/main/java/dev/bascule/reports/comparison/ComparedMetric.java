package dev.bascule.reports.comparison;

import java.util.Optional;

/** Which times of cells are held against each other. */
public enum ComparedMetric {
    /** Warm inferences: from the call of {@code run} to the outputs on the CPU. */
    INFERENCE("inference", "warm inferences", "Time of an inference"),
    /** The user's clock, of cells whose input pipeline was measured together with the model. */
    END_TO_END(
            "end-to-end",
            "end to end: from a file's bytes to the model's outputs",
            "Time from a file's bytes to the model's outputs");

    private final String word;
    private final String words;
    private final String time;

    ComparedMetric(String word, String words, String time) {
        this.word = word;
        this.words = words;
        this.time = time;
    }

    /** In documents and options. */
    public String word() {
        return word;
    }

    public String words() {
        return words;
    }

    /** What one figure of it is. */
    public String time() {
        return time;
    }

    public static Optional<ComparedMetric> of(String word) {
        for (ComparedMetric metric : values()) {
            if (metric.word.equals(word)) {
                return Optional.of(metric);
            }
        }
        return Optional.empty();
    }
}
