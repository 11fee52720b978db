package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ComputedIn;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.graph.Fit;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Nodes;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.graph.Prepared;
import dev.bascule.quantization.graph.Weight;
import dev.bascule.quantization.graph.Weights;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * MatMul (and plain Gemm) with a constant matrix as com.microsoft.MatMulNBits, and Gather of a big table as GatherBlockQuantized: 4 bits, blocks
 * of 32. Other products stay in float32.
 */
record MatMulNBitsMethod(String name, String summary, ComputedIn computedIn) implements Method {
    /** A smaller table is not worth an operator that few engines have. */
    private static final int BIG_TABLE = 1 << 14;

    @Override
    public Made make(Source source) {
        ModelProto model = Prepared.of(source.model());
        Optional<String> refusal = Fit.refusal(model, Fit.Inside.LEFT);
        if (refusal.isPresent()) {
            return new Made.Refused(refusal.orElseThrow());
        }
        Work work = new Work(model.getGraph());
        model.getGraph().getNodeList().forEach(work::node);
        if (work.layers.isEmpty()) {
            return new Made.Refused("the graph has no MatMul, plain Gemm or big Gather with a constant matrix:"
                    + " for convolutions take int4-block32");
        }
        List<String> notes = new ArrayList<>();
        work.left.forEach((node, why) -> notes.add("'%s' is left in float32: %s".formatted(node, why)));
        ModelProto made = Variants.withMicrosoft(model).toBuilder()
                .setIrVersion(Math.max(model.getIrVersion(), work.tables ? 10 : model.getIrVersion()))
                .build();
        return Variants.of(
                made,
                work.finish(),
                Variants.recipe(name, source.sha256(), Map.of("bits", "4", "block", "" + NibbleBlocks.BLOCK)),
                work.layers,
                notes);
    }

    private static final class Work {
        private final GraphProto graph;
        private final Map<String, Weight> weights;
        private final Map<String, TensorProto> constants = new HashMap<>();
        private final Map<String, Integer> taken = new HashMap<>();
        private final Names names;
        private final List<NodeProto> nodes = new ArrayList<>();
        private final List<TensorProto> added = new ArrayList<>();
        private final Map<String, List<String>> written = new HashMap<>();
        private final List<LayerChange> layers = new ArrayList<>();
        private final Map<String, String> left = new LinkedHashMap<>();
        private boolean tables;

        Work(GraphProto graph) {
            this.graph = graph;
            this.weights = Weights.of(graph).all().stream().collect(Collectors.toMap(Weight::name, each -> each));
            graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
            graph.getNodeList()
                    .forEach(node -> node.getInputList().forEach(name -> taken.merge(name, 1, Integer::sum)));
            graph.getOutputList().forEach(output -> taken.merge(output.getName(), 1, Integer::sum));
            Nodes.usedInside(graph.getNodeList()).forEach(name -> taken.merge(name, 1, Integer::sum));
            this.names = new Names(graph);
        }

        void node(NodeProto node) {
            if (Weights.isProduct(node)) {
                Optional<Weight> weight = Nodes.input(node, 1).flatMap(name -> Optional.ofNullable(weights.get(name)));
                if (weight.filter(each -> isPlain(node, each)).isPresent()) {
                    product(node, weight.orElseThrow());
                    return;
                }
                left.put(Nodes.name(node), "MatMulNBits is for a MatMul or plain Gemm with a constant matrix");
            } else if (node.getOpType().equals("Gather") && Nodes.isOnnx(node)) {
                Optional<TensorProto> table =
                        Optional.ofNullable(constants.get(node.getInput(0))).filter(each -> isTable(node, each));
                if (table.isPresent()) {
                    float[] values = Numbers.floats(table.orElseThrow());
                    int bad = Numbers.notFinite(values);
                    if (bad == 0) {
                        gather(node, table.orElseThrow(), values);
                        return;
                    }
                    left.put(
                            Nodes.name(node),
                            "%d of the %d numbers of its table '%s' are NaN or infinite, which 4 bits have no steps for"
                                    .formatted(
                                            bad,
                                            values.length,
                                            table.orElseThrow().getName()));
                }
            }
            nodes.add(node);
        }

        private boolean isPlain(NodeProto node, Weight weight) {
            boolean plain = node.getOpType().equals("MatMul")
                    || node.getOpType().equals("Gemm")
                            && Nodes.real(node, "alpha", 1) == 1
                            && Nodes.real(node, "beta", 1) == 1
                            && Nodes.integer(node, "transA", 0) == 0;
            return plain && weight.dims().size() == 2 && !constants.containsKey(node.getInput(0));
        }

