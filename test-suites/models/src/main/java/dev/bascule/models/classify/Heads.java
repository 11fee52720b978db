package dev.bascule.models.classify;

import dev.bascule.models.graph.Port;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What comes out. Immutable.
 *
 * @param results outputs that do not come back as inputs
 * @param suppressions of boxes that lie over each other
 */
record Heads(GraphView graph, List<Port> results, int suppressions) {
    private static final Set<String> SUPPRESSIONS = Set.of("NonMaxSuppression", "EfficientNMS_TRT", "BatchedNMS_TRT");
    private static final int LONGEST_TAIL = 6;
    private static final long MOST_PLACES = 100_000;

    Heads {
        results = List.copyOf(results);
    }

    static Heads of(GraphView graph, Attentions attentions) {
        return new Heads(
                graph,
                graph.outputs().stream()
                        .filter(port -> !attentions.carried().containsValue(port.name()))
                        .toList(),
                graph.count(SUPPRESSIONS));
    }

    /** The only one, of this rank. */
    Optional<Port> only(int rank) {
        return results.size() == 1
                ? results.stream().filter(port -> rank(port) == rank).findFirst()
                : Optional.empty();
    }

    Stream<Port> ofRank(int rank) {
        return results.stream().filter(port -> rank(port) == rank);
    }

    static int rank(Port port) {
        return Feed.dims(port).size();
    }

    /** Whether an output comes from one of these operators, changes of shape left out. */
    boolean comesFrom(Port port, Set<String> types) {
        return graph.back(port.name(), node -> types.contains(node.type()), Passing.MOVES, LONGEST_TAIL)
                .isPresent();
    }

    /** Boxes: as many rows of four as another output has rows. */
    boolean boxes() {
        return ofRank(3)
                .anyMatch(box -> Feed.size(box, -1).filter(size -> size == 4).isPresent()
                        && ofRank(3)
                                .anyMatch(other -> !other.equals(box)
                                        && Feed.dims(other)
                                                .get(1)
                                                .equals(Feed.dims(box).get(1))));
    }

    /** Maps of equal channels, each half as large as another. */
    boolean pyramid() {
        List<Port> maps = ofRank(4).toList();
        return maps.size() >= 2
                && maps.stream().map(map -> Feed.size(map, 1)).distinct().count() == 1
                && maps.stream()
                        .anyMatch(large -> maps.stream()
                                .anyMatch(small -> Feed.size(small, 2)
                                        .flatMap(side -> Feed.size(large, 2).filter(twice -> twice == 2 * side))
                                        .isPresent()));
    }

    /** One row for each place of grids of 8, 16 and 32 pixels, with one or three boxes at each. */
    Optional<Port> places(long height, long width) {
        long places = Stream.of(8L, 16L, 32L)
                .mapToLong(step -> (height / step) * (width / step))
                .sum();
        return ofRank(3)
                .filter(port -> Stream.of(1, 2)
                        .flatMap(axis -> Feed.size(port, axis).stream())
                        .anyMatch(size -> places > 0 && places < MOST_PLACES && (size == places || size == 3 * places)))
                .findFirst();
    }
}
