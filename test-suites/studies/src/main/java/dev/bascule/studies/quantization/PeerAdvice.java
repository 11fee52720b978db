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
        List<Judged> sound = theirs.stream()
                .filter(each -> each.flags().isEmpty() && !each.leftAccelerator())
                .toList();
        List<Judged> keeping = sound.stream()
                .filter(each ->
                        budget.missed(each).isEmpty() && budget.unsure(each).isEmpty())
                .toList();
        if (!own.keeps() && !budget.limits().isEmpty() && !keeping.isEmpty()) {
            return "A peer's keeps the budget, where none of ours surely does: %s.".formatted(words(keeping));
        }
        List<String> over = judged.stream()
                .filter(each -> own.variant().equals(Optional.of(each.point().variant())))
                .flatMap(each -> each.dominatedBy().stream())
                .toList();
        List<Judged> better = sound.stream()
                .filter(each -> over.contains(each.point().variant()))
                .toList();
        return better.isEmpty()
                ? "No peer's is surely better in something without being surely worse in another."
                : "A peer's is better: %s.".formatted(words(better));
    }

    private String words(List<Judged> all) {
        return all.stream()
                .map(each -> "%s (%s%s)"
                        .formatted(
                                each.point().variant(),
                                ByteSizes.text(each.point().bytes()),
                                each.figures()
                                        .loss()
                                        .flatMap(paired -> loss.map(kind -> ", %.2f points of %s given up"
                                                .formatted(100 * paired.difference(), kind.words())))
                                        .orElse("")))
                .collect(Collectors.joining(", "));
    }
}
