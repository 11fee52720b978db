package dev.bascule.studies.reduce;

import dev.bascule.studies.reduce.trial.ReproFinding;
import dev.bascule.studies.reduce.trial.ReproModel;
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
final class ReductionLog {
    private final Clock clock;
    private final Instant deadline;
    private final int maxSteps;
    private final Consumer<ReductionStep> listener;
    private final List<ReductionStep> steps = new ArrayList<>();

    ReductionLog(Clock clock, Duration limit, int maxSteps, Consumer<ReductionStep> listener) {
        this.clock = clock;
        this.deadline = clock.instant().plus(limit);
        this.maxSteps = maxSteps;
        this.listener = listener;
    }

    /** Why there must be no further step; empty while there may be. */
    Optional<EarlyStop> ended() {
        if (Thread.currentThread().isInterrupted()) {
            return Optional.of(EarlyStop.INTERRUPTED);
        }
        if (steps.size() >= maxSteps) {
            return Optional.of(EarlyStop.because("the limit of %d steps is reached".formatted(maxSteps)));
        }
        return clock.instant().isBefore(deadline)
                ? Optional.empty()
                : Optional.of(EarlyStop.because("the time limit is reached"));
    }

    boolean hasEnded() {
        return ended().isPresent();
    }

    /** Makes a trial and notes what came of it. */
    ReproFinding step(
            String stage, String what, ReproModel repro, Supplier<ReproFinding> trial, Predicate<ReproFinding> keeps) {
        Instant start = clock.instant();
        ReproFinding finding = trial.get();
        note(stage, what, keeps.test(finding), finding.text(), repro, Duration.between(start, clock.instant()));
        return finding;
    }

    void note(String stage, String what, boolean accepted, String why, ReproModel repro, Duration took) {
        ReductionStep step =
                new ReductionStep(steps.size() + 1, stage, what, accepted, why, repro.nodes(), repro.elements(), took);
        steps.add(step);
        listener.accept(step);
    }

    List<ReductionStep> steps() {
        return List.copyOf(steps);
    }
}
