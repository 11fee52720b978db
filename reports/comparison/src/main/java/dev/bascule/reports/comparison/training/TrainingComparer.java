package dev.bascule.reports.comparison.training;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.comparison.Estimator;
import dev.bascule.reports.comparison.Holm;
import dev.bascule.reports.comparison.RunNoise;
import dev.bascule.reports.comparison.RunSamples;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.comparison.training.PlaceComparison.Speed;
import dev.bascule.reports.comparison.training.PlaceComparison.Steps;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.TrainingRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Holds two commands' trainings against each other. Nothing is paired that is not of one place and one seed, and of what is not right on
 * both sides nothing is said of speed, steps and accuracy. Immutable.
 *
 * @param options threshold, margin and seed
 * @param target accuracy up to which steps are counted; empty for none
 */
public record TrainingComparer(ComparisonOptions options, OptionalDouble target) {
    public TrainingComparer {
        if (!(target.orElse(0.5) > 0 && target.orElse(0.5) <= 1)) {
            throw new IllegalArgumentException("a target accuracy of " + target);
        }
    }

    /**
     * @param baseline of one command, at least one
     * @param candidate of another
     * @throws BasculeException where their tasks are not comparable, or they have no place and seed in common
     */
    public TrainingComparison of(List<TrainingRun> baseline, List<TrainingRun> candidate) {
        TrainingSides sides = TrainingSides.of(baseline, candidate);
        String both = "'%s' and '%s'"
                .formatted(
                        baseline.get(0).key().command(), candidate.get(0).key().command());
        if (!sides.unlike().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "%s are not comparable: %s".formatted(both, String.join("; ", sides.unlike())),
                    "compare trainings of one network, on the same data, by the same optimizer and batch");
        }
        if (sides.pairs().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "%s have no target and seed in common: %s, and %s%s"
                            .formatted(
                                    both,
                                    String.join("; ", sides.onlyBaseline()),
                                    String.join("; ", sides.onlyCandidate()),
                                    ChainEnds.differences(baseline, candidate).stream()
                                            .map(end -> "; " + end.words())
                                            .collect(Collectors.joining())),
                    "train on the same backends with the same --seed");
        }
        return compare(sides);
    }

    private TrainingComparison compare(TrainingSides sides) {
        List<PlaceComparison> places = sides.pairs().entrySet().stream()
                .map(place -> uncorrected(place.getKey().words(), place.getValue()))
                .toList();
        double[] speeds = Holm.adjusted(places.stream()
                .flatMap(place -> place.speed().estimate().stream())
                .mapToDouble(Estimate::pValue)
                .toArray());
        double[] steps = Holm.adjusted(places.stream()
                .flatMap(place -> place.steps().convergence().stream())
                .mapToDouble(ReferenceConvergence::p)
                .toArray());
        double[] accuracies = Holm.adjusted(places.stream()
                .flatMap(place -> place.accuracy().stream())
                .mapToDouble(AccuracyDifference::p)
                .toArray());
        List<PlaceComparison> corrected = new ArrayList<>();
        int speed = 0;
        int step = 0;
        int accuracy = 0;
        for (PlaceComparison place : places) {
            corrected.add(new PlaceComparison(
                    place.place(),
                    place.pairs(),
                    place.speed().estimate().isPresent() ? corrected(place.speed(), speeds[speed++]) : place.speed(),
                    place.steps().convergence().isPresent() ? corrected(place.steps(), steps[step++]) : place.steps(),
                    place.accuracy(),
                    place.accuracy().isPresent() ? accuracies[accuracy++] : 1));
        }
        return new TrainingComparison(
                sides.baseline().get(0).key().command(),
                sides.candidate().get(0).key().command(),
                sides.task(),
                sides.sameMachine(),
                target,
                options,
                corrected,
                sides.differences(),
                sides.onlyBaseline(),
                sides.onlyCandidate());
    }

    private PlaceComparison uncorrected(String place, List<TrainingPair> pairs) {
        List<AccuracyDifference.Looks> looks = pairs.stream()
                .filter(TrainingPair::isRight)
                .flatMap(pair -> pair.looks().stream())
                .toList();
        return new PlaceComparison(place, pairs, speed(pairs), steps(pairs), AccuracyDifference.of(looks), 1);
    }

    private Speed speed(List<TrainingPair> pairs) {
        List<TrainingPair> right = pairs.stream().filter(TrainingPair::isRight).toList();
        if (right.isEmpty()) {
            return unknown(SpeedFinding.NOT_COMPARED, "not right on both sides");
        }
        if (right.stream()
                .anyMatch(pair -> pair.baseline().place().replicas().isEmpty()
                        != pair.candidate().place().replicas().isEmpty())) {
            return unknown(
                    SpeedFinding.OTHER_PLAN,
                    "one is replicas and the other one place: a round of several is no step of one; losses can be compared, and accuracy at a common last step");
        }
        if (right.stream()
                .anyMatch(pair -> pair.baseline().task().resident()
                        != pair.candidate().task().resident())) {
            return unknown(SpeedFinding.OTHER_PLAN, "one was fed by the host, the other from data in the model");
        }
        if (right.stream()
                .anyMatch(pair -> !pair.baseline()
                        .place()
                        .settings()
                        .equals(pair.candidate().place().settings()))) {
            return unknown(SpeedFinding.OTHER_PLAN, "threads or graph optimization are others");
        }
        if (right.stream().anyMatch(TrainingPair::isOnUnknownMachine)) {
            return unknown(SpeedFinding.NOT_COMPARED, "nobody knows on which machine, or it was more than one");
        }
        List<RunSamples> from = right.stream()
                .map(pair -> samples(pair.baseline()))
                .filter(RunSamples::enough)
                .toList();
        List<RunSamples> to = right.stream()
                .map(pair -> samples(pair.candidate()))
                .filter(RunSamples::enough)
                .toList();
        if (from.isEmpty() || to.isEmpty()) {
            return unknown(
                    SpeedFinding.TOO_FEW_SAMPLES,
                    "fewer than %d steps with a time on a side".formatted(RunSamples.ENOUGH));
        }
        if (from.stream().anyMatch(run -> run.samples().median() == 0)
                || to.stream().anyMatch(run -> run.samples().median() == 0)) {
            return unknown(SpeedFinding.NOT_COMPARED, "the clock is too coarse for these steps");
        }
        Estimate estimate = Estimator.separate(from, to, RunNoise.ASSUMED_BUSY, options.seed());
        return new Speed(Optional.of(estimate), 1, SpeedFinding.NO_DIFFERENCE_SHOWN, estimate.how());
    }

    private static Speed unknown(SpeedFinding finding, String why) {
        return new Speed(Optional.empty(), 1, finding, why);
    }

    private Speed corrected(Speed speed, double p) {
        return new Speed(
                speed.estimate(),
                p,
                speed.estimate()
                        .map(estimate -> SpeedFinding.of(estimate, p, options))
                        .orElse(speed.finding()),
                speed.why());
    }

    /** Feeding and stepping together: the feed is not the same work everywhere. Nobody watched the load, so the machine may have been busy. */
    private static RunSamples samples(TrainingRun run) {
        return new RunSamples(run.key().toString(), run.at(), run.wholeStepTimes(), true);
    }

    private Steps steps(List<TrainingPair> pairs) {
        if (target.isEmpty()) {
            return new Steps(Optional.empty(), 1, 0, Optional.of("no target accuracy was named"));
        }
        double wanted = target.getAsDouble();
        List<TrainingPair> whole = pairs.stream()
                .filter(pair -> pair.isRight()
                        && pair.isLookedAtAlike()
                        && isWhole(pair.baseline(), wanted)
                        && isWhole(pair.candidate(), wanted))
                .toList();
        int leftOut = pairs.size() - whole.size();
        if (whole.isEmpty()) {
            return new Steps(
                    Optional.empty(),
                    1,
                    leftOut,
                    Optional.of("no seed is right, whole and looked at after the same steps on both sides"));
        }
        ReferenceConvergence found = ReferenceConvergence.of(
                whole.stream().map(pair -> reached(pair.candidate(), wanted)).toList(),
                whole.stream().map(pair -> reached(pair.baseline(), wanted)).toList());
        return found.reached() + found.referenceReached() == 0
                ? new Steps(Optional.empty(), 1, leftOut, Optional.of("no seed came to it on either side"))
                : new Steps(Optional.of(found), 1, leftOut, Optional.empty());
    }

    private static Steps corrected(Steps steps, double p) {
        return new Steps(steps.convergence(), p, steps.leftOut(), steps.why());
    }

    private static OptionalLong reached(TrainingRun run, double wanted) {
        return run.firstAt(wanted).stream().mapToLong(HeldOut::step).findFirst();
    }

    /** What is not there and made fewer steps than were asked for was cut short: it may have come there. */
    private static boolean isWhole(TrainingRun run, double wanted) {
        return run.firstAt(wanted).isPresent()
                || run.steps().size() >= run.task().plannedSteps();
    }
}
