package dev.bascule.cli.train;

import dev.bascule.reports.format.Figures;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.StepsToTarget;
import dev.bascule.studies.training.Convergence;
import java.util.ArrayList;
import java.util.List;

/** After how many steps seeds reach the target accuracy, beside native CPU, in a sentence. Stateless. */
final class ConvergenceText {
    private ConvergenceText() {}

    static String of(Convergence convergence) {
        ReferenceConvergence beside = convergence.beside();
        String verdict = switch (beside.verdict()) {
            case AS_THE_REFERENCE -> "as native CPU";
            case TOO_SLOW -> "later than native CPU";
            case TOO_FAST -> "sooner than native CPU, which is as suspicious";
            case TOO_FEW_SEEDS -> "too few seeds to tell it from native CPU: six are the fewest";
        };
        return "%s: the target accuracy by %d of %d seeds%s, native CPU by %d of %d%s%s; %s (p %s)%s"
                .formatted(
                        TrainText.words(convergence.target()),
                        beside.reached(),
                        beside.of(),
                        steps(convergence.steps()),
                        beside.referenceReached(),
                        beside.referenceOf(),
                        steps(convergence.reference()),
                        beside.ratio().stream()
                                .mapToObj(ratio ->
                                        "; in the median %s the steps of native CPU".formatted(Figures.times(ratio)))
                                .findFirst()
                                .orElse(""),
                        verdict,
                        Figures.significant(beside.p()),
                        convergence.leftOut() == 0
                                ? ""
                                : "; %s left out, cut short".formatted(Figures.counted(convergence.leftOut(), "seed")));
    }

    /** Nothing where no seed came there, and no median or most where too few did. */
    private static String steps(StepsToTarget steps) {
        List<String> all = new ArrayList<>();
        steps.fewest().ifPresent(few -> all.add("fewest " + Figures.whole(few)));
        steps.median().ifPresent(middle -> all.add("median " + Figures.significant(middle)));
        steps.most().ifPresent(many -> all.add("most " + Figures.whole(many)));
        return all.isEmpty() ? "" : " (steps: %s)".formatted(String.join(", ", all));
    }
}
