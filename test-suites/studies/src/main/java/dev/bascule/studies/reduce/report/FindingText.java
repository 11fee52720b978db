package dev.bascule.studies.reduce.report;

import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
import java.util.Locale;

/** What was found, in the words of an issue; what a model or an engine brings is quoted. Stateless. */
final class FindingText {
    private FindingText() {}

    static String size(ReproModel repro) {
        return "%d node%s, %d elements in inputs and weights"
                .formatted(repro.nodes(), repro.nodes() == 1 ? "" : "s", repro.elements());
    }

    /** An engine's words are shown as such. Of a value that has to be exact, nothing is told in multiples of a tolerance. */
    static String words(ReproFinding.Failing failing) {
        FailureSignature signature = failing.signature();
        boolean exact = failing.wrong()
                .filter(wrong -> wrong.tolerance().equals(Tolerance.EXACT))
                .isPresent();
        return signature instanceof FailureSignature.Fell
                ? IssueMarkdown.code(signature.text())
                : signature instanceof FailureSignature.Wrong wrong
                                && wrong.kind() == FailureSignature.Kind.VALUES
                                && exact
                        ? "wrong values, which are exact where they are right"
                        : signature.text();
    }

    static String worst(ReproFinding.WrongOutput wrong) {
        Difference difference = wrong.difference();
        String element = difference
                .worst()
                .map(worst -> "worst element: output %s, index %d, got %s, expected %s"
                        .formatted(
                                IssueMarkdown.code(worst.output()),
                                worst.index(),
                                IssueMarkdown.plain(worst.got()),
                                IssueMarkdown.plain(worst.expected())))
                .orElse("no element compared");
        String ulp = difference.maxUlp().isPresent()
                ? String.format(
                        Locale.ROOT,
                        ", at most %.0f ulp off",
                        difference.maxUlp().getAsDouble())
                : "";
        return "%d of %d elements outside (%s); %s%s"
                .formatted(
                        difference.outside(),
                        difference.elements(),
                        wrong.tolerance().basis(),
                        element,
                        ulp);
    }

    static String values(Tensor tensor) {
        return TensorText.values(tensor)
                .map(list -> ": " + IssueMarkdown.code(list))
                .orElse("");
    }
}
