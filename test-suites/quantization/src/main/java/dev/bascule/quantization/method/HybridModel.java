package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A model whose layers are each written in a precision of their own. Belongs to one thread. */
final class HybridModel {
    private final ModelProto whole;
    private final Weights weights;
    private final List<String> notes = new ArrayList<>();
    private final Map<LayerPrecision, ModelProto> raised = new EnumMap<>(LayerPrecision.class);

    /** @param whole in float32, its constants folded */
    HybridModel(ModelProto whole) {
        this.whole = whole;
        this.weights = Weights.of(whole.getGraph());
        notes.addAll(weights.notes());
        for (LayerPrecision precision : LayerPrecision.values()) {
            OpsetRaise.Result result = OpsetRaise.to(whole, LayerCoders.opset(precision));
            if (result instanceof OpsetRaise.Result.Raised possible) {
                raised.put(precision, possible.model());
            } else {
                notes.add("no layer gets %d bits: %s"
                        .formatted(precision.bits(), ((OpsetRaise.Result.Unsafe) result).why()));
            }
        }
    }

    /**
     * What came of a choice.
     *
     * @param from the model in the operator set that the choice needs
     * @param graph of it, with decoders
     * @param layers in the graph's order
     */
    record Written(ModelProto from, GraphProto graph, List<LayerChange> layers) {}

    List<Weight> weights() {
        return weights.all();
    }

    /** For the reader: weights that are left, and precisions that no layer gets. */
    List<String> notes() {
        return notes;
    }

    boolean has(LayerPrecision precision) {
        return raised.containsKey(precision);
    }

    /** Layers that are not named stay in float32. */
    Written written(Map<String, LayerPrecision> chosen) {
        LayerPrecision newest = chosen.values().stream()
                .max((one, other) -> Long.compare(LayerCoders.opset(one), LayerCoders.opset(other)))
                .orElse(LayerPrecision.FLOAT32);
        ModelProto model = Objects.requireNonNull(raised.get(newest));
        Names names = new Names(model.getGraph());
        Map<String, WeightCoder.Coded> coded = new HashMap<>();
        List<LayerChange> layers = new ArrayList<>();
        for (Weight weight : Weights.of(model.getGraph()).all()) {
            Optional<WeightCoder> coder = LayerCoders.of(chosen.getOrDefault(weight.name(), LayerPrecision.FLOAT32));
            coder.ifPresent(own -> coded.put(weight.name(), own.code(weight, names, 0)));
            layers.add(Optional.ofNullable(coded.get(weight.name()))
                    .map(own -> WeightMethod.change(weight, own))
                    .orElseGet(() -> kept(weight)));
        }
        return new Written(model, WeightMethod.written(model.getGraph(), coded), layers);
    }

    private static LayerChange kept(Weight weight) {
        return new LayerChange(
                        Nodes.name(weight.node()),
                        weight.node().getOpType(),
                        weight.name(),
                        weight.values().length,
                        Float.SIZE,
                        weight.bytes(),
                        weight.bytes(),
                        0)
                .with(WeightHistogram.of(weight.values(), weight.values()));
    }

    /** With decoders, names and headers: of a small layer they are more than its numbers. */
    long bytes(Weight weight, LayerPrecision precision) {
        return LayerCoders.of(precision)
                .map(coder -> coder.code(weight, new Names(GraphProto.getDefaultInstance()), 0)
                        .written())
                .orElseGet(() -> bytes(weight));
    }

    /** As it is. */
    long bytes(Weight weight) {
        return whole.getGraph().getInitializerList().stream()
                .filter(tensor -> tensor.getName().equals(weight.name()))
                .mapToLong(WeightCoder.Coded::written)
                .findFirst()
                .orElseGet(weight::bytes);
    }

    /** What the file takes besides weights. */
    long frame() {
        return whole.getSerializedSize()
                - weights.all().stream().mapToLong(this::bytes).sum();
    }
}
