package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The borders are cut off again, or, where a border is negative, zeros take the place of what was cut. Borders that repeat what is inside (edge, reflect,
 * wrap) send their gradient to where they were read: by a product with the matrix of the reading.
 */
final class PadRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Pad");
    }

    @Override
    public String limits() {
        return "pads are to be constant; none by the value";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> {
            GraphNode node = at.node();
            Symbol x = at.input(0);
            List<Long> pads = Contents.longs(node, 1, on);
            List<Long> axes = node.has(3)
                    ? Contents.longs(node, 3, on)
                    : LongStream.range(0, x.rank()).boxed().toList();
            String mode = node.text("mode", "constant");
            Symbol gradient = at.gradient();
            for (int i = 0; i < axes.size(); i++) {
                int axis = Axes.front(axes.get(i), x.rank());
                long before = pads.get(i);
                long after = pads.get(i + axes.size());
                if (before == 0 && after == 0) {
                    continue;
                }
                gradient = mode.equals("constant")
                        ? cut(on, gradient, axis, x.dim(axis), before, after)
                        : read(on, gradient, axis, x.dim(axis), before, mode);
            }
            return gradient;
        }));
    }

    private static Symbol cut(Operators on, Symbol gradient, int axis, long size, long before, long after) {
        long from = Math.max(before, 0);
        long to = gradient.dim(axis) - Math.max(after, 0);
        Symbol inside = from == 0 && to == gradient.dim(axis) ? gradient : on.slice(gradient, axis, from, to);
        return Padded.along(on, inside, axis, Math.max(-before, 0), size - inside.dim(axis) - Math.max(-before, 0));
    }

    private static Symbol read(Operators on, Symbol gradient, int axis, long size, long before, String mode) {
        int padded = Math.toIntExact(gradient.dim(axis));
        float[] reading = new float[Math.toIntExact(size) * padded];
        for (int at = 0; at < padded; at++) {
            reading[Math.toIntExact(source(at - before, size, mode)) * padded + at] = 1;
        }
        return Selected.along(on, on.graph().constant(Tensor.floats(Shape.of(size, padded), reading)), gradient, axis);
    }

    /** Which element a place outside shows. */
    private static long source(long place, long size, String mode) {
        return switch (mode) {
            case "edge" -> Math.min(Math.max(place, 0), size - 1);
            case "wrap" -> Math.floorMod(place, size);
            default -> {
                long period = Math.max(2 * (size - 1), 1);
                long at = Math.floorMod(place, period);
                yield at < size ? at : period - at;
            }
        };
    }
}
