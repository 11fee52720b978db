package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The user's clock: what each step took on the way from a file's bytes in memory to the model's outputs, one sample an iteration.
 * A step that the runner cannot tell apart is left out: its time is in that of its neighbour. Immutable.
 *
 * @param steps milliseconds of each step, all of one length
 * @param answer what the outputs say, in words; empty where nobody knows how to tell
 */
public record EndToEnd(Map<Step, Samples> steps, Optional<String> answer) {

    /** Of outputs that nobody knows how to read. */
    public EndToEnd(Map<Step, Samples> steps) {
        this(steps, Optional.empty());
    }

    /** The steps, in their order. */
    public enum Step {
        /** A file to samples or pixels. */
        DECODE("decode"),
        /** Samples, pixels or a text to the values of tensors. */
        FEATURES("features"),
        /** These values to the engine's tensors. */
        UPLOAD("upload"),
        /** The engine's run, and what copying it does itself. */
        INFERENCE("inference"),
        /** The engine's outputs to the host's memory. */
        DOWNLOAD("download"),
        /** Outputs to the answer. */
        POST_PROCESSING("postProcessing");

        private final String word;

        Step(String word) {
            this.word = word;
        }

        /** In documents and messages. */
        public String word() {
            return word;
        }

        public static Optional<Step> of(String word) {
            for (Step step : values()) {
                if (step.word.equals(word)) {
                    return Optional.of(step);
                }
            }
            return Optional.empty();
        }
    }

    public EndToEnd {
        int size = inference(steps).size();
        if (size == 0 || steps.values().stream().anyMatch(samples -> samples.size() != size)) {
            throw new IllegalArgumentException("steps of different numbers of iterations, or of none");
        }
        steps = Collections.unmodifiableMap(new EnumMap<>(steps));
    }

    private static Samples inference(Map<Step, Samples> steps) {
        return Optional.ofNullable(steps.get(Step.INFERENCE))
                .orElseThrow(() -> new IllegalArgumentException("an end-to-end time without its inference"));
    }

    /** The sum of the steps, for each iteration. */
    public Samples total() {
        double[] sums = new double[size()];
        steps.values().forEach(samples -> {
            double[] millis = samples.millis();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += millis[i];
            }
        });
        return Samples.ofMillis(sums);
    }

    /** Which part of the whole time the step took; empty where it is not told apart, or no time passed. */
    public Optional<Double> share(Step step) {
        double all = total().totalMillis();
        return Optional.ofNullable(steps.get(step))
                .filter(known -> all > 0)
                .map(samples -> samples.totalMillis() / all);
    }

    /** Iterations. */
    public int size() {
        return inference(steps).size();
    }
}
