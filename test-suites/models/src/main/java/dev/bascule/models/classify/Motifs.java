package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.models.graph.Port;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All that a graph shows of itself, names left out. Immutable.
 *
 * @param feeds what each input is
 * @param heads what comes out
 */
record Motifs(
        GraphView graph,
        List<Feed> feeds,
        Heads heads,
        Attentions attentions,
        Convolutions convolutions,
        Skips skips,
        Norms norms,
        Sequences sequences) {

    Motifs {
        feeds = List.copyOf(feeds);
    }

    static Motifs of(ModelProto model) {
        GraphView graph = GraphView.of(model);
        Attentions attentions = Attentions.of(graph);
        return new Motifs(
                graph,
                Feeds.of(graph, attentions),
                Heads.of(graph, attentions),
                attentions,
                Convolutions.of(graph),
                Skips.of(graph),
                Norms.of(graph),
                Sequences.of(graph));
    }

    <T extends Feed> Stream<T> feeds(Class<T> kind) {
        return feeds.stream().filter(kind::isInstance).map(kind::cast);
    }

    <T extends Feed> Optional<T> feed(Class<T> kind) {
        return feeds(kind).findFirst();
    }

    boolean has(Class<? extends Feed> kind) {
        return feed(kind).isPresent();
    }

    boolean attends() {
        return attentions.blocks() > 0;
    }

    /** What another network made: keys and values as they are, or a sequence of vectors beside token ids. */
    List<Port> crossed() {
        return Stream.concat(
                        feeds(Feed.Crossed.class).map(Feed.Crossed::port),
                        feeds(Feed.Untold.class)
                                .map(Feed.Untold::port)
                                .filter(port -> Heads.rank(port) == 3 && has(Feed.Tokens.class)))
                .toList();
    }

    boolean recurs() {
        return !sequences.recurrent().isEmpty();
    }

    /** Nodes by operator. */
    SortedMap<String, Integer> histogram() {
        SortedMap<String, Integer> counts = new TreeMap<>();
        graph.nodes().forEach(node -> counts.merge(node.type(), 1, Integer::sum));
        return counts;
    }

    /** Such as {@code 12 attention blocks (product, Softmax, product)}. */
    String attentionText() {
        String spelled = attentions.spelled() == 0
                ? ""
                : "%d attention blocks (MatMul, Softmax, MatMul)".formatted(attentions.spelled());
        String fused = attentions.fused().isEmpty()
                ? ""
                : "%d fused attention nodes (%s)"
                        .formatted(
                                attentions.fused().size(),
                                attentions.fused().get(0).type());
        return spelled.isEmpty() || fused.isEmpty() ? spelled + fused : spelled + ", " + fused;
    }
}
