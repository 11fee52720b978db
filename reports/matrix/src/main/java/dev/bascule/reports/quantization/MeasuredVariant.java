package dev.bascule.reports.quantization;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One variant measured on one target. Immutable.
 *
 * @param variant its name
 * @param role what it is beside the others
 * @param bytes of its file
 * @param answers what its answers are worth
 * @param cost what it takes
 * @param placing where it ran, for people
 * @param precision what is known of the precision that was computed in, for people
 * @param dominatedBy names of those that are surely better in something and surely worse in nothing
 * @param flags what a reader must know of it
 */
public record MeasuredVariant(
        String variant,
        Role role,
        long bytes,
        Answers answers,
        Cost cost,
        String placing,
        String precision,
        List<String> dominatedBy,
        List<String> flags) {
    /** What a measured model is beside the others. */
    public enum Role {
        /** The model as it is. */
        ORIGINAL,
        /** The same once more, in a process of its own: it shows what processes differ by. */
        AGAIN,
        /** A smaller one. */
        SMALLER
    }

    /**
     * @param of samples
     * @param accuracy share of right answers; empty without labels
     * @param mcNemar the exact p beside the unquantised model
     * @param agreement share of the same answers as the unquantised model
     * @param divergence mean, in nats
     * @param greatest difference of any output, relative
     * @param lost beside the unquantised model, in the target's kind of loss; empty of that itself and where nothing is known
     * @param further of a text or of vectors
     */
    public record Answers(
            int of,
            Optional<Estimate> accuracy,
            OptionalDouble mcNemar,
            OptionalDouble agreement,
            OptionalDouble divergence,
            OptionalDouble greatest,
            Optional<Estimate> lost,
            Further further) {
        public Answers {
            accuracy.ifPresent(share -> {
                possible("accuracy", share.value(), 0, 1);
                share.ci95().ifPresent(ends -> {
                    possible("accuracy", ends.low(), 0, 1);
                    possible("accuracy", ends.high(), 0, 1);
                });
            });
            mcNemar.ifPresent(p -> possible("p", p, 0, 1));
            agreement.ifPresent(share -> possible("agreement", share, 0, 1));
            divergence.ifPresent(nats -> possible("divergence", nats, 0, Double.MAX_VALUE));
            greatest.ifPresent(off -> possible("difference", off, 0, Double.MAX_VALUE));
            if (of < 0) {
                throw new IllegalArgumentException("%d samples".formatted(of));
            }
        }

        /** Of samples that are neither texts nor sentences. */
        public Answers(
                int of,
                Optional<Estimate> accuracy,
                OptionalDouble mcNemar,
                OptionalDouble agreement,
                OptionalDouble divergence,
                OptionalDouble greatest,
                Optional<Estimate> lost) {
            this(of, accuracy, mcNemar, agreement, divergence, greatest, lost, Further.NONE);
        }
    }

    /**
     * What is known of texts and of vectors alone.
     *
     * @param perplexity the exponential of the mean loss of the next token
     * @param cosine mean, with the unquantised model's vectors
     * @param orderLost 1 less the mean rank correlation of similarities with the unquantised model's
     */
    public record Further(OptionalDouble perplexity, OptionalDouble cosine, Optional<Estimate> orderLost) {
        public static final Further NONE =
                new Further(OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty());

        public Further {
            perplexity.ifPresent(value -> possible("perplexity", value, 0, Double.MAX_VALUE));
            cosine.ifPresent(value -> possible("cosine", value, -1, 1));
            orderLost.ifPresent(lost -> possible("lost order", lost.value(), 0, 2));
        }
    }

    /**
     * @param p50 milliseconds of an inference
     * @param p95 of few inferences empty
     * @param ratio of its time to the unquantised model's; empty of that itself and where no clock could tell
     * @param createMs making the session
     * @param memoryBytes what its processes grew by at most
     * @param joules of an inference
     * @param unmetered why nobody knows the joules; empty where they are known
     */
    public record Cost(
            double p50,
            OptionalDouble p95,
            Optional<Estimate> ratio,
            OptionalDouble createMs,
            OptionalLong memoryBytes,
            OptionalDouble joules,
            Optional<String> unmetered) {
        public Cost {
            possible("p50", p50, 0, Double.MAX_VALUE);
            p95.ifPresent(millis -> possible("p95", millis, 0, Double.MAX_VALUE));
            ratio.ifPresent(times -> possible("ratio", times.value(), 0, Double.MAX_VALUE));
            createMs.ifPresent(millis -> possible("load", millis, 0, Double.MAX_VALUE));
            joules.ifPresent(each -> possible("energy", each, 0, Double.MAX_VALUE));
        }
    }

    /** Sums of shares end a little beyond their ends. */
    private static final double ROUNDING = 1e-9;

    private static void possible(String what, double value, double least, double most) {
        if (!(value >= least - ROUNDING && value <= most + ROUNDING)) {
            throw new IllegalArgumentException("no %s is %s".formatted(what, value));
        }
    }

    public MeasuredVariant {
        dominatedBy = List.copyOf(dominatedBy);
        flags = List.copyOf(flags);
        if (bytes <= 0) {
            throw new IllegalArgumentException("'%s' of %d bytes".formatted(variant, bytes));
        }
    }

    /** What a reader takes it for: flagged is never front. */
    public enum Standing {
        /** The unquantised model once more: it takes no part. */
        AGAIN,
        FLAGGED,
        FRONT,
        /** Another is surely better in something and surely worse in nothing. */
        WORSE,
        /** Nobody is known to be better, but nobody knows what it loses either. */
        UNKNOWN
    }

    public Standing standing() {
        if (role == Role.AGAIN) {
            return Standing.AGAIN;
        }
        if (!flags.isEmpty()) {
            return Standing.FLAGGED;
        }
        return isOnFront() ? Standing.FRONT : dominatedBy.isEmpty() ? Standing.UNKNOWN : Standing.WORSE;
    }

    /**
     * Whether nobody dominates it, nothing speaks against it, and it is known what it loses; the unquantised model opened again takes no
     * part.
     */
    public boolean isOnFront() {
        return role != Role.AGAIN
                && (role == Role.ORIGINAL || answers.lost().isPresent())
                && dominatedBy.isEmpty()
                && flags.isEmpty();
    }
}
