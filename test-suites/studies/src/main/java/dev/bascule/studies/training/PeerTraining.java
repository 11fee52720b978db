package dev.bascule.studies.training;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Samples;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A peer beside the targets: the same first parameters and batches, trained by another's gradients and updates. It has no verdict, for it
 * is not ours to judge. Immutable.
 *
 * <p>Its times are shown only where it trains the same: a wrong step is as fast as a right one.
 *
 * @param name as it is asked for
 * @param engine its name and version; empty where it did not get through
 * @param threads that it used
 * @param losses of each step
 * @param gradients of the first batch beside the exact ones; empty where nobody knows these, or it did not get through
 * @param trajectory of its first steps beside the exact ones
 * @param reference how its losses agree with native CPU's
 * @param evaluation of its last parameters, by native CPU
 * @param costs whatever they are worth; {@link #times} are those that may be shown
 * @param failure why it did not get through, or is not here; empty where it did
 */
public record PeerTraining(
        String name,
        long seed,
        Optional<String> engine,
        OptionalInt threads,
        List<Float> losses,
        Optional<GradientJudgement> gradients,
        Optional<Trajectory> trajectory,
        Optional<Agreement> reference,
        Optional<Evaluation> evaluation,
        Times costs,
        Optional<Failure> failure,
        List<String> notes) {

    /**
     * Of each step, by its own clock.
     *
     * @param forward with the loss read
     */
    public record Times(Samples forward, Samples backward, Samples update) {
        public static final Times NONE = new Times(Samples.NONE, Samples.NONE, Samples.NONE);
    }

    public PeerTraining {
        losses = List.copyOf(losses);
        notes = List.copyOf(notes);
    }

    /** How its losses agree with those of a target that ran with the same seed. */
    public Agreement beside(TargetTraining target) {
        return Agreement.of(target.learnt().losses(), losses);
    }

    /** Why its times are not shown; empty where they are. */
    public Optional<String> withheld() {
        if (failure.isPresent()) {
            return Optional.of("it did not get through");
        }
        Optional<Trajectory> exact = trajectory.filter(first -> !first.steps().isEmpty());
        return exact.isEmpty()
                ? Optional.of("no exact losses stand behind it")
                : exact.map(Trajectory::relative)
                        .filter(off -> off > Agreement.BOUND)
                        .map(off -> String.format(
                                Locale.ROOT,
                                "its first losses lie up to %.3g off the exact ones, and the same steps no more than %s",
                                off,
                                Agreement.BOUND));
    }

    /** Only of the same steps has speed a meaning. */
    public Optional<Times> times() {
        return withheld().isPresent() ? Optional.empty() : Optional.of(costs);
    }
}
