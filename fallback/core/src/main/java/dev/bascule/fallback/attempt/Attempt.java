package dev.bascule.fallback.attempt;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.Memory;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.usage.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One try of a case on one backend. Immutable.
 *
 * @param target where it was to run
 * @param outcome what came of it
 * @param failure why; present unless it succeeded
 * @param evidence where it really ran
 * @param measured what it took
 * @param numerics comparison with the reference, if there were outputs and a reference
 * @param comparison with the native CPU, interleaved, where it was made
 * @param outputs what the first inferences gave; empty where none came, and in records of earlier builds
 * @param span when
 */
public record Attempt(
        Target target,
        Outcome outcome,
        Optional<Failure> failure,
        Evidence evidence,
        Measured measured,
        Optional<Numerics> numerics,
        Optional<Comparison> comparison,
        List<OutputShape> outputs,
        Span span) {

    /**
     * What an attempt took.
     *
     * @param phases fetch, create, first, dispose
     * @param timing warm inferences, if any were timed; kept also when the outputs are wrong
     * @param memory peak use, where a counter exists
     * @param usage what the timed inferences cost the machine, where any were timed and somebody watched
     * @param endToEnd the user's clock, where an input pipeline was measured together with the model
     */
    public record Measured(
            Phases phases,
            Optional<Timing> timing,
            Optional<Memory> memory,
            Optional<Usage> usage,
            Optional<EndToEnd> endToEnd) {

        /** Of one that never got a session. */
        public static final Measured NONE =
                new Measured(Phases.NONE, Optional.empty(), Optional.empty(), Optional.empty());

        /** Without the user's clock. */
        public Measured(Phases phases, Optional<Timing> timing, Optional<Memory> memory, Optional<Usage> usage) {
            this(phases, timing, memory, usage, Optional.empty());
        }
    }

    public Attempt {
        outputs = List.copyOf(outputs);
        if ((outcome == Outcome.SUCCEEDED) == failure.isPresent()) {
            throw new IllegalArgumentException("an attempt has a failure exactly when it did not succeed: " + outcome);
        }
        if (outcome == Outcome.SUCCEEDED && numerics.map(n -> !n.ok()).orElse(false)) {
            throw new IllegalArgumentException("an attempt with wrong outputs did not succeed");
        }
    }

    /** Whether something held the machine back while it was timed: its figures are not this machine's best. */
    public boolean throttled() {
        return measured.usage().flatMap(cost -> cost.throttling().throttled()).orElse(false);
    }

    /** The same with nearer remedies for its failure; as it is where it succeeded or nothing nearer is known. */
    public Attempt withRemedies(List<String> nearer) {
        return failure.isEmpty() || nearer.isEmpty()
                ? this
                : new Attempt(
                        target,
                        outcome,
                        failure.map(why -> new Failure(why.code(), why.message(), nearer)),
                        evidence,
                        measured,
                        numerics,
                        comparison,
                        outputs,
                        span);
    }

    /** The same with how far its outputs are from the exact result, and a note on that; what it came to stays. */
    public Attempt beside(Difference.Noise exact, Optional<String> note) {
        return new Attempt(
                target,
                outcome,
                failure,
                note.map(evidence::noting).orElse(evidence),
                measured,
                numerics.map(known -> known.beside(exact)),
                comparison,
                outputs,
                span);
    }

    /** The same without its ratio, and with the reason among the evidence's notes. */
    public Attempt withoutComparison(String reason) {
        return new Attempt(
                target, outcome, failure, evidence.noting(reason), measured, numerics, Optional.empty(), outputs, span);
    }

    /**
     * What its reader should know though nothing failed: that a program on the CPU did a GPU's work, that some nodes ran
     * elsewhere. None of an attempt that brought no outputs.
     */
    public List<Failure> warnings() {
        if (numerics.isEmpty()) {
            return List.of();
        }
        List<Failure> warnings = new ArrayList<>();
        String backend = target.backend().id();
        if (evidence.software().orElse(false)) {
            warnings.add(Failure.of(
                    ErrorCode.SOFTWARE_ADAPTER, backend + " ran on a software adapter, which is no acceleration"));
        }
        if (evidence.proof() == ProofClass.PROVEN && evidence.isPartial()) {
            warnings.add(Failure.of(
                    ErrorCode.PLACEMENT_PARTIAL,
                    "%d of %d nodes ran on %s, the others on %s"
                            .formatted(
                                    evidence.nodesOnRequested(),
                                    evidence.totalNodes(),
                                    backend,
                                    evidence.nodes().keySet().stream()
                                            .filter(word -> !word.equals(
                                                    evidence.where().requested()))
                                            .sorted()
                                            .collect(Collectors.joining(", ")))));
        }
        numerics.filter(Numerics::isNarrow)
                .ifPresent(narrow -> warnings.add(Failure.of(
                        ErrorCode.SUMS_NARROW,
                        "right for sums of 16-bit floats in 16 bits, not for sums in 32 bits: %s"
                                .formatted(narrow.tolerance().basis()))));
        numerics.ifPresent(found -> found.products()
                .ifPresent(precision -> warnings.add(Failure.of(
                        ErrorCode.PRODUCTS_NARROW,
                        "right for products of 32-bit floats in %s, not for products in fp32: %s"
                                .formatted(precision.word(), found.tolerance().basis())))));
        return warnings;
    }

    public boolean succeeded() {
        return outcome == Outcome.SUCCEEDED;
    }

    /** An attempt that never got a session. */
    public static Attempt notStarted(
            Target target, Outcome outcome, Failure failure, Instant startedAt, Duration elapsed) {
        return new Attempt(
                target,
                outcome,
                Optional.of(failure),
                Evidence.none(target.backend().id()),
                Measured.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new Span(startedAt, elapsed));
    }
}
