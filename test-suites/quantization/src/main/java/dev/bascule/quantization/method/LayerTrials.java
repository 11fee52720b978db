package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model that has each weight in each precision, as the numbers that its decoder makes of it, and one more input that says which is taken: so that
 * all trials are inferences of one session. Gather takes whole tensors, so what is computed is what the smaller model computes.
 *
 * @param model fed as before, and the choice besides
 * @param choice the name of that input
 * @param layers names of the weights
 */
public record LayerTrials(ModelProto model, String choice, List<String> layers) {
    /** Of all numbers together: a message of ONNX holds no more than twice as much. */
    private static final long MOST_BYTES = 1L << 30;

    private static final List<LayerPrecision> PRECISIONS = List.of(LayerPrecision.values());

    public LayerTrials {
        layers = List.copyOf(layers);
    }

    /** What came of making one. */
    public sealed interface Result {}

    /** One. */
    public record Made(LayerTrials trials) implements Result {}

    /** None, and why. */
    public record Refused(String why) implements Result {}

    /** Those that are tried: all but float32. */
    public static List<LayerPrecision> tried() {
        return PRECISIONS.subList(1, PRECISIONS.size());
    }

    public static Result of(ModelProto model) {
        ModelProto whole = Prepared.of(model);
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Refused(refusal.orElseThrow());
        }
        List<Weight> weights = Weights.of(whole.getGraph()).all();
        long bytes = weights.stream().mapToLong(Weight::bytes).sum() * PRECISIONS.size();
        if (bytes > MOST_BYTES) {
            return new Refused(
                    "its weights in %d precisions take %,d bytes at once, and %,d are the most: take a uniform method"
                            .formatted(PRECISIONS.size(), bytes, MOST_BYTES));
        }
        return new Made(made(whole, weights));
    }

    private static LayerTrials made(ModelProto whole, List<Weight> weights) {
        Names names = new Names(whole.getGraph());
        String choice = names.fresh("bascule_precisions");
        Map<String, TensorProto> stacks = new HashMap<>();
        List<NodeProto> takers = new ArrayList<>();
        List<TensorProto> places = new ArrayList<>();
        for (int i = 0; i < weights.size(); i++) {
            Weight weight = weights.get(i);
            TensorProto stack = stack(weight, names.fresh(weight.name() + "_precisions"));
            stacks.put(weight.name(), stack);
            String place = names.fresh(weight.name() + "_place");
            String own = names.fresh(weight.name() + "_precision");
            places.add(Numbers.longs(place, i).toBuilder().clearDims().build());
            takers.add(Protos.node("Gather", names.fresh(own + "_taker"), List.of(choice, place), List.of(own)));
            takers.add(Protos.node(
                    "Gather",
                    names.fresh(weight.name() + "_taker"),
                    List.of(stack.getName(), own),
                    List.of(weight.name())));
        }
        GraphProto graph = whole.getGraph();
        GraphProto.Builder told = graph.toBuilder().clearInitializer().clearNode();
        graph.getInitializerList().stream()
                .map(tensor -> stacks.getOrDefault(tensor.getName(), tensor))
                .forEach(told::addInitializer);
        told.addAllInitializer(places).addAllNode(takers).addAllNode(graph.getNodeList());
        told.addInput(Protos.typed(choice, DType.INT64, List.of((long) weights.size())));
        return new LayerTrials(
                whole.toBuilder().setGraph(told).build(),
                choice,
                weights.stream().map(Weight::name).toList());
    }

    private static TensorProto stack(Weight weight, String name) {
        List<Long> dims = new ArrayList<>(List.of((long) PRECISIONS.size()));
        dims.addAll(weight.dims());
        int size = weight.values().length;
        float[] all = new float[Math.multiplyExact(size, PRECISIONS.size())];
        Names own = new Names(GraphProto.getDefaultInstance());
        for (LayerPrecision precision : PRECISIONS) {
            float[] decoded = LayerCoders.of(precision)
                    .map(coder -> coder.code(weight, own, 0).decoded())
                    .orElse(weight.values());
            System.arraycopy(decoded, 0, all, precision.ordinal() * size, size);
        }
        return Numbers.floats(name, dims, all);
    }

    /** What the choice is fed: float32 for layers that are not named. */
    public Tensor choosing(Map<String, LayerPrecision> precisions) {
        long[] chosen = layers.stream()
                .mapToLong(layer ->
                        precisions.getOrDefault(layer, LayerPrecision.FLOAT32).ordinal())
                .toArray();
        return Tensor.longs(new Shape(List.of((long) chosen.length)), chosen);
    }
}
