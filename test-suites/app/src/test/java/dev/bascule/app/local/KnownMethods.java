package dev.bascule.app.local;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Recipe;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.method.Methods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Methods of which it is known what they do to {@link Centroids}: nothing, too much, and not what they say. */
record KnownMethods(String name, boolean calibrated, Function<Source, Made> maker) implements Method {

    static Method nothing() {
        return new KnownMethods("nothing", false, source -> made("nothing", source.model(), List.of()));
    }

    /** The scale of every other channel is wrong. */
    static Method scaled(float by) {
        return new KnownMethods("scaled", false, source -> {
            GraphProto.Builder graph = source.model().getGraph().toBuilder();
            Tensor weights = TensorProtos.decode(graph.getInitializer(0));
            Elements.Reader numbers = Elements.of(weights);
            float[] scaled = new float[(int) weights.shape().elements()];
            for (int i = 0; i < scaled.length; i++) {
                scaled[i] = (float) (numbers.at(i) * (i % 2 == 0 ? 1 : by));
            }
            graph.setInitializer(0, Protos.tensor("w", Tensor.floats(weights.shape(), scaled)));
            return made("scaled", source.model().toBuilder().setGraph(graph).build(), List.of());
        });
    }

    /** Each number of a weight times this. */
    static Method spoilt(String weight, float by) {
        return new KnownMethods("spoilt", false, source -> {
            GraphProto.Builder graph = source.model().getGraph().toBuilder();
            for (int at = 0; at < graph.getInitializerCount(); at++) {
                if (graph.getInitializer(at).getName().equals(weight)) {
                    Tensor old = TensorProtos.decode(graph.getInitializer(at));
                    Elements.Reader numbers = Elements.of(old);
                    float[] other = new float[(int) old.shape().elements()];
                    for (int i = 0; i < other.length; i++) {
                        other[i] = (float) (numbers.at(i) * by);
                    }
                    graph.setInitializer(at, Protos.tensor(weight, Tensor.floats(old.shape(), other)));
                }
            }
            return made("spoilt", source.model().toBuilder().setGraph(graph).build(), List.of());
        });
    }

    /** Eight bits with a scale a channel, of which the least has the greatest's, the next the next, and so on. */
    static Method swapped() {
        return new KnownMethods("swapped", false, source -> {
            Made.Variant right =
                    (Made.Variant) Methods.named("int8-channel").orElseThrow().make(source);
            GraphProto.Builder graph = right.model().getGraph().toBuilder();
            for (int at = 0; at < graph.getInitializerCount(); at++) {
                if (graph.getInitializer(at).getName().equals("w_scale")) {
                    Tensor scales = TensorProtos.decode(graph.getInitializer(at));
                    graph.setInitializer(
                            at,
                            Protos.tensor(
                                    "w_scale",
                                    Tensor.floats(scales.shape(), exchanged(Elements.of(scales), scales.shape()))));
                }
            }
            return made("swapped", right.model().toBuilder().setGraph(graph).build(), right.layers());
        });
    }

    private static float[] exchanged(Elements.Reader scales, Shape shape) {
        List<Integer> byRank = IntStream.range(0, Math.toIntExact(shape.elements()))
                .boxed()
                .sorted(Comparator.comparingDouble(scales::at))
                .toList();
        float[] exchanged = new float[byRank.size()];
        for (int rank = 0; rank < exchanged.length; rank++) {
            exchanged[byRank.get(rank)] = (float) scales.at(byRank.get(exchanged.length - 1 - rank));
        }
        return exchanged;
    }

    /** Says four bits, and holds float32. */
    static Method pretending() {
        return new KnownMethods("pretending", false, source -> {
            TensorProto weights = source.model().getGraph().getInitializer(0);
            long elements = TensorProtos.decode(weights).shape().elements();
            return made(
                    "pretending",
                    source.model(),
                    List.of(new LayerChange(
                            "product", "MatMul", weights.getName(), elements, 4, 4 * elements, elements / 2, 0.05)));
        });
    }

    /** Its activations in eight bits, by ranges that were found. */
    static Method ranged() {
        return new KnownMethods("calibrated", true, source -> {
            ActivationRanges.Range range = Objects.requireNonNull(
                    source.ranges().orElseThrow().ranges().get("flat"));
            float scale = (float) (Math.max(1e-6, range.high() - range.low()) / 255);
            byte zero = (byte) Math.round(-range.low() / scale);
            GraphProto.Builder graph = source.model().getGraph().toBuilder();
            List<NodeProto> nodes = new ArrayList<>(graph.getNodeList());
            nodes.add(1, Protos.node("QuantizeLinear", "q", List.of("flat", "s", "z"), List.of("q")));
            nodes.add(2, Protos.node("DequantizeLinear", "d", List.of("q", "s", "z"), List.of("d")));
            nodes.set(3, nodes.get(3).toBuilder().setInput(0, "d").build());
            graph.clearNode()
                    .addAllNode(nodes)
                    .addInitializer(Protos.tensor("s", Tensor.floats(new Shape(List.of()), scale)))
                    .addInitializer(
                            Protos.tensor("z", Tensor.of(DType.UINT8, new Shape(List.of()), new byte[] {zero})));
            return made("calibrated", source.model().toBuilder().setGraph(graph).build(), List.of());
        });
    }

    private static Made made(String name, ModelProto model, List<LayerChange> layers) {
        return new Made.Variant(model, new Recipe(name, "00", Map.of()), layers, List.of());
    }

    @Override
    public String summary() {
        return "for a test";
    }

    @Override
    public ComputedIn computedIn() {
        return new ComputedIn(Map.of());
    }

    @Override
    public Made make(Source source) {
        return maker.apply(source);
    }
}
