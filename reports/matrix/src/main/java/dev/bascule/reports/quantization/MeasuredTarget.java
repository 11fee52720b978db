package dev.bascule.reports.quantization;

import java.util.List;
import java.util.Optional;

/**
 * What was measured on one target, and what to take there. Immutable.
 *
 * @param target its id
 * @param loss by what variants are judged; empty where nothing is known
 * @param points the unquantised model's first
 * @param failed why others have none
 * @param notes for the reader
 * @param advice what to take
 */
public record MeasuredTarget(
        String target,
        Optional<LossKind> loss,
        List<MeasuredVariant> points,
        List<Failed> failed,
        List<String> notes,
        Advice advice) {
    /** What is lost, by what is known of samples. */
    public enum LossKind {
        ACCURACY("accuracy", true),
        /** A hundredth of a nat a token is told as a point. */
        NEXT_TOKEN("loss of the next token (a point is 0.01 nats a token, some 1 % of perplexity)", true),
        ORDER(
                "order of similar sentences (a point is 0.01 of Spearman's correlation over just these: among more, less)",
                true),
        AGREEMENT("agreement with the unquantised model", true),
        DEVIATION("mean relative difference of outputs", false);

        private final String words;
        private final boolean points;

        LossKind(String words, boolean points) {
            this.words = words;
            this.points = points;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** Whether it is told in hundredths. */
        public boolean inPoints() {
            return points;
        }
    }

    /** A variant that came to nothing there, with a code of errors. */
    public record Failed(String variant, String code, String message) {}

    /**
     * @param variant advised, or the nearest; empty where nothing was measured
     * @param keeps whether it surely keeps the budget
     * @param sentences why, and what is given up
     */
    public record Advice(Optional<String> variant, boolean keeps, List<String> sentences) {
        public Advice {
            sentences = List.copyOf(sentences);
        }
    }

    public MeasuredTarget {
        points = List.copyOf(points);
        failed = List.copyOf(failed);
        notes = List.copyOf(notes);
    }
}
