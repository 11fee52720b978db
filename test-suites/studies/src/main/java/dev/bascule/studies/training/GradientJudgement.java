package dev.bascule.studies.training;

import dev.bascule.training.step.TrainingGraph;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How the gradients of a target lie to the exact ones. Immutable.
 *
 * @param layers each parameter in the order of the forward pass, and the loss
 */
public record GradientJudgement(List<Layer> layers) {
    /** What a finite difference may be off the exact gradient: units that leave their side of an edge on the way cost a little. */
    static final double DIFFERENCE = 1e-3;
    /** Elements that a unit on the edge of its step moves: those of a filter or a row, of a large tensor a hundredth. */
    private static final long FEW = 32;

    private static final double SHARE = 0.01;
    /** What a unit of one sample of a batch may add to a whole gradient, by its length. */
    private static final double UNIT = 0.1;
    /** Of batches that are right so many are needed to call another one an edge's. */
    private static final int WITNESSES = 2;

    public GradientJudgement {
        layers = List.copyOf(layers);
    }

    /**
     * The gradients of one parameter in the first batches.
     *
     * @param name the parameter, or the loss
     * @param elements compared, of all batches
     * @param furthest of them, in standard deviations of what rounding makes of it; infinite for what is no number
     * @param relative length of the error by the length of the gradient, of the worst batch; where that is zero but for rounding, by the longest
     *     gradient's; infinite where it is missing or no numbers
     * @param beyond elements further off than rounding explains, in each batch
     * @param difference how far the exact gradient is off a finite difference of the exact loss, relative; empty where there is none
     */
    public record Layer(
            String name,
            long elements,
            double furthest,
            double relative,
            List<Long> beyond,
            OptionalDouble difference) {
        public Layer {
            beyond = List.copyOf(beyond);
        }

        /** Numbers, few of them off in some batch and none in another: a unit on the edge of its step, which rounding pushed over. */
        boolean isOnEdge() {
            return isOff()
                    && Double.isFinite(relative)
                    && beyond.contains(0L)
                    && beyond.stream().allMatch(this::isFew);
        }

        private boolean isFew(long count) {
            double each = (double) elements / Math.max(1, beyond.size());
            return count <= Math.max(SHARE * each, Math.min(FEW, each / 2));
        }

        private boolean isOffIn(int batch) {
            return batch < beyond.size() && beyond.get(batch) > 0;
        }

        private boolean isOff() {
            return beyond.stream().anyMatch(count -> count > 0);
        }

        private String wrong() {
            return Double.isFinite(relative)
                    ? "the gradient of %s lies up to %.3g σ of rounding off the exact one, %.3g of its length"
                            .formatted(name, furthest, relative)
                    : "the gradient of %s is missing, or no numbers, or not zero as the exact one is".formatted(name);
        }
    }

    /** Off in each batch, or in one by more than units on the edge of their step explain, or no numbers at all. */
    private boolean isWrong(Layer layer) {
        return layer.isOff()
                && !layer.isOnEdge()
                && !edge().map(Edge::behind).orElse(List.of()).contains(layer);
    }

    /**
     * A unit on the edge of its step, and what lies behind it on the way back.
     *
     * @param layer the last that is off: few of its elements are
     * @param behind those before it, whose gradients come through the unit
     */
    private record Edge(Layer layer, List<Layer> behind) {}

    /**
     * The one edge of one batch, while the other batches, which are the arbiters, are right in every layer. What comes back through the unit is
     * other wholly, but no more than one sample's share.
     */
    private Optional<Edge> edge() {
        int batches =
                layers.stream().mapToInt(layer -> layer.beyond().size()).max().orElse(0);
        List<Integer> off = IntStream.range(0, batches)
                .filter(batch -> layers.stream().anyMatch(layer -> layer.isOffIn(batch)))
                .boxed()
                .toList();
        if (off.size() != 1 || batches - 1 < WITNESSES) {
            return Optional.empty();
        }
        int batch = off.get(0);
        List<Layer> parameters = layers.stream()
                .filter(layer -> layer.isOffIn(batch) && !layer.name().equals(TrainingGraph.LOSS))
                .toList();
        if (parameters.isEmpty()) {
            return Optional.empty();
        }
        Layer last = parameters.get(parameters.size() - 1);
        List<Layer> behind = parameters.subList(0, parameters.size() - 1);
        boolean isOne = last.isOnEdge() && behind.stream().allMatch(layer -> layer.relative() <= UNIT);
        return isOne ? Optional.of(new Edge(last, behind)) : Optional.empty();
    }

    public long compared() {
        return layers.stream().mapToLong(Layer::elements).sum();
    }

    /** In standard deviations of what rounding makes of each. */
    public double furthest() {
        return layers.stream().mapToDouble(Layer::furthest).max().orElse(0);
    }

    public double relative() {
        return layers.stream().mapToDouble(Layer::relative).max().orElse(0);
    }

    /** The worst of the exact gradients, by finite differences. */
    public OptionalDouble difference() {
        return layers.stream()
                .flatMapToDouble(layer -> layer.difference().stream())
                .max();
    }

    /** Parameters whose exact gradient was held against a finite difference. */
    public long differenced() {
        return layers.stream().filter(layer -> layer.difference().isPresent()).count();
    }

    /** Parameters of which one was wanted: all but the loss. */
    public long parameters() {
        return layers.stream()
                .filter(layer -> !layer.name().equals(TrainingGraph.LOSS))
                .count();
    }

    /** Why they are wrong; empty where they are right. */
    public Optional<String> wrong() {
        Optional<String> target =
                layers.stream().filter(this::isWrong).findFirst().map(Layer::wrong);
        return target.or(() -> layers.stream()
                .filter(layer -> layer.difference().orElse(0) > DIFFERENCE)
                .findFirst()
                .map(layer -> "the gradient graph itself is wrong: of %s it is %.3g off how the loss changes"
                        .formatted(layer.name(), layer.difference().orElse(0))));
    }

    /** What a reader should know although it is not wrong. */
    List<String> notes() {
        Stream<String> unheld = differenced() < parameters()
                ? Stream.of("finite differences of %d of %d parameters: for the others time or digits did not suffice"
                        .formatted(differenced(), parameters()))
                : Stream.empty();
        return Stream.concat(unheld, edges()).toList();
    }

    private Stream<String> edges() {
        Stream<String> behind = edge().map(Edge::behind).orElse(List.of()).stream()
                .filter(layer -> !layer.isOnEdge())
                .map(layer ->
                        "%d of %d elements of the gradient of %s lie beyond rounding, %.2g of its length: those of one batch, behind a unit on the edge of its step"
                                .formatted(
                                        layer.beyond().stream()
                                                .mapToLong(Long::longValue)
                                                .sum(),
                                        layer.elements(),
                                        layer.name(),
                                        layer.relative()));
        return Stream.concat(behind, few());
    }

    private Stream<String> few() {
        return layers.stream()
                .filter(Layer::isOnEdge)
                .map(layer ->
                        "%d of %d elements of the gradient of %s lie beyond rounding, none in another batch: a unit on the edge of its step"
                                .formatted(
                                        layer.beyond().stream()
                                                .mapToLong(Long::longValue)
                                                .sum(),
                                        layer.elements(),
                                        layer.name()));
    }
}
