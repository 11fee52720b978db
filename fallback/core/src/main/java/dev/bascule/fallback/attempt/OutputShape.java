package dev.bascule.fallback.attempt;

import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an output was, as the runner shipped it.
 *
 * @param name the model's output
 * @param type element type, such as {@code float32}; {@code sequence} of what is none
 * @param shape of the tensor; of a sequence its length
 */
public record OutputShape(String name, String type, Shape shape) {
    private static final String SEQUENCE = "sequence";

    /** Those of the first inferences; one whose shape differs from step to step is told of with each. */
    public static List<OutputShape> of(Outputs outputs) {
        return outputs.all().stream()
                .map(output -> of(output.name(), Value.of(output.tensor())))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /** Those of each set of inputs; an optional without a value has no shape, and is left out. */
    public static List<OutputShape> of(List<Map<String, Value>> sets) {
        return sets.stream()
                .flatMap(set -> set.entrySet().stream())
                .map(output -> of(output.getKey(), output.getValue()))
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private static Optional<OutputShape> of(String name, Value value) {
        if (value instanceof Value.One one) {
            return Optional.of(new OutputShape(
                    name, one.tensor().dtype().wireName(), one.tensor().shape()));
        }
        return value instanceof Value.Many many
                ? Optional.of(
                        new OutputShape(name, SEQUENCE, Shape.of(many.items().size())))
                : Optional.empty();
    }

    /** {@code logits float32[1,2]}. */
    @Override
    public String toString() {
        return name + " " + type + shape;
    }
}
