package dev.bascule.prediction.recommend;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Candidates judged, those that leave most room first. Immutable.
 *
 * @param limits at least one
 * @param judged by the share of their tightest limit in whole percent, then by median, model and target
 */
public record Recommendation(List<Limit> limits, List<Judgement> judged) {
    private static final Comparator<Judgement> ORDER = Comparator.<Judgement>comparingLong(each -> each.tightest()
                    .map(tight -> Math.round(100 * tight.share()))
                    .orElse(Long.MAX_VALUE))
            .thenComparingDouble(each -> each.candidate().median().orElse(Double.POSITIVE_INFINITY))
            .thenComparing(each -> each.candidate().model().name())
            .thenComparing(each -> each.candidate().target());

    public Recommendation {
        limits = List.copyOf(limits);
        judged = judged.stream().sorted(ORDER).toList();
    }

    /** Of candidates in any order. */
    public static Recommendation of(List<Candidate> candidates, List<Limit> limits) {
        return new Recommendation(
                limits,
                candidates.stream()
                        .map(candidate -> Judgement.of(candidate, limits))
                        .toList());
    }

    public List<Judgement> of(Fit fit) {
        return judged.stream().filter(each -> each.fit() == fit).toList();
    }

    /** How many of those that are too much break this limit; one may break several. */
    public long beyond(Limit limit) {
        return of(Fit.TOO_MUCH).stream()
                .flatMap(each -> each.candidate().figure(limit.quantity()).stream())
                .filter(figure -> Judgement.fit(figure, limit) == Fit.TOO_MUCH)
                .count();
    }

    /** Of what nothing is unknown and yet too much: what breaks its worst limit by least. */
    public Optional<Judgement> nearestMiss() {
        return of(Fit.TOO_MUCH).stream()
                .filter(each -> each.tightest().isPresent())
                .findFirst();
    }
}
