package dev.bascule.studies.training;

import dev.bascule.exact.ExactOutput;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How the losses of the first steps lie to the exact ones. Immutable.
 *
 * @param steps those that were compared, in order
 */
public record Trajectory(List<Step> steps) {

    /**
     * One step.
     *
     * @param number from 1 on; of a batch in parts each part is one, all of the number of their step
     * @param off in standard deviations of what rounding makes of it so far; infinite where nothing rounds and it differs, or it is no number
     * @param beyond whether it is further off than rounding explains
     * @param undetermined whether rounding decides what it is, so that it is not judged
     */
    public record Step(int number, double exact, double got, double off, boolean beyond, boolean undetermined) {}

    public Trajectory {
        steps = List.copyOf(steps);
    }

    /** @param parts of each step, whose losses these are */
    public static Trajectory of(List<ExactOutput> exact, List<Float> got, int parts) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < Math.min(exact.size(), got.size()); i++) {
            Difference difference =
                    GradientJudge.difference("loss", exact.get(i), Optional.of(Tensor.floats(Shape.of(), got.get(i))));
            steps.add(new Step(
                    i / parts + 1,
                    ExactTraining.number(exact.get(i)),
                    got.get(i),
                    difference
                            .noise()
                            .map(Difference.Noise::most)
                            .orElse(difference.maxAbs() == 0 ? 0 : Double.POSITIVE_INFINITY),
                    difference.outside() > 0,
                    exact.get(i)
                            .noise()
                            .filter(noise -> noise.undetermined() > 0)
                            .isPresent()));
        }
        return new Trajectory(steps);
    }

    /** Those that rounding does not decide. */
    public long judged() {
        return steps.stream().filter(step -> !step.undetermined()).count();
    }

    public double furthest() {
        return steps.stream().mapToDouble(Step::off).max().orElse(0);
    }

    /** The furthest loss, relative to the exact one. */
    double relative() {
        return steps.stream()
                .mapToDouble(step -> Math.abs(step.got() - step.exact()) / Math.abs(step.exact()))
                .map(off -> Double.isNaN(off) ? Double.POSITIVE_INFINITY : off)
                .max()
                .orElse(0);
    }

    public Optional<String> wrong() {
        return steps.stream()
                .filter(Step::beyond)
                .findFirst()
                .map(step -> "the loss of step %d is %.9g and exactly %.9g: %.3g σ of what rounding makes of it"
                        .formatted(step.number(), step.got(), step.exact(), step.off()));
    }
}
