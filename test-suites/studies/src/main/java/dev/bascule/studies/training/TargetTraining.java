package dev.bascule.studies.training;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Trend;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.decode.CacheSeen;
import dev.bascule.studies.session.Ended;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What one target made of a training run with one seed. Immutable.
 *
 * @param state where parameters and moments were asked to be
 * @param checks what its steps were held against
 * @param learnt what came of it
 * @param costs whatever they are worth; {@link #times} are those that may be shown
 * @param fault what ended it
 * @param chain that was asked for and came to it; empty where a backend was asked for by itself
 * @param before what was tried before it on that chain, in order; empty where it is the first
 * @param notes what a reader should know
 */
public record TargetTraining(
        Target target,
        CarryLocation state,
        long seed,
        Checks checks,
        Learnt learnt,
        Costs costs,
        Optional<Ended> fault,
        Optional<Chain> chain,
        List<Tried> before,
        List<String> notes) {

    /** A backend of a chain on which training did not get through, or was wrong. */
    public record Tried(Target target, Ended why) {}

    /**
     * What speaks for its steps, and against them.
     *
     * @param gradients empty where they were not looked at
     * @param trajectory of its first steps
     * @param unlikeWhole why the batch in parts that was asked for is not the batch as a whole; empty where it is, or there are no parts
     * @param mixed what its steps tell of 16-bit products; empty where all is in 32 bits
     * @param reference how its losses agree with native CPU's
     * @param repeated the first steps again, in another session
     * @param resumed the second half of them again, from the state between
     * @param still parameters that the first step moves, and that did not move at all
     * @param gradientPlacement where the gradients were computed
     * @param placement where the steps ran
     * @param seen where the state was; empty where nothing shows it
     */
    public record Checks(
            Optional<GradientJudgement> gradients,
            Optional<Trajectory> trajectory,
            Optional<String> unlikeWhole,
            Optional<MixedSteps> mixed,
            Optional<Agreement> reference,
            Optional<Repetition> repeated,
            Optional<Repetition> resumed,
            List<String> still,
            Optional<SessionPlacement> gradientPlacement,
            Optional<SessionPlacement> placement,
            Optional<CacheSeen> seen) {
        public static final Checks NONE = new Checks(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());

        public Checks {
            still = List.copyOf(still);
        }

        /** Of a batch as a whole in 32 bits. */
        public Checks(
                Optional<GradientJudgement> gradients,
                Optional<Trajectory> trajectory,
                Optional<Agreement> reference,
                Optional<Repetition> repeated,
                Optional<Repetition> resumed,
                List<String> still,
                Optional<SessionPlacement> gradientPlacement,
                Optional<SessionPlacement> placement,
                Optional<CacheSeen> seen) {
            this(
                    gradients,
                    trajectory,
                    Optional.empty(),
                    Optional.empty(),
                    reference,
                    repeated,
                    resumed,
                    still,
                    gradientPlacement,
                    placement,
                    seen);
        }

        /** Why its steps are wrong; empty where nothing shows that. */
        Optional<String> wrong() {
            return gradients
                    .flatMap(GradientJudgement::wrong)
                    .or(() -> mixed.flatMap(MixedSteps::wrong))
                    .or(() -> trajectory.flatMap(Trajectory::wrong))
                    .or(() -> unlikeWhole)
                    .or(() -> still.isEmpty()
                            ? Optional.empty()
                            : Optional.of("%s did not move, as the first step should make it"
                                    .formatted(String.join(", ", still))))
                    .or(() -> repeated.filter(Repetition::isBitwise).isPresent()
                                    && resumed.filter(again -> !again.isBitwise())
                                            .isPresent()
                            ? Optional.of(
                                    "steps that go on from its state are others than those that went on without a stop")
                            : Optional.empty());
        }

        /** Whether anything exact stands behind it, and a finite difference behind that. */
        boolean isJudged() {
            if (gradients.filter(judged -> judged.differenced() == 0).isPresent()) {
                return false;
            }
            return gradients.filter(judged -> judged.compared() > 0).isPresent()
                    || trajectory.filter(judged -> judged.judged() > 0).isPresent();
        }
    }

    /**
     * What was learnt.
     *
     * @param start how many steps were made before
     * @param losses of each step from there on
     * @param evaluations on held-out data, in order
     * @param state parameters and moments after the last step that was read
     * @param reached the first step after which the target accuracy was there; empty where it was not, or none was asked for
     */
    public record Learnt(
            long start,
            List<Float> losses,
            List<Evaluation> evaluations,
            Optional<TrainingStart> state,
            OptionalLong reached) {
        public static final Learnt NOTHING =
                new Learnt(0, List.of(), List.of(), Optional.empty(), OptionalLong.empty());

        public Learnt {
            losses = List.copyOf(losses);
            evaluations = List.copyOf(evaluations);
        }

        public Optional<Evaluation> last() {
            return evaluations.isEmpty() ? Optional.empty() : Optional.of(evaluations.get(evaluations.size() - 1));
        }
    }

    /**
     * What it took.
     *
     * @param memory bytes that its processes grow with each step
     * @param peak bytes, the most that was resident
     * @param passes forward, gradient and step timed in turn; empty where they were not
     */
    public record Costs(
            Phases phases,
            Optional<StepTimes> times,
            Optional<Trend> memory,
            OptionalLong peak,
            Optional<PassTimes> passes) {
        public static final Costs NONE =
                new Costs(Phases.NONE, Optional.empty(), Optional.empty(), OptionalLong.empty());

        /** Without its passes. */
        public Costs(Phases phases, Optional<StepTimes> times, Optional<Trend> memory, OptionalLong peak) {
            this(phases, times, memory, peak, Optional.empty());
        }
    }

    public TargetTraining {
        before = List.copyOf(before);
        notes = List.copyOf(notes);
    }

    /** Of no chain. */
    public TargetTraining(
            Target target,
            CarryLocation state,
            long seed,
            Checks checks,
            Learnt learnt,
            Costs costs,
            Optional<Ended> fault,
            List<String> notes) {
        this(target, state, seed, checks, learnt, costs, fault, Optional.empty(), List.of(), notes);
    }

    /** The same with what its passes took, and with further notes. */
    TargetTraining with(Optional<PassTimes> passes, List<String> further) {
        return new TargetTraining(
                target,
                state,
                seed,
                checks,
                learnt,
                new Costs(costs.phases(), costs.times(), costs.memory(), costs.peak(), passes),
                fault,
                chain,
                before,
                Stream.concat(notes.stream(), further.stream()).toList());
    }

    /** One that was not begun. */
    public static TargetTraining notBegun(Target target, CarryLocation state, long seed, Ended why) {
        return new TargetTraining(
                target, state, seed, Checks.NONE, Learnt.NOTHING, Costs.NONE, Optional.of(why), List.of());
    }

    /** The same as what this chain came to after these. */
    public TargetTraining after(Chain asked, List<Tried> others) {
        return new TargetTraining(target, state, seed, checks, learnt, costs, fault, Optional.of(asked), others, notes);
    }

    /** Whether it is the end of a chain, and made no step there: those before it may have, and were no result. */
    public boolean isExhausted() {
        return chain.isPresent() && learnt.losses().isEmpty();
    }

    /** Why it is wrong; empty where nothing shows that. */
    public Optional<String> wrong() {
        return checks.wrong();
    }

    /** What is other than was asked for although its steps are right, in words. */
    public List<String> reservations() {
        List<String> all = new ArrayList<>();
        checks.seen()
                .filter(seen -> !seen.isAt(state))
                .ifPresent(seen -> all.add(
                        "its state was asked to be in %s, and was in %s".formatted(state.word(), seen.words())));
        checks.mixed()
                .filter(MixedSteps::isTooNear)
                .ifPresent(near -> all.add(
                        "its gradients lie within %.2g σ of 16-bit products of the exact ones: no product was computed in 16 bits"
                                .formatted(near.furthest().orElseThrow())));
        return all;
    }

    public Verdict verdict() {
        Verdict own = own();
        return own.isRight() && !before.isEmpty() ? Verdict.FELL_BACK : own;
    }

    private Verdict own() {
        if (fault.isPresent()) {
            return wrong().isPresent() ? Verdict.WRONG : fault.get().verdict();
        }
        if (wrong().isPresent()) {
            return Verdict.WRONG;
        }
        if (!checks.isJudged() || learnt.losses().isEmpty()) {
            return Verdict.SKIPPED;
        }
        Verdict stepped = checks.placement().map(SessionPlacement::verdict).orElse(Verdict.FAILED);
        Stream<Verdict> placed = Stream.concat(
                checks.gradientPlacement().map(SessionPlacement::verdict).stream(),
                reservations().isEmpty() ? Stream.empty() : Stream.of(Verdict.PARTIAL));
        return placed.reduce(stepped, (a, b) -> a.compareTo(b) >= 0 ? a : b);
    }

    /** Only of what is right has speed a meaning. */
    public Optional<StepTimes> times() {
        return verdict().isRight() ? costs.times() : Optional.empty();
    }

    /** Likewise. */
    public Optional<PassTimes> passes() {
        return verdict().isRight() ? costs.passes() : Optional.empty();
    }
}
