package dev.bascule.studies.reduce;

import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Optional;

/**
 * The look at the whole model. What a case itself says is right stands above what the reference gives, and is judged by the
 * case's own rule, so that what a conformance run calls wrong is wrong here. Belongs to one thread.
 */
final class FirstLook {
    private final Examiner examiner;
    private final Specimen given;
    private final Optional<Published> published;
    private Optional<String> alone = Optional.empty();

    FirstLook(Examiner examiner, Specimen given, Optional<Published> published) {
        this.examiner = examiner;
        this.given = given;
        this.published = published;
    }

    Finding look() {
        return published.map(this::look).orElseGet(() -> examiner.examine(given));
    }

    /** Why the reference cannot tell of anything smaller whether it is right; empty where it can. */
    Optional<String> alone() {
        return alone;
    }

    private Finding look(Published right) {
        TrialOutcome truth = examiner.onReference(given);
        Finding seen = examiner.examine(given, right.outputs(), right.whole());
        boolean fell =
                seen instanceof Finding.Failing failing && failing.fault().isPresent();
        return truth.fold(
                fromCpu -> beside(right, fromCpu, seen, fell), fault -> without(Examiner.words(fault), seen, fell));
    }

    private Finding without(String words, Finding seen, boolean fell) {
        if (fell) {
            return new Finding.Invalid(words);
        }
        if (seen instanceof Finding.Healthy) {
            return new Finding.Healthy(
                    Optional.of("it gives what the case itself expects; the native CPU does not run it: " + words));
        }
        alone = Optional.of("the native CPU does not run it, so that nothing smaller can be judged: " + words);
        return seen;
    }

    private Finding beside(Published right, Map<String, Tensor> fromCpu, Finding seen, boolean fell) {
        if (seen instanceof Finding.Healthy) {
            return new Finding.Healthy(note(right, fromCpu));
        }
        if (seen instanceof Finding.Failing failing && !fell) {
            alone = disbelief(right, fromCpu, failing.got());
        }
        return seen;
    }

    /** A reference that is wrong itself is no measure, but for what is far off where it is off by little. */
    private Optional<String> disbelief(Published right, Map<String, Tensor> fromCpu, Map<String, Tensor> got) {
        if (!(byTheCase(right, fromCpu) instanceof Finding.Failing off)) {
            return Optional.empty();
        }
        Finding between = Examiner.compare(got, fromCpu, given.lineages(), examiner.leeway());
        if (!isGross(off) && between instanceof Finding.Failing apart && isGross(apart)) {
            return Optional.empty();
        }
        return Optional.of(
                between instanceof Finding.Healthy
                        ? "the native CPU gives the same, and not what the case expects: the fault is in what the two"
                                + " share, or in the case; nothing smaller can be judged"
                        : "the native CPU does not give what the case expects either (%s), so that nothing smaller can be"
                                        .formatted(deviation(off))
                                + " judged");
    }

    /** What is to be said of a target that is right by the case itself. */
    private Optional<String> note(Published right, Map<String, Tensor> fromCpu) {
        return byTheCase(right, fromCpu) instanceof Finding.Failing off
                ? Optional.of("it gives what the case itself expects, and the native CPU does not: " + deviation(off))
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

    private Finding byTheCase(Published right, Map<String, Tensor> got) {
        return Examiner.compare(got, right.outputs(), given.lineages(), right.whole());
    }

    private static boolean isGross(Finding.Failing failing) {
        return !(failing.signature() instanceof Signature.Wrong wrong) || wrong.gross();
    }

    private static String deviation(Finding.Failing off) {
        return off.signature().text()
                + off.wrong()
                        .flatMap(wrong -> wrong.difference().worst())
                        .map(worst -> "; output '%s', index %d, %s instead of %s"
                                .formatted(worst.output(), worst.index(), worst.got(), worst.expected()))
                        .orElse("");
    }
}
