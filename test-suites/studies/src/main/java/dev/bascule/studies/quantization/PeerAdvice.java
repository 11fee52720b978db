package dev.bascule.studies.quantization;

import dev.bascule.models.workload.ByteSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What others' variants come to beside what is advised of ours: none of them is ever advised, and one that is better is told. Immutable.
 *
 * @param peers names of others' variants
 * @param budget what is kept
 * @param loss what is lost; empty where nothing is known
 */
record PeerAdvice(Set<String> peers, QuantizationBudget budget, Optional<Loss> loss) {

    /** The advice with a sentence on others'. */
    Recommendation beside(Recommendation own, List<Judged> judged) {
        List<String> sentences = new ArrayList<>(own.sentences());
        List<Judged> theirs = judged.stream()
                .filter(each -> peers.contains(each.point().variant()))
                .toList();
        sentences.add(theirs.isEmpty() ? "No peer's variant was measured." : told(own, judged, theirs));
        return new Recommendation(own.variant(), own.keeps(), own.asSeen(), sentences);
    }

    private String told(Recommendation own, List<Judged> judged, List<Judged> theirs) {
        List<Judged> sound = theirs.stream().filter(Judged::isComparable).toList();
        if (judged.stream().noneMatch(Judged::lossKnown)) {
            return "Of no peer's variant is it known what it is worth beside ours.";
        }
        List<Judged> fit = sound.stream().filter(each -> unfit(each).isEmpty()).toList();
        if (!own.keeps() && !budget.limits().isEmpty() && !fit.isEmpty()) {
            boolean oursKeep = judged.stream()
                    .filter(each -> !peers.contains(each.point().variant()))
                    .anyMatch(each -> each.isComparable() && budget.isSurelyKept(each));
            return "A peer's keeps the budget, where %s: %s."
                    .formatted(
                            oursKeep ? "all of ours that do surely lose something" : "none of ours surely does",
                            words(fit));
        }
        List<String> over = judged.stream()
                .filter(each -> own.variant().equals(Optional.of(each.point().variant())))
                .flatMap(each -> each.dominatedBy().stream())
                .toList();
        List<Judged> above = sound.stream()
                .filter(each -> over.contains(each.point().variant()))
                .toList();
        // Who is better than whom is not transitive where intervals overlap.
        List<Judged> better =
                above.stream().filter(each -> behind(each).isEmpty()).toList();
        if (better.isEmpty()) {
            return above.isEmpty()
                    ? "No peer's is surely better in something without being surely worse in another."
                    : "A peer's is surely better than what is advised, and another of ours surely better than that: %s."
                            .formatted(above.stream()
                                    .map(each -> "%s (behind %s)"
                                            .formatted(each.point().variant(), String.join(", ", behind(each))))
                                    .collect(Collectors.joining(", ")));
        }
        List<Judged> advisable = better.stream().filter(fit::contains).toList();
        return advisable.isEmpty()
                ? "A peer's is better, but would not be advised if it were ours: %s.".formatted(words(better))
                : "A peer's is better: %s.".formatted(words(advisable));
    }

    /** Those of ours that are surely better. */
    private List<String> behind(Judged each) {
        return each.dominatedBy().stream().filter(name -> !peers.contains(name)).toList();
    }

    /** Why it would not be advised if it were ours; none where it would. */
    private List<String> unfit(Judged each) {
        List<String> why = new ArrayList<>(budget.missed(each));
        why.addAll(budget.unsure(each));
        if (!budget.limitsLoss() && each.surelyLoses()) {
            why.add("it surely loses something");
        }
        return why;
    }

    private String words(List<Judged> all) {
        return all.stream()
                .map(each -> "%s (%s%s%s)"
                        .formatted(
                                each.point().variant(),
                                ByteSizes.text(each.point().bytes()),
                                each.figures()
                                        .loss()
                                        .flatMap(paired -> loss.map(kind -> ", %.2f points of %s given up"
                                                .formatted(100 * paired.difference(), kind.words())))
                                        .orElse(""),
                                unfit(each).stream().map("; "::concat).collect(Collectors.joining())))
                .collect(Collectors.joining(", "));
    }
}
