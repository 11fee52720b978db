package dev.bascule.models.classify;

import dev.bascule.models.graph.Port;
import dev.bascule.models.graph.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells what each input is. Stateless. */
final class Feeds {
    /** Fewer rows are types of tokens or positions of something, not words. */
    private static final long LEAST_VOCABULARY = 16;

    /** A filter of this many samples analyses a sound; of a sequence of features none is so long. */
    private static final long LEAST_FRAME = 32;

    private static final long LEAST_SIDE = 16;
    private static final long MOST_CHANNELS = 4;
    private static final Set<String> PREPARES =
            Passing.with(Passing.SCALES, "Pad", "Resize", "Slice", "Concat", "BatchNormalization", "If", "Log", "Abs");
    private static final int NEAR = 14;

    private Feeds() {}

    static List<Feed> of(GraphView graph, Attentions attentions) {
        List<Feed> feeds = new ArrayList<>();
        graph.inputs().forEach(port -> feeds.add(of(graph, attentions, port)));
        long words = feeds.stream()
                .mapToLong(feed -> feed instanceof Feed.Tokens tokens ? tokens.vocabulary() : 0)
                .max()
                .orElse(0);
        // Positions are looked up too, in a smaller table.
        feeds.replaceAll(feed -> feed instanceof Feed.Tokens tokens && tokens.vocabulary() < words
                ? new Feed.Control(feed.port())
                : feed);
        return feeds;
    }

    private static boolean dimsAreTold(Port port) {
        return port.type() instanceof ValueType.TensorType tensor
                && tensor.dims().isPresent();
    }

    private static Feed of(GraphView graph, Attentions attentions, Port port) {
        Map<String, String> carried = attentions.carried();
        Optional<String> back = Optional.ofNullable(carried.get(port.name()));
        if (back.isPresent()) {
            return new Feed.Carried(port, back.get());
        }
        if (attentions.crossed().contains(port.name())) {
            return new Feed.Crossed(port);
        }
        if (!(port.type() instanceof ValueType.TensorType tensor)) {
            return new Feed.Untold(port);
        }
        Optional<Feed> seen = convolved(graph, port);
        if (seen.isPresent()) {
            return seen.get();
        }
        if (!tensor.dtype().isFloat()) {
            return words(graph, port)
                    .<Feed>map(rows -> new Feed.Tokens(port, rows))
                    .orElse(new Feed.Control(port));
        }
        return numbers(graph, port);
    }

    /** What convolutions take first. */
    private static Optional<Feed> convolved(GraphView graph, Port port) {
        int rank = Feed.dims(port).size();
        List<ConvLayer> first =
                graph.ahead(port.name(), node -> ConvLayer.TYPES.contains(node.type()), PREPARES, NEAR).stream()
                        .flatMap(node -> ConvLayer.of(graph, node).stream())
                        .toList();
        for (ConvLayer conv : first) {
            Optional<Long> channels = channels(port, conv).filter(any -> conv.rank() == 2 && rank == 4);
            if (channels.isPresent()) {
                return picture(port, channels.get());
            }
            if (conv.rank() == 1 && conv.in() == 1 && conv.widest() >= LEAST_FRAME) {
                return Optional.of(new Feed.Waveform(port));
            }
            if (rank == 3 && (conv.rank() == 1 || conv.in() == 1)) {
                return Optional.of(new Feed.Bands(port, Feed.size(port, 1), Feed.size(port, 2)));
            }
        }
        return Optional.empty();
    }

    /** As many as the convolution takes, or a part where pixels were made channels before it, two or four by two or four. */
    private static Optional<Long> channels(Port port, ConvLayer conv) {
        if (conv.in() <= MOST_CHANNELS) {
            return Optional.of(conv.in());
        }
        return Feed.size(port, 1)
                .filter(size -> size == 1 || size == 3)
                .filter(size -> conv.in() == 4 * size || conv.in() == 16 * size);
    }

    private static Optional<Feed> picture(Port port, long channels) {
        boolean last = Feed.size(port, 3).filter(size -> size == channels).isPresent()
                && Feed.size(port, 1).filter(size -> size == channels).isEmpty();
        Optional<Long> height = Feed.size(port, last ? 1 : 2);
        Optional<Long> width = Feed.size(port, last ? 2 : 3);
        boolean large = height.filter(size -> size < LEAST_SIDE).isEmpty()
                && width.filter(size -> size < LEAST_SIDE).isEmpty();
        return large ? Optional.of(new Feed.Picture(port, channels, height, width)) : Optional.empty();
    }

    /** Rows of the largest table that is looked up. */
    private static Optional<Long> words(GraphView graph, Port port) {
        return graph
                .ahead(
                        port.name(),
                        node -> Set.of("Gather", "EmbedLayerNormalization", "GatherBlockQuantized")
                                                .contains(node.type())
                                        && node.input(1)
                                                .filter(value -> !graph.isConstant(value))
                                                .isPresent()
                                || node.type().equals("EmbedLayerNormalization"),
                        Passing.with(Passing.MOVES, "Clip", "Where", "Add", "Mul", "Max", "Min"),
                        6)
                .stream()
                .flatMap(node -> node.inputs().stream())
                .flatMap(value -> graph.weight(value).stream())
                .filter(dims -> dims.size() >= 2 && dims.get(0) >= LEAST_VOCABULARY)
                .map(dims -> dims.get(0))
                .max(Long::compare);
    }

    private static Feed numbers(GraphView graph, Port port) {
        int rank = Feed.dims(port).size();
        if (rank == 3) {
            boolean recurs = !graph.ahead(
                            port.name(), node -> Sequences.RECURRENT.contains(node.type()), Passing.CUTS, NEAR)
                    .isEmpty();
            return recurs ? new Feed.Bands(port, Feed.size(port, 1), Feed.size(port, 2)) : new Feed.Untold(port);
        }
        boolean transformed = !graph.ahead(
                        port.name(), node -> Set.of("STFT", "DFT").contains(node.type()), PREPARES, NEAR)
                .isEmpty();
        if (transformed) {
            return new Feed.Waveform(port);
        }
        Optional<Long> columns = Feed.size(port, 1);
        boolean dense = !graph.ahead(
                        port.name(),
                        node -> Set.of("Gemm", "MatMul", "Mul").contains(node.type())
                                && node.inputs().stream()
                                        .anyMatch(value -> graph.weight(value)
                                                .filter(dims -> dims.size() == 2 && dims.contains(columns.orElse(0L)))
                                                .isPresent()),
                        Passing.with(Passing.MOVES, "Sub", "Add", "Div", "BatchNormalization"),
                        6)
                .isEmpty();
        if (rank == 2 && columns.isPresent() && dense) {
            return new Feed.Columns(port, columns.get());
        }
        return rank == 0 && dimsAreTold(port) ? new Feed.Control(port) : new Feed.Untold(port);
    }
}
