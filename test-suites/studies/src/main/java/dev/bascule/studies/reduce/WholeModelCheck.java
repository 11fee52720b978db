package dev.bascule.studies.reduce;

import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.PublishedOutputs;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.util.Map;
import java.util.Optional;

/**
 * The check of the whole model. What a case itself says is right stands above what the reference gives, and is judged by the
 * case's own rule, so that what a conformance run calls wrong is wrong here. Belongs to one thread.
 */
final class WholeModelCheck {
    private final ReproExaminer examiner;
    private final ReproModel given;
    private final Optional<PublishedOutputs> published;
    private Optional<String> alone = Optional.empty();

    WholeModelCheck(ReproExaminer examiner, ReproModel given, Optional<PublishedOutputs> published) {
        this.examiner = examiner;
        this.given = given;
        this.published = published;
    }

    ReproFinding look() {
        return published.map(this::look).orElseGet(() -> examiner.examine(given));
    }

    /** Why the reference cannot tell of anything smaller whether it is right; empty where it can. */
    Optional<String> alone() {
        return alone;
    }

    private ReproFinding look(PublishedOutputs right) {
        TrialOutcome truth = examiner.onReference(given);
        ReproFinding seen = examiner.examine(given, right.outputs(), right.whole());
        boolean fell =
                seen instanceof ReproFinding.Failing failing && failing.fault().isPresent();
        return truth.fold(
                fromCpu -> beside(right, fromCpu, seen, fell),
                fault -> without(ReproExaminer.words(fault), seen, fell));
    }

    private ReproFinding without(String words, ReproFinding seen, boolean fell) {
        if (fell) {
            return new ReproFinding.Invalid(words);
        }
        if (seen instanceof ReproFinding.Healthy) {
            return new ReproFinding.Healthy(
                    Optional.of("it gives what the case itself expects; the native CPU does not run it: " + words));
        }
        alone = Optional.of("the native CPU does not run it, so that nothing smaller can be judged: " + words);
        return seen;
    }

    private ReproFinding beside(PublishedOutputs right, Map<String, Tensor> fromCpu, ReproFinding seen, boolean fell) {
        if (seen instanceof ReproFinding.Healthy) {
            return new ReproFinding.Healthy(note(right, fromCpu));
        }
        if (seen instanceof ReproFinding.Failing failing && !fell) {
            alone = disbelief(right, fromCpu, failing.got());
        }
        return seen;
    }

    /** A reference that is wrong itself is no measure, but for what is far off where it is off by little. */
    private Optional<String> disbelief(PublishedOutputs right, Map<String, Tensor> fromCpu, Map<String, Tensor> got) {
        if (!(byTheCase(right, fromCpu) instanceof ReproFinding.Failing off)) {
            return Optional.empty();
        }
        ReproFinding between = ReproExaminer.compare(got, fromCpu, given.lineages(), examiner.tolerances());
        if (!isGross(off) && between instanceof ReproFinding.Failing apart && isGross(apart)) {
            return Optional.empty();
        }
        return Optional.of(
                between instanceof ReproFinding.Healthy
                        ? own() + " gives the same, and not what the case expects: the fault is in what the two"
                                + " share, or in the case; nothing smaller can be judged"
                        : "%s does not give what the case expects either (%s), so that nothing smaller can be"
                                        .formatted(own(), deviation(off))
                                + " judged");
    }

    private String own() {
        return examiner.source().briefly();
    }

    /** What is to be said of a target that is right by the case itself. */
    private Optional<String> note(PublishedOutputs right, Map<String, Tensor> fromCpu) {
        return byTheCase(right, fromCpu) instanceof ReproFinding.Failing off
                ? Optional.of(
                        "it gives what the case itself expects, and %s does not: %s".formatted(own(), deviation(off)))
                : Optional.of("it gives what the case itself expects, by the case's own tolerance (%s)"
                        .formatted(right.outputs().entrySet().stream()
                                .map(output -> right.whole()
                                        .of(
                                                output.getKey(),
                                                output.getValue(),
                                                given.lineages().of(output.getKey())))
                                .map(Tolerance::basis)
                                .distinct()
                                .reduce((one, other) -> one + "; " + other)
                                .orElse("it expects nothing")));
    }

    private ReproFinding byTheCase(PublishedOutputs right, Map<String, Tensor> got) {
        return ReproExaminer.compare(got, right.outputs(), given.lineages(), right.whole());
    }

    private static boolean isGross(ReproFinding.Failing failing) {
        return !(failing.signature() instanceof FailureSignature.Wrong wrong) || wrong.gross();
    }

    private static String deviation(ReproFinding.Failing off) {
        return off.signature().text()
                + off.wrong()
                        .flatMap(wrong -> wrong.difference().worst())
                        .map(worst -> "; output '%s', index %d, %s instead of %s"
                                .formatted(worst.output(), worst.index(), worst.got(), worst.expected()))
                        .orElse("");
    }
}
