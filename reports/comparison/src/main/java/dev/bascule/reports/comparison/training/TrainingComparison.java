package dev.bascule.reports.comparison.training;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.SideDifference;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.comparison.VerdictChange;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Two commands' trainings of one task held against each other, place by place and seed by seed. Immutable.
 *
 * @param baseline id of the command that is compared with
 * @param candidate id of the command that is compared
 * @param task what both trained, for people
 * @param sameMachine whether both ran on one machine that is known: else a difference of speed is one of machines
 * @param target accuracy up to which steps are counted; empty where none was asked for
 * @param places what each place comes to
 * @param differences in what the sides were made with
 * @param onlyBaseline trainings that have no like on the other side, with the reason where there are several
 * @param onlyCandidate likewise
 */
public record TrainingComparison(
        String baseline,
        String candidate,
        String task,
        boolean sameMachine,
        OptionalDouble target,
        ComparisonOptions options,
        List<PlaceComparison> places,
        List<SideDifference> differences,
        List<String> onlyBaseline,
        List<String> onlyCandidate) {
    public TrainingComparison {
        places = List.copyOf(places);
        differences = List.copyOf(differences);
        onlyBaseline = List.copyOf(onlyBaseline);
        onlyCandidate = List.copyOf(onlyCandidate);
    }

    /** Whether nothing of the candidate is right, and nothing counts as worse: then there is nothing to see a regression by. */
    public boolean comparesNothing() {
        return regressions().isEmpty()
                && places.stream()
                        .flatMap(place -> place.pairs().stream())
                        .noneMatch(pair -> pair.candidate().found().verdict().isRight());
    }

    /** What became worse, in words, verdicts first: no longer right, slower on the same machine, later, less accurate. */
    public List<String> regressions() {
        List<String> worse = new ArrayList<>();
        for (PlaceComparison place : places) {
            for (TrainingPair pair : place.pairs()) {
                pair.change()
                        .filter(this::counts)
                        .ifPresent(kind -> worse.add("%s, seed %d, was %s and is %s: %s%s"
                                .formatted(
                                        place.place(),
                                        pair.seed(),
                                        pair.baseline().found().verdict(),
                                        pair.candidate().found().verdict(),
                                        words(kind, pair.candidate().found().verdict()),
                                        pair.why().map(why -> ": " + why).orElse(""))));
            }
        }
        places.forEach(place -> {
            if (isSlower(place)) {
                worse.add("%s takes %s the baseline's time for a step".formatted(place.place(), ratio(place)));
            }
            if (place.steps().isLater()) {
                worse.add("%s comes to the target accuracy later than the baseline".formatted(place.place()));
            }
            if (place.isLessAccurate()) {
                worse.add("%s answers less of the held-out data right".formatted(place.place()));
            }
        });
        return worse;
    }

    private static String ratio(PlaceComparison place) {
        return place.speed()
                .estimate()
                .map(estimate -> Figures.times(estimate.ratio()))
                .orElse("more than");
    }

    /** Between machines only what is no longer right: what a machine supports is the machine's. */
    private boolean counts(VerdictChange.Kind kind) {
        return sameMachine ? kind.isRegression() : kind == VerdictChange.Kind.CORRECTNESS;
    }

    private boolean isSlower(PlaceComparison place) {
        return sameMachine
                && place.speed().finding() == SpeedFinding.SLOWER
                && place.speed()
                        .estimate()
                        .filter(estimate -> estimate.ratio() >= 1 + options.threshold())
                        .isPresent();
    }

    /** What a change of verdict comes to; what is skipped ran, and nothing exact stands behind it. */
    public static String words(VerdictChange.Kind kind, Verdict after) {
        return after == Verdict.SKIPPED ? "no longer judged" : kind.words();
    }

    /** What the losses of a pair come to: {@code bounded (5.8e-7), other bits from step 2}. */
    public static Optional<String> words(TrainingPair pair) {
        return pair.losses()
                .map(losses -> losses.kind().name().toLowerCase(Locale.ROOT)
                        + (losses.firstOther().isEmpty()
                                ? " over %s".formatted(Figures.counted(losses.steps(), "step"))
                                : " (%s), other bits from step %d"
                                        .formatted(
                                                Figures.scientific(losses.furthest()),
                                                losses.firstOther().getAsLong())));
    }
}
