package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holds values against what is expected of them: the one judge of outputs, whoever asks. Adds up the worst. Belongs to one
 * thread.
 */
public final class ValueJudge {
    private final ToleranceRule rule;
    private Optional<Difference> worst = Optional.empty();
    private Tolerance tolerance = Tolerance.EXACT;
    private long compared;

    /** @param rule how far each output may be off */
    public ValueJudge(ToleranceRule rule) {
        this.rule = rule;
    }

    /**
     * What it came to.
     *
     * @param tolerance that the worst element was held to; the widest of all where none is off
     * @param compared how many values were held against another, empty tensors included
     */
    public record Judged(Difference difference, Tolerance tolerance, long compared) {
        /** Whether all that was compared is inside. */
        public boolean ok() {
            return difference.outside() == 0;
        }
    }

    /** @param got empty where the value was not brought, which is wrong */
    public ValueJudge judge(String output, Optional<Value> got, Value expected) {
        if (expected instanceof Value.One one && got.orElse(null) instanceof Value.One other) {
            judge(output, other.tensor(), one.tensor());
        } else if (expected instanceof Value.Many many
                && got.orElse(null) instanceof Value.Many other
                && many.items().size() == other.items().size()) {
            for (int i = 0; i < many.items().size(); i++) {
                judge(
                        output + "[" + i + "]",
                        Optional.of(other.items().get(i)),
                        many.items().get(i));
            }
        } else if (expected instanceof Value.Absent && got.orElse(null) instanceof Value.Absent) {
            compared++;
        } else {
            unlike(output, got.map(Value::describe).orElse("no output"), Value.describe(expected));
        }
        return this;
    }

    /** @param noise what rounding alone makes of the expected value, which then says how far it may be off */
    public ValueJudge judge(String output, Tensor got, Tensor expected, Optional<RoundingNoise> noise) {
        if (noise.isEmpty() || noise.get().elements() != expected.shape().elements()) {
            return judge(output, got, expected);
        }
        Tolerance allowed = noise.get().tolerance(expected.dtype());
        compared++;
        add(TensorComparer.compare(output, got, expected, allowed, noise), allowed);
        return this;
    }

    public ValueJudge judge(String output, Tensor got, Tensor expected) {
        DType dtype = expected.dtype();
        Tolerance allowed = rule.of(output, dtype);
        Difference difference = TensorComparer.compare(output, got, expected, allowed);
        if (difference.outside() > 0 && Double.isFinite(difference.maxAbs())) {
            Optional<Tolerance> wider = rule.widened(output, dtype);
            if (wider.isPresent()) {
                allowed = wider.get();
                difference = TensorComparer.compare(output, got, expected, allowed);
            }
        }
        compared++;
        add(difference, allowed);
        return this;
    }

    /** What cannot be compared, in words: an output that was not brought, or one that nobody expected. */
    public ValueJudge unlike(String output, String got, String expected) {
        Difference.Worst worstHere = new Difference.Worst(output, 0, got, expected);
        add(
                new Difference(
                        1,
                        1,
                        Double.POSITIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        Optional.of(worstHere)),
                Tolerance.EXACT);
        return this;
    }

    private void add(Difference difference, Tolerance allowed) {
        Difference merged = worst.map(known -> known.worseOf(difference)).orElse(difference);
        boolean isWorst = difference.worst().isPresent() && merged.worst().equals(difference.worst());
        boolean isWidest = merged.worst().isEmpty() && allowed.relative() > tolerance.relative();
        if (worst.isEmpty() || isWorst || isWidest) {
            tolerance = allowed;
        }
        worst = Optional.of(merged);
    }

    public Judged result() {
        Difference all = worst.orElseGet(
                () -> new Difference(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty()));
        return new Judged(all, tolerance, compared);
    }
}
