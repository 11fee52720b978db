package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.reports.format.CheckCoverageText;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One case run in sentences: what came of it, and why. Stateless. */
public final class CaseRunText {
    private CaseRunText() {}

    /** What came of it, in one sentence. */
    public static String what(CaseRun run) {
        String expected = run.chain().first().id();
        return switch (run.verdict()) {
            case PASS -> "right, on " + expected + rests(run);
            case PARTIAL -> partly(run, expected);
            case FELL_BACK ->
                "right, on %s instead of %s%s%s"
                        .formatted(
                                run.decisive().target().backend().id(),
                                expected,
                                run.leftForItsOutputs()
                                        .map(
                                                wrong -> "; " + wrong
                                                        + " gave wrong outputs, and an app that does not check them stays there")
                                        .orElse(""),
                                run.fallbackCost()
                                        .map(cost -> " (%s the time of %s, interleaved)"
                                                .formatted(
                                                        Figures.times(
                                                                cost.ratio().value()),
                                                        comparedWith(run, cost)))
                                        .orElse(""));
            case SKIPPED ->
                run.decisive().outcome() == Outcome.NOT_JUDGED
                        ? "it shows nothing of the backend: right and wrong cannot be told apart"
                        : "not run to its end";
            case UNSUPPORTED ->
                run.stoppedAt().isPresent() || run.chain().isStrict()
                        ? run.decisive().target().backend().id() + " cannot run it here"
                        : "no backend of the chain can run it here";
            case FLAKY -> flaky(run);
            case TIMED_OUT -> "no answer in time";
            case FAILED -> "it ended in an error";
            case WRONG -> "it ran, and its outputs are wrong";
            case CRASHED -> "the page or process died; the run went on";
        };
    }

    /** One line for each attempt that did not go well, for each retry, and for a chain that ended with backends left. */
    static List<String> why(CaseRun run) {
        List<String> why = new ArrayList<>();
        for (NumberedAttempt made : NumberedAttempt.allOf(run)) {
            if (made.attempt().failure().isPresent() || made.isRetry()) {
                why.add(made.name() + ": " + outcome(run, made));
            }
        }
        stopped(run).ifPresent(why::add);
        return why;
    }

    /** A retry that failed as the first pass did need not say it all again. */
    private static String outcome(CaseRun run, NumberedAttempt made) {
        Optional<Failure> failure = made.attempt().failure();
        if (failure.isEmpty()) {
            return "passed";
        }
        boolean again =
                made.isRetry() && firstOn(run, made).flatMap(Attempt::failure).equals(failure);
        return again ? "the same again" : failure.get().message();
    }

    private static Optional<Attempt> firstOn(CaseRun run, NumberedAttempt retry) {
        return run.attempts().stream()
                .filter(attempt -> attempt.target()
                        .backend()
                        .equals(retry.attempt().target().backend()))
                .findFirst();
    }

    private static String flaky(CaseRun run) {
        return NumberedAttempt.passed(run)
                .flatMap(retry -> firstOn(run, retry)
                        .flatMap(Attempt::failure)
                        .map(failure -> "failed first with %s, passed on retry %d in %s"
                                .formatted(failure.code(), retry.retry(), retry.where())))
                .orElse("it passed only after it had failed");
    }

    /** Nodes that ran elsewhere, sums or products that are narrower than is usual, or both. */
    private static String partly(CaseRun run, String expected) {
        Optional<String> narrow = run.decisive().numerics().flatMap(CaseRunText::narrower);
        String where = "only in part on %s: %s"
                .formatted(expected, placement(run.decisive().evidence()));
        return "right, but "
                + narrow.map(how -> run.decisive().evidence().isPartial() ? where + "; and " + how : how)
                        .orElse(where);
    }

    private static Optional<String> narrower(Numerics numerics) {
        return numerics.isNarrow()
                ? Optional.of("with sums of 16-bit floats in 16 bits and not in 32, as is usual")
                : numerics.products()
                        .map(precision ->
                                "with products of 32-bit floats in %s and not in fp32".formatted(precision.word()));
    }

    /** The backend that a fallback's cost was measured against: not always the chain's first, which may never have run. */
    private static String comparedWith(CaseRun run, Comparison cost) {
        return run.attempts().stream()
                .filter(attempt -> attempt.target().id().equals(cost.baseline()))
                .findFirst()
                .map(attempt -> attempt.target().backend().id())
                .orElse(cost.baseline());
    }

    /** {@code : 8,840 values of 2 outputs, 1 input set, 1 step}; blank in records of earlier builds. */
    private static String rests(CaseRun run) {
        return run.decisive()
                .numerics()
                .flatMap(Numerics::checked)
                .map(checked -> ": " + CheckCoverageText.whole(checked))
                .orElse("");
    }

    /** Why a chain ended with backends left, where its policy ended it. */
    public static Optional<String> stopped(CaseRun run) {
        return run.stoppedAt()
                .map(last -> "the chain ends at %s: %s is not among what falls back (%s), so %s %s not tried"
                        .formatted(
                                last.target().backend().id(),
                                FallbackPolicy.word(last.outcome()),
                                run.fallBackOn().map(FallbackPolicy::toString).orElse(""),
                                run.untried().stream().map(Backend::id).collect(Collectors.joining(", ")),
                                run.untried().size() == 1 ? "was" : "were"));
    }

    /** Why a fallback has no cost: there is no sample of it. */
    public static String noCost(CaseRun run) {
        if (MatrixCell.reached(run).isEmpty()) {
            return "it did not fall back";
        }
        boolean expectedRan = run.attempts().get(0).measured().timing().isPresent();
        return expectedRan
                ? "not measured: the two were not interleaved to the end"
                : "not measurable: the backend expected did not run";
    }

    /** Nodes by backend, in words: {@code 41 of 44 nodes on webnn, 3 on wasm}. */
    public static String placement(Evidence evidence) {
        List<String> parts = new ArrayList<>();
        evidence.nodes().forEach((backend, count) -> {
            if (!backend.equals(evidence.where().requested())) {
                parts.add(count + " on " + backend);
            }
        });
        parts.add(
                0,
                "%d of %d nodes on %s"
                        .formatted(
                                evidence.nodesOnRequested(),
                                evidence.totalNodes(),
                                evidence.where().requested()));
        return String.join(", ", parts);
    }
}
