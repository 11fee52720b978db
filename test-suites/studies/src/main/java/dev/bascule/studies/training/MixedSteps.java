package dev.bascule.studies.training;

import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a run in mixed precision tells of its steps. Immutable.
 *
 * @param scale of the loss after the last step; empty where no state came back
 * @param skipped steps that updated nothing, for a gradient overflowed
 * @param steps that were made
 * @param unexplained the first step, from 1 on, that skipped although no rounding to 16 bits overflows there; of those that are known exactly
 * @param furthest gradient of the first seed off the exact ones, in standard deviations of what 16-bit products make of it; empty where nobody
 *     looked
 */
public record MixedSteps(
        OptionalDouble scale, int skipped, int steps, OptionalInt unexplained, OptionalDouble furthest) {
    /** Of thousands of gradients one lies a few deviations off where products are in 16 bits; in 32 bits they are 8,000 times finer. */
    private static final double TOO_NEAR = 0.05;

    /** @param skips of each step, whether it says that it skipped its update */
    static MixedSteps of(
            ExactTraining exact,
            int parts,
            List<Boolean> skips,
            Optional<TrainingStart> last,
            Optional<GradientJudgement> gradients) {
        OptionalInt unexplained = OptionalInt.empty();
        for (int step = 0;
                step < skips.size() && (step + 1) * parts <= exact.skipped().size();
                step++) {
            if (skips.get(step)) {
                unexplained = mayOverflow(exact.skipped().get((step + 1) * parts - 1))
                        ? unexplained
                        : OptionalInt.of(step + 1);
                break;
            }
        }
        return new MixedSteps(
                last.flatMap(state -> Optional.ofNullable(state.state().get(TrainingGraph.LOSS_SCALE))).stream()
                        .mapToDouble(MixedSteps::number)
                        .findFirst(),
                (int) skips.stream().filter(skip -> skip).count(),
                skips.size(),
                unexplained,
                gradients.stream().mapToDouble(GradientJudgement::furthest).findFirst());
    }

    /** How many steps lead the same way as the exact ones, in which nothing overflows: up to the loss of the first that was skipped. */
    static int alike(List<Boolean> skips) {
        int first = skips.indexOf(true);
        return first < 0 ? skips.size() : first + 1;
    }

    private static boolean mayOverflow(ExactOutput skipped) {
        return ExactTraining.number(skipped) > 0.5
                || skipped.noisy().stream()
                        .anyMatch(pass -> pass.filter(value -> value instanceof Reals reals && reals.only() < 0.5)
                                .isEmpty());
    }

    private static double number(Tensor scalar) {
        return scalar.data().asFloatBuffer().get(0);
    }

    /** Why its steps are wrong; empty where nothing shows that. */
    Optional<String> wrong() {
        return unexplained.isPresent()
                ? Optional.of("step %d updated nothing although no gradient overflows in 16 bits there"
                        .formatted(unexplained.getAsInt()))
                : Optional.empty();
    }

    /** Whether its gradients lie so near the exact ones as none do whose products are in 16 bits. */
    public boolean isTooNear() {
        return furthest.orElse(Double.POSITIVE_INFINITY) < TOO_NEAR;
    }

    /** For the reader. */
    public String words() {
        String told = scale.isPresent() ? ", loss scale %.0f after the last".formatted(scale.getAsDouble()) : "";
        return "%d of %d steps skipped for an overflow%s".formatted(skipped, steps, told);
    }
}
