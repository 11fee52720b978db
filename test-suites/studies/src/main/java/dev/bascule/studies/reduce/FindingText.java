package dev.bascule.studies.reduce;

import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Locale;

/** What was found, in the words of an issue; what a model or an engine brings is quoted. Stateless. */
final class FindingText {
    private FindingText() {}

    static String size(Specimen specimen) {
        return "%d node%s, %d elements in inputs and weights"
                .formatted(specimen.nodes(), specimen.nodes() == 1 ? "" : "s", specimen.elements());
    }

    /** An engine's words are shown as such. Of a value that has to be exact, nothing is told in multiples of a tolerance. */
    static String words(Finding.Failing failing) {
        Signature signature = failing.signature();
        boolean exact = failing.wrong()
                .filter(wrong -> wrong.tolerance().equals(Tolerance.EXACT))
                .isPresent();
        return signature instanceof Signature.Fell
                ? Markdown.code(signature.text())
                : signature instanceof Signature.Wrong wrong && wrong.kind() == Signature.Kind.VALUES && exact
                        ? "wrong values, which are exact where they are right"
                        : signature.text();
    }

    static String worst(Finding.WrongOutput wrong) {
        Difference difference = wrong.difference();
        String element = difference
                .worst()
                .map(worst -> "worst element: output %s, index %d, got %s, expected %s"
                        .formatted(
                                Markdown.code(worst.output()),
                                worst.index(),
                                Markdown.plain(worst.got()),
                                Markdown.plain(worst.expected())))
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
        return TensorText.values(tensor).map(list -> ": " + Markdown.code(list)).orElse("");
    }
}
