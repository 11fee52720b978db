package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Whole output channels go, those of the least norm (Li et al., "Pruning Filters for Efficient ConvNets", 2017): out of the weight and the bias, and
 * out of all that takes them ({@link ChannelWalk}). So the model is smaller and has fewer products on every engine. Where channels are tied to
 * others, as by the Add of a residual, the layer stays whole.
 *
 * @param percent of a layer's channels, rounded down
 */
record ChannelMethod(String name, String summary, int percent, ComputedIn computedIn) implements Method {

    @Override
    public Made make(Source source) {
        ModelProto model = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(model, Fit.Inside.REFUSED);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        Map<String, Weight> weights = new HashMap<>();
        Weights.of(model.getGraph()).all().forEach(weight -> weights.put(weight.name(), weight));
        GraphProto graph = model.getGraph();
        ChannelWalk.Seen seen = ChannelWalk.Seen.of(graph);
        List<String> notes = new ArrayList<>();
        for (NodeProto node : model.getGraph().getNodeList()) {
            Optional<Weight> weight = Nodes.input(node, 1).flatMap(input -> Optional.ofNullable(weights.get(input)));
            if (!Weights.isProduct(node) || weight.isEmpty()) {
                continue;
            }
            Optional<String> why = unfit(node, weight.orElseThrow());
            if (why.isEmpty()) {
                ChannelWalk walk = new ChannelWalk(seen, weight.orElseThrow().channelCount());
                why = walk.from(node, weight.orElseThrow().channels());
                if (why.isEmpty()) {
                    int[] keep = keep(weight.orElseThrow());
                    graph = cut(graph, walk, keep);
                    seen = ChannelWalk.Seen.of(graph);
                }
            }
            why.ifPresent(text ->
                    notes.add("'%s' (%s) keeps its channels: %s".formatted(Nodes.name(node), node.getOpType(), text)));
        }
        List<LayerChange> layers = changes(Weights.of(model.getGraph()), graph);
        if (layers.isEmpty()) {
            return new Made.Refused("no layer can lose channels: " + String.join("; ", notes));
        }
        return Variants.of(
                model,
                graph.toBuilder().clearValueInfo().build(),
                Variants.recipe(name, source.sha256(), Map.of("percent", "" + percent, "norm", "L2")),
                layers,
                notes);
    }

    /** What is left of a weight has the same values, so that what went is the difference of their squares. */
    private static List<LayerChange> changes(Weights before, GraphProto after) {
        Map<String, float[]> left = new HashMap<>();
        after.getInitializerList().stream()
                .filter(tensor -> tensor.getDataType() == DType.FLOAT32.onnx())
                .forEach(tensor -> left.put(tensor.getName(), Numbers.floats(tensor)));
        List<LayerChange> changes = new ArrayList<>();
        for (Weight weight : before.all()) {
            float[] own = left.getOrDefault(weight.name(), weight.values());
            if (own.length != weight.values().length) {
                double all = square(weight.values());
                changes.add(new LayerChange(
                                Nodes.name(weight.node()),
                                weight.node().getOpType(),
                                weight.name(),
                                weight.values().length,
                                Float.SIZE,
                                weight.bytes(),
                                (long) own.length * Float.BYTES,
                                all == 0 ? 0 : Math.sqrt(Math.max(0, (all - square(own)) / all)))
                        .with(WeightHistogram.of(weight.values(), own)));
            }
        }
        return changes;
    }

    private static double square(float[] values) {
        double sum = 0;
        for (float value : values) {
            sum += (double) value * value;
        }
        return sum;
    }

    private Optional<String> unfit(NodeProto node, Weight weight) {
        if (node.getOpType().equals("ConvTranspose")
                || Nodes.integer(node, "group", 1) != 1
                || weight.dims().size() > 2 && !node.getOpType().equals("Conv")) {
            return Optional.of("only Conv of one group, Gemm and MatMul lose channels of their own");
        }
        return weight.channelCount() * percent / 100 == 0
                ? Optional.of("it has %d".formatted(weight.channelCount()))
                : Optional.empty();
    }

    private static double[] squares(Weight weight) {
        double[] squares = new double[weight.channelCount()];
        for (int i = 0; i < weight.values().length; i++) {
            squares[weight.channelOf(i)] += (double) weight.values()[i] * weight.values()[i];
        }
        return squares;
    }

    /** Ascending; of channels of equal norm the later ones stay. */
    private int[] keep(Weight weight) {
        double[] squares = squares(weight);
        return IntStream.range(0, squares.length)
                .boxed()
                .sorted((a, b) ->
                        squares[a] == squares[b] ? Integer.compare(a, b) : Double.compare(squares[a], squares[b]))
                .skip((long) squares.length * percent / 100)
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    private static GraphProto cut(GraphProto graph, ChannelWalk walk, int[] keep) {
        Map<String, TensorProto> constants = new HashMap<>();
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        for (ChannelWalk.Cut cut : walk.cuts()) {
            constants.compute(cut.constant(), (name, tensor) -> cut(Objects.requireNonNull(tensor, name), cut, keep));
        }
        GraphProto.Builder made = graph.toBuilder().clearInitializer().clearNode();
        Names names = new Names(graph);
        List<TensorProto> added = new ArrayList<>();
        for (NodeProto node : graph.getNodeList()) {
            boolean changed = node.getOutputCount() > 0 && walk.changed().containsKey(node.getOutput(0));
            if (changed && node.getOpType().equals("Reshape")) {
                // The batch as it comes, the rest in a row.
                String shape = names.fresh(Nodes.name(node) + "_shape");
                added.add(Numbers.longs(shape, 0, -1));
                made.addNode(flattening(node, shape));
            } else {
                made.addNode(changed ? grouped(node, keep.length) : node);
            }
        }
        graph.getInitializerList()
                .forEach(tensor -> made.addInitializer(constants.getOrDefault(tensor.getName(), tensor)));
        return Unused.dropped(made.addAllInitializer(added).build());
    }

    /** Without allowzero, by which a 0 is a size of 0 and no "as it comes". */
    private static NodeProto flattening(NodeProto node, String shape) {
        return node.toBuilder()
                .setInput(1, shape)
                .clearAttribute()
                .addAllAttribute(node.getAttributeList().stream()
                        .filter(each -> !each.getName().equals("allowzero"))
                        .toList())
                .build();
    }

    private static TensorProto cut(TensorProto tensor, ChannelWalk.Cut cut, int[] keep) {
        int[] indices = Arrays.stream(keep)
                .flatMap(channel -> IntStream.range(0, cut.repeat()).map(i -> channel * cut.repeat() + i))
                .toArray();
        List<Long> dims = new ArrayList<>(tensor.getDimsList());
        float[] values = Numbers.kept(Numbers.floats(tensor), dims, cut.axis(), indices);
        dims.set(cut.axis(), (long) indices.length);
        return Numbers.floats(tensor.getName(), dims, values);
    }

    private static NodeProto grouped(NodeProto node, int groups) {
        return node.toBuilder()
                .clearAttribute()
                .addAllAttribute(node.getAttributeList().stream()
                        .map(each -> each.getName().equals("group")
                                ? AttributeProto.newBuilder(each).setI(groups).build()
                                : each)
                        .toList())
                .build();
    }
}