        private boolean isTable(NodeProto node, TensorProto table) {
            return Nodes.integer(node, "axis", 0) == 0
                    && table.getDataType() == DType.FLOAT32.onnx()
                    && table.getDimsCount() == 2
                    && table.getDims(1) % NibbleBlocks.BLOCK == 0
                    && Numbers.count(table.getDimsList()) >= BIG_TABLE
                    && taken.getOrDefault(table.getName(), 0) == 1;
        }

        private void product(NodeProto node, Weight weight) {
            int depth = Math.toIntExact(weight.dims().get(weight.depth()));
            int rows = weight.channelCount();
            List<String> b = written.computeIfAbsent(weight.name(), name -> matrix(weight, depth, rows));
            Optional<String> bias = Nodes.input(node, 2);
            String output = node.getOutput(0);
            String unbiased = bias.isPresent() ? names.fresh(output + "_unbiased") : output;
            nodes.add(Protos.node(
                            "MatMulNBits",
                            names.fresh(Nodes.name(node) + "_nbits"),
                            List.of(node.getInput(0), b.get(0), b.get(1)),
                            List.of(unbiased),
                            Attributes.integer("K", depth),
                            Attributes.integer("N", rows),
                            Attributes.integer("bits", 4),
                            Attributes.integer("block_size", NibbleBlocks.BLOCK))
                    .toBuilder()
                    .setDomain(Variants.MICROSOFT)
                    .build());
            bias.ifPresent(name -> nodes.add(
                    Protos.node("Add", names.fresh(output + "_add"), List.of(unbiased, name), List.of(output))));
        }

        private List<String> matrix(Weight weight, int depth, int rows) {
            boolean turned = weight.channels() != 0;
            float[] values = turned ? turned(weight.values(), depth, rows) : weight.values();
            NibbleBlocks blocks = NibbleBlocks.of(values, depth);
            List<TensorProto> made = List.of(
                    Numbers.raw(
                            names.fresh(weight.name() + "_quantized"),
                            DType.UINT8,
                            List.of((long) rows, (long) blocks.blocks(), NibbleBlocks.BLOCK / 2L),
                            blocks.packed(depth)),
                    Numbers.floats(
                            names.fresh(weight.name() + "_scale"),
                            List.of((long) blocks.scales().length),
                            blocks.scales()));
            added.addAll(made);
            float[] decoded = turned ? turned(blocks.decoded(), rows, depth) : blocks.decoded();
            layers.add(WeightMethod.change(
                    weight, new WeightCoder.Coded(made, List.of(), decoded, 4, WeightCoder.Coded.bytes(made))));
            return made.stream().map(TensorProto::getName).toList();
        }

        /** A matrix of so many rows, transposed. */
        private static float[] turned(float[] values, int rows, int columns) {
            float[] made = new float[values.length];
            for (int i = 0; i < values.length; i++) {
                made[i % columns * rows + i / columns] = values[i];
            }
            return made;
        }

        private void gather(NodeProto node, TensorProto table, float[] values) {
            tables = true;
            int depth = Math.toIntExact(table.getDims(1));
            NibbleBlocks blocks = NibbleBlocks.of(values, depth);
            int[] signed = blocks.q().clone();
            for (int i = 0; i < signed.length; i++) {
                signed[i] -= NibbleBlocks.ZERO_POINT;
            }
            List<TensorProto> made = List.of(
                    Numbers.nibbles(
                            names.fresh(table.getName() + "_quantized"), DType.INT4, table.getDimsList(), signed),
                    Numbers.floats(
                            names.fresh(table.getName() + "_scale"),
                            List.of(table.getDims(0), (long) blocks.blocks()),
                            blocks.scales()));
            added.addAll(made);
            Weight weight = new Weight(node, table.getName(), table.getDimsList(), values, 0, 1);
            layers.add(WeightMethod.change(
                    weight,
                    new WeightCoder.Coded(made, List.of(), blocks.decoded(), 4, WeightCoder.Coded.bytes(made))));
            nodes.add(Protos.node(
                            "GatherBlockQuantized",
                            names.fresh(Nodes.name(node) + "_blocks"),
                            List.of(
                                    made.get(0).getName(),
                                    node.getInput(1),
                                    made.get(1).getName()),
                            List.of(node.getOutput(0)),
                            Attributes.integer("gather_axis", 0),
                            Attributes.integer("quantize_axis", 1),
                            Attributes.integer("block_size", NibbleBlocks.BLOCK))
                    .toBuilder()
                    .setDomain(Variants.MICROSOFT)
                    .build());
        }

        GraphProto finish() {
            return Unused.dropped(graph.toBuilder()
                    .clearNode()
                    .addAllNode(nodes)
                    .addAllInitializer(added)
                    .build());
        }
    }
}
