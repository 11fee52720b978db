package dev.bascule.reports.comparison.training;

import dev.bascule.reports.comparison.VerdictChange;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.TrainingRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The trainings of one place and seed on either side. Immutable.
 *
 * @param baseline what is compared with
 * @param candidate what is compared
 */
public record TrainingPair(TrainingRun baseline, TrainingRun candidate) {
    public long seed() {
        return candidate.task().seed();
    }

    /** What a change of verdict comes to; empty where there is none. */
    public Optional<VerdictChange.Kind> change() {
        return VerdictChange.Kind.of(
                baseline.found().verdict(), candidate.found().verdict());
    }

    /** Why the candidate is what it is, in its own words. */
    public Optional<String> why() {
        return candidate.found().failure().or(() -> candidate.found().reason());
    }

    /** Whether both are right, without which nothing is said of how fast they are or how well they learn. */
    public boolean isRight() {
        return baseline.found().verdict().isRight()
                && candidate.found().verdict().isRight();
    }

    /** Whether nobody knows of one of them where it ran, or it ran on several machines: its times are no one machine's. */
    boolean isOnUnknownMachine() {
        return baseline.place().machine().isEmpty()
                || candidate.place().machine().isEmpty();
    }

    public Optional<LossAgreement> losses() {
        return LossAgreement.of(baseline.steps(), candidate.steps());
    }

    /** The last step after which both were held against the held-out data. */
    Optional<AccuracyDifference.Looks> looks() {
        Map<Long, HeldOut> there =
                candidate.evaluations().stream().collect(Collectors.toMap(HeldOut::step, Function.identity()));
        return baseline.evaluations().stream()
                .flatMap(look -> Optional.ofNullable(there.get(look.step())).stream()
                        .filter(other -> other.of() == look.of())
                        .map(other ->
                                new AccuracyDifference.Looks(look.step(), look.right(), other.right(), look.of())))
                .reduce((earlier, later) -> later);
    }

    /** The accuracies after the last step that both were looked at; empty where there is none. */
    public Optional<AccuracyDifference> accuracy() {
        return AccuracyDifference.of(looks().stream().toList());
    }

    /** Whether both were looked at after the same steps as far as either got: else one may be there sooner by being asked sooner. */
    boolean isLookedAtAlike() {
        List<Long> here = baseline.evaluations().stream().map(HeldOut::step).toList();
        List<Long> there = candidate.evaluations().stream().map(HeldOut::step).toList();
        List<Long> longer = here.size() > there.size() ? here : there;
        List<Long> shorter = here.size() > there.size() ? there : here;
        int last = shorter.size() - 1;
        // A run that was cut short is looked at once more where it ends.
        return last >= 0
                && shorter.subList(0, last).equals(longer.subList(0, last))
                && (shorter.size() == longer.size() ? shorter.equals(longer) : shorter.get(last) <= longer.get(last));
    }
}
