package dev.bascule.reports.history;

import java.time.Instant;
import java.util.Optional;

/**
 * A time that was predicted, as it was told. It is of no run: no cell, verdict, score or baseline is made of it. Immutable.
 *
 * @param at when
 * @param maker the command that told it, such as {@code predict}
 * @param subject of which model
 * @param place on which target
 * @param basis what it rested on
 * @param figure of the samples that the time is one of
 * @param millis of a warm inference
 * @param bounds what was to hold the true time; empty where there was no interval
 * @param imported whether it was read from another history: nobody here vouches for what it says, nor for when it was told
 */
public record MadePrediction(
        Instant at,
        String maker,
        Subject subject,
        Place place,
        Basis basis,
        Figure figure,
        double millis,
        Optional<Bounds> bounds,
        boolean imported) {

    /** What of a session's samples is foretold; each is held against its own. */
    public enum Figure {
        /** What an inference usually takes. */
        MEDIAN("median"),
        /** What it takes while nothing else takes the processor. */
        MINIMUM("minimum");

        private final String words;

        Figure(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }
    }

    /** @param inputs names, types and shapes as of {@link TimedAttempt.Subject} */
    public record Subject(String model, String sha256, String inputs) {}

    /**
     * @param machine fingerprint
     * @param target id
     * @param threads of a CPU engine
     */
    public record Place(String machine, String target, int threads) {
        public Place {
            if (threads < 1) {
                throw new IllegalArgumentException("%d threads".formatted(threads));
            }
        }
    }

    /**
     * @param level such as {@code L1}
     * @param regime which kind of case it was, in words
     */
    public record Basis(String level, String regime, String method) {}

    /**
     * @param level how often such an interval claims to hold the true time, such as 0.9
     * @param low in milliseconds
     * @param high in milliseconds
     */
    public record Bounds(double level, double low, double high) {
        public Bounds {
            if (!(level > 0 && level < 1) || !(low >= 0 && low <= high)) {
                throw new IllegalArgumentException("from %s to %s ms for %s".formatted(low, high, level));
            }
        }
    }

    /** What a prediction is an answer to: a later one takes its place, but none of another history takes that of one made here. */
    record Question(Subject subject, Place place, Figure figure, Optional<Double> intervalLevel, boolean imported) {}

    public MadePrediction {
        if (!(millis > 0) || Double.isInfinite(millis)) {
            throw new IllegalArgumentException("a time of %s ms".formatted(millis));
        }
    }

    /** Of a figure, made here. */
    public MadePrediction(
            Instant at,
            String maker,
            Subject subject,
            Place place,
            Basis basis,
            Figure figure,
            double millis,
            Optional<Bounds> bounds) {
        this(at, maker, subject, place, basis, figure, millis, bounds, false);
    }

    /** Of a median, made here. */
    public MadePrediction(
            Instant at,
            String maker,
            Subject subject,
            Place place,
            Basis basis,
            double millis,
            Optional<Bounds> bounds) {
        this(at, maker, subject, place, basis, Figure.MEDIAN, millis, bounds);
    }

    /** The same, as of another history. */
    MadePrediction asImported() {
        return new MadePrediction(at, maker, subject, place, basis, figure, millis, bounds, true);
    }

    Question question() {
        return new Question(subject, place, figure, bounds.map(Bounds::level), imported);
    }

    /** Whether it tells the same, whoever told it and when. */
    boolean repeats(MadePrediction other) {
        return question().equals(other.question())
                && basis.equals(other.basis)
                && Double.compare(millis, other.millis) == 0
                && bounds.equals(other.bounds);
    }
}
