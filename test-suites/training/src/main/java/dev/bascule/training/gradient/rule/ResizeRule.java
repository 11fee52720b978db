package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Enlarging by whole factors where each element is repeated: its copies' gradients are summed.
 *
 * <p>Any other resizing is refused by {@link ErrorCode#MODEL_UNTRAINABLE}.
 */
final class ResizeRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Resize");
    }

    @Override
    public String limits() {
        return "nearest, by whole factors";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol gradient = at.gradient();
        List<Long> dims = new ArrayList<>();
        List<Long> axes = new ArrayList<>();
        boolean isWhole = true;
        for (int axis = 0; axis < x.rank(); axis++) {
            long factor = gradient.dim(axis) / x.dim(axis);
            isWhole &= factor * x.dim(axis) == gradient.dim(axis);
            dims.add(x.dim(axis));
            if (factor > 1) {
                dims.add(factor);
                axes.add(dims.size() - 1L);
            }
        }
        if (!isWhole || !repeats(at.node())) {
            throw new BasculeException(
                    ErrorCode.MODEL_UNTRAINABLE,
                    "no gradient is known of a Resize that is not 'nearest' by whole factors: %s to %s"
                            .formatted(x, gradient.shape()));
        }
        Symbol split = on.reshape(gradient, new Shape(dims));
        return List.of(Optional.of(on.reduceSum(
                split, false, axes.stream().mapToLong(Long::longValue).toArray())));
    }

    /** Whether each element is repeated as often as the others, whatever the factors. */
    private static boolean repeats(GraphNode node) {
        String nearest = node.text("nearest_mode", "round_prefer_floor");
        String place = node.text("coordinate_transformation_mode", "half_pixel");
        boolean isBlock = place.equals("asymmetric")
                ? nearest.equals("floor")
                : (place.equals("half_pixel") || place.equals("half_pixel_symmetric"))
                        && nearest.startsWith("round_prefer");
        return node.text("mode", "nearest").equals("nearest") && isBlock;
    }
}
