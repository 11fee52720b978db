package dev.bascule.fallback.attempt;

import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.runner.Outputs;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Checks every output that a session shipped against the reference. Since a runner ships each output that differs from
 * those before it, this checks every iteration. Belongs to one thread.
 */
public final class OutputChecker {
    private final Reference reference;
    private final int depth;
    private Difference worst =
            new Difference(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty());
    private Tolerance tolerance = Tolerance.EXACT;
    private long compared;
    private long checked;

    /**
     * The reference outputs: for each step, each output by name.
     *
     * @param kind what they are
     */
    public record Reference(Numerics.Reference kind, List<Map<String, Tensor>> steps) {
        public Reference {
            steps = steps.stream().map(Map::copyOf).toList();
        }
    }

    /** @param depth number of nodes in the graph */
    public OutputChecker(Reference reference, int depth) {
        this.reference = reference;
        this.depth = depth;
    }

    /** Checks these outputs, which stand for so many inferences. */
    public void check(Outputs outputs, long inferences) {
        for (Outputs.Output output : outputs.all()) {
            if (output.step() >= reference.steps().size()) {
                continue;
            }
            Tensor expected = reference.steps().get(output.step()).get(output.name());
            if (expected != null) {
                Tolerance allowed = Tolerance.of(expected.dtype(), depth);
                if (allowed.relative() >= tolerance.relative()) {
                    tolerance = allowed;
                }
                compared++;
                worst = worst.worseOf(TensorComparer.compare(output.name(), output.tensor(), expected, allowed));
            }
        }
        checked += inferences;
    }

    /** Counts expected outputs that the first inferences did not bring as wrong. */
    public void requireAll(Outputs outputs) {
        for (int step = 0; step < reference.steps().size(); step++) {
            int here = step;
            reference.steps().get(step).forEach((name, expected) -> {
                boolean there = outputs.all().stream()
                        .anyMatch(
                                output -> output.step() == here && output.name().equals(name));
                if (!there) {
                    worst = worst.worseOf(new Difference(
                            1,
                            1,
                            Double.POSITIVE_INFINITY,
                            Double.POSITIVE_INFINITY,
                            OptionalDouble.empty(),
                            OptionalDouble.empty(),
                            Optional.of(new Difference.Worst(name, 0, "no output", expected.toString()))));
                }
            });
        }
    }

    /** The worst so far. Ok only when something was compared, be it empty tensors. */
    public Numerics result() {
        return new Numerics(reference.kind(), worst, tolerance, worst.outside() == 0 && compared > 0, checked);
    }
}
