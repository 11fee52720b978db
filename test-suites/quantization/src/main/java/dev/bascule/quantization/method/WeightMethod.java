package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.OpsetRaise;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes each weight of a Conv, ConvTranspose, Gemm or MatMul in another way; all else stays in float32. Nodes that decode it have its
 * name as their output, so that nothing else of the graph changes.
 *
 * @param opset of ONNX, at least
 * @param parameters for the recipe
 * @param remark on what comes out, for the reader; empty for none
 */
record WeightMethod(
        String name,
        String summary,
        long opset,
        Map<String, String> parameters,
        ComputedIn computedIn,
        WeightCoder coder,
        Optional<String> remark)
        implements Method {

    WeightMethod {
        parameters = Map.copyOf(parameters);
    }

    @Override
    public Made make(Source source) {
        ModelProto whole = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(whole, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        OpsetRaise.Result raise = OpsetRaise.to(whole, opset);
        if (raise instanceof OpsetRaise.Result.Unsafe unsafe) {
            return new Made.Refused(unsafe.why());
        }
        ModelProto model = ((OpsetRaise.Result.Raised) raise).model();
        Weights weights = Weights.of(model.getGraph());
        Names names = new Names(model.getGraph());
        Map<String, WeightCoder.Coded> coded = new HashMap<>();
        List<LayerChange> layers = new ArrayList<>();
        long seed = source.seed();
        for (Weight weight : weights.all()) {
            WeightCoder.Coded made = coder.code(weight, names, seed++);
            coded.put(weight.name(), made);
            layers.add(change(weight, made));
        }
        List<String> notes = new ArrayList<>(weights.notes());
        if (Fit.opset(model) != Fit.opset(source.model())) {
            notes.add("raised from operator set %d of ONNX to %d, where its operators mean the same"
                    .formatted(Fit.opset(source.model()), Fit.opset(model)));
        }
        if (model.getGraph().getNodeList().stream().anyMatch(Nodes::hasGraphs)) {
            notes.add("weights in graphs inside of nodes (If, Loop, Scan) are left as they are");
        }
        remark.ifPresent(notes::add);
        coder.remark(layers).ifPresent(notes::add);
        return Variants.of(
                model,
                written(model.getGraph(), coded),
                Variants.recipe(name, source.sha256(), parameters),
                layers,
                notes);
    }

    static LayerChange change(Weight weight, WeightCoder.Coded made) {
        return new LayerChange(
                        Nodes.name(weight.node()),
                        weight.node().getOpType(),
                        weight.name(),
                        weight.values().length,
                        made.bits(),
                        weight.bytes(),
                        made.bytes(),
                        weight.error(made.decoded()))
                .with(WeightHistogram.of(weight.values(), made.decoded()));
    }

    /** Decoders stand first: they take constants alone. */
    static GraphProto written(GraphProto graph, Map<String, WeightCoder.Coded> coded) {
        GraphProto.Builder made = graph.toBuilder().clearInitializer().clearNode();
        List<NodeProto> decoders = new ArrayList<>();
        for (TensorProto tensor : graph.getInitializerList()) {
            WeightCoder.Coded own = coded.get(tensor.getName());
            if (own == null) {
                made.addInitializer(tensor);
            } else {
                made.addAllInitializer(own.constants());
                decoders.addAll(own.nodes());
            }
        }
        return made.addAllNode(decoders).addAllNode(graph.getNodeList()).build();
    }
}
