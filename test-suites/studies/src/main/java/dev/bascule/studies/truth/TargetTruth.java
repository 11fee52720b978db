package dev.bascule.studies.truth;

import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Target;
import java.util.List;
import java.util.Optional;

/**
 * What one target makes of a model. Immutable.
 *
 * @param outputs of the model as it is, with all that the engine fuses
 * @param values of all nodes, laid open as outputs, in the graph's order; what is read cannot be fused away
 * @param failure why it did not run; then there are no values
 */
public record TargetTruth(Target target, List<ValueTruth> outputs, List<ValueTruth> values, Optional<String> failure) {
    public TargetTruth {
        outputs = List.copyOf(outputs);
        values = List.copyOf(values);
    }

    /** The first node whose value rounding does not explain. */
    public Optional<ValueTruth> firstOutside() {
        return values.stream().filter(ValueTruth::isOutside).findFirst();
    }

    /** Whether every output of the model as it is lies within what rounding explains; empty where it did not run. */
    public Optional<Boolean> right() {
        return failure.isPresent()
                        || outputs.stream()
                                .allMatch(output -> output.difference().isEmpty())
                ? Optional.empty()
                : Optional.of(outputs.stream().noneMatch(ValueTruth::isOutside));
    }

    /** Root mean square over an output's elements in units of what rounding explains, of the output where it is greatest. */
    public Optional<Double> distance() {
        return outputs.stream()
                .flatMap(output -> output.noise().stream())
                .map(Difference.Noise::rms)
                .max(Double::compare);
    }

    /** Values that could be held against the exact ones. */
    public long compared() {
        return values.stream().filter(value -> value.difference().isPresent()).count();
    }
}
