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
     */
    public record Answers(
            int of,
            Optional<Estimate> accuracy,
            OptionalDouble mcNemar,
            OptionalDouble agreement,
            OptionalDouble divergence,
            OptionalDouble greatest,
            Optional<Estimate> lost) {}

    /**
     * @param p50 milliseconds of an inference
     * @param p95 of few inferences empty
     * @param ratio of its time to the unquantised model's; empty of that itself and where no clock could tell
     * @param createMs making the session
     * @param memoryBytes what its processes grew by at most
     * @param joules of an inference
     */
    public record Cost(
            double p50,
            OptionalDouble p95,
            Optional<Estimate> ratio,
            OptionalDouble createMs,
            OptionalLong memoryBytes,
            OptionalDouble joules) {}

    public MeasuredVariant {
        dominatedBy = List.copyOf(dominatedBy);
        flags = List.copyOf(flags);
        if (bytes <= 0) {
            throw new IllegalArgumentException("'%s' of %d bytes".formatted(variant, bytes));
        }
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
