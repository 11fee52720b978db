package dev.bascule.studies.reduce;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What was tried, and whether there is time for more. Belongs to one thread. */
final class StepLog {
    private final Clock clock;
    private final Instant deadline;
    private final int maxSteps;
    private final Consumer<Step> listener;
    private final List<Step> steps = new ArrayList<>();

    StepLog(Clock clock, Duration limit, int maxSteps, Consumer<Step> listener) {
        this.clock = clock;
        this.deadline = clock.instant().plus(limit);
        this.maxSteps = maxSteps;
        this.listener = listener;
    }

    /** Why there must be no further step; empty while there may be. */
    Optional<CutShort> ended() {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.of(CutShort.INTERRUPTED);
        }
        if (steps.size() >= maxSteps) {
            return Optional.of(CutShort.because("the limit of %d steps is reached".formatted(maxSteps)));
        }
        return clock.instant().isBefore(deadline)
                ? Optional.empty()
                : Optional.of(CutShort.because("the time limit is reached"));
    }

    boolean hasEnded() {
        return ended().isPresent();
    }

    /** Makes a trial and notes what came of it. */
    Finding step(String stage, String what, Specimen specimen, Supplier<Finding> trial, Predicate<Finding> keeps) {
        Instant start = clock.instant();
        Finding finding = trial.get();
        note(stage, what, keeps.test(finding), finding.text(), specimen, Duration.between(start, clock.instant()));
        return finding;
    }

    void note(String stage, String what, boolean accepted, String why, Specimen specimen, Duration took) {
        Step step = new Step(steps.size() + 1, stage, what, accepted, why, specimen.nodes(), specimen.elements(), took);
        steps.add(step);
        listener.accept(step);
    }

    List<Step> steps() {
        return List.copyOf(steps);
    }
}
