package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.graph.Numbers;
import dev.bascule.quantization.npu.NpuFit;
import dev.bascule.quantization.npu.NpuRequirements;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small graphs in the form for Qualcomm's HTP: what its provider would leave is named, and nothing else. */
class NpuGraphsTest {
    private static final String MICROSOFT = "com.microsoft";
    private static final long SIDE = 4;

    private static GraphProto.Builder graph() {
        return GraphProto.newBuilder()
                .setName("small")
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, SIDE)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, SIDE)))
                .addInitializer(reals("w", Shape.of(SIDE, SIDE), 0.5f));
    }

    private static TensorProto reals(String name, Shape shape, float scale) {
        float[] values = new float[Math.toIntExact(shape.elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = scale * (float) Math.sin(i + 1.0);
        }
        return Protos.tensor(name, Tensor.floats(shape, values));
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return Protos.node(operator, operator + "_" + output, List.of(inputs), List.of(output));
    }

    private static Made.Variant made(String method, GraphProto.Builder graph, Set<String> unseen) throws Exception {
        ModelProto model = Protos.model(17, graph);
        Map<String, ActivationRanges.Range> ranges = new HashMap<>();
        graph.getInputList().forEach(input -> ranges.put(input.getName(), new ActivationRanges.Range(-1, 1)));
        graph.getNodeList()
                .forEach(node ->
                        node.getOutputList().forEach(output -> ranges.put(output, new ActivationRanges.Range(-3, 3))));
        ranges.keySet().removeAll(unseen);
        Made made = Methods.npu().stream()
                .filter(each -> each.name().equals(method))
                .findFirst()
                .orElseThrow()
                .make(new Source(model, "0".repeat(64), Optional.of(new ActivationRanges("minmax", 1, ranges)), 1));
        assertThat(made).isInstanceOf(Made.Variant.class);
        Made.Variant variant = (Made.Variant) made;
        String out = System.getProperty("bascule.keepNpu", "");
        if (!out.isEmpty()) {
            String operator = graph.getNode(graph.getNodeCount() - 1).getOpType();
            Files.write(
                    Path.of(out, operator + "-" + method + ".onnx"),
                    variant.model().toByteArray());
        }
        return variant;
    }

    private static List<NpuFit.Left> left(ModelProto model) {
        return NpuFit.of(model, NpuRequirements.qnnHtp()).left();
    }

    /** What the DequantizeLinear in front of an operand has: the type of its zero point. */
    private static DType stored(GraphProto graph, String operator, int operand) {
        String value = graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals(operator))
                .findFirst()
                .orElseThrow()
                .getInput(operand);
        String zero = graph.getNodeList().stream()
                .filter(node -> node.getOutputList().contains(value))
                .findFirst()
                .orElseThrow()
                .getInput(2);
        return graph.getInitializerList().stream()
                .filter(tensor -> tensor.getName().equals(zero))
                .findFirst()
                .flatMap(tensor -> DType.ofOnnx(tensor.getDataType()))
                .orElseThrow();
    }

    private static double off(Made.Variant made, GraphProto.Builder graph) {
        Map<String, Tensor> sample =
                Map.of("x", Tensor.floats(Shape.of(1, SIDE), new float[] {0.9f, -0.7f, 0.2f, -0.4f}));
        return Trial.farthest(Trial.exactly(made.model(), sample), Trial.exactly(Protos.model(17, graph), sample));
    }

    private static GraphProto.Builder normalised() {
        return graph().addInitializer(reals("gamma", Shape.of(SIDE), 1))
                .addInitializer(reals("beta", Shape.of(SIDE), 0.5f))
                .addNode(node("MatMul", "a", "x", "w"))
                .addNode(node("LayerNormalization", "y", "a", "gamma", "beta"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"qnn-htp-a16w8", "qnn-htp-a8w8"})
    void a_normalisation_has_its_gamma_in_eight_bits_and_its_beta_in_int32(String method) throws Exception {
        Made.Variant made = made(method, normalised(), Set.of());

        GraphProto graph = made.model().getGraph();
        assertThat(stored(graph, "LayerNormalization", 1)).isEqualTo(DType.UINT8);
        assertThat(stored(graph, "LayerNormalization", 2)).isEqualTo(DType.INT32);
        assertThat(left(made.model())).isEmpty();
        assertThat(NpuMethodTest.form(made)).isEqualTo(taken("LayerNormalization-" + method));
    }

    /** The form of a model that the provider itself took in whole. */
    private static String taken(String model) throws Exception {
        return NpuMethodTest.rows().stream()
                .filter(row -> row.get(1).equals(model + ".onnx"))
                .filter(row -> row.get(4).isEmpty())
                .findFirst()
                .orElseThrow()
                .get(2);
    }

    @Test
    void an_instance_normalisation_likewise() throws Exception {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("small")
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, 2L, SIDE, SIDE)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, 2L, SIDE, SIDE)))
                .addInitializer(reals("w", Shape.of(2, 2, 1, 1), 1))
                .addInitializer(reals("gamma", Shape.of(2), 1))
                .addInitializer(reals("beta", Shape.of(2), 1))
                .addNode(node("Conv", "a", "x", "w"))
                .addNode(node("InstanceNormalization", "y", "a", "gamma", "beta"));

        Made.Variant made = made("qnn-htp-a16w8", graph, Set.of());

        assertThat(stored(made.model().getGraph(), "InstanceNormalization", 1)).isEqualTo(DType.UINT8);
        assertThat(stored(made.model().getGraph(), "InstanceNormalization", 2)).isEqualTo(DType.INT32);
        assertThat(left(made.model())).isEmpty();
        assertThat(NpuMethodTest.form(made)).isEqualTo(taken("InstanceNormalization-qnn-htp-a16w8"));
    }

    @Test
    void a_beta_in_other_types_is_left() throws Exception {
        ModelProto model = made("qnn-htp-a16w8", normalised(), Set.of()).model();
        GraphProto.Builder graph = model.getGraph().toBuilder();
        graph.getNodeBuilderList().stream()
                .filter(node -> node.getOpType().equals("LayerNormalization"))
                .forEach(node -> node.setInput(2, node.getInput(1)));

        assertThat(left(model.toBuilder().setGraph(graph).build()))
                .singleElement()
                .satisfies(left -> assertThat(left.why()).contains("bias is uint8", "int32 only"));
    }

    private static GraphProto.Builder gemm(Shape bias, float alpha) {
        return graph().addInitializer(reals("b", bias, 1))
                .addNode(node("Gemm", "y", "x", "w", "b").toBuilder()
                        .addAttribute(Attributes.real("alpha", alpha))
                        .build());
    }

    @Test
    void a_gemm_whose_bias_stayed_in_float32_is_left() throws Exception {
        for (GraphProto.Builder graph : List.of(gemm(Shape.of(SIDE), 2), gemm(Shape.of(1, SIDE), 1))) {
            assertThat(left(made("qnn-htp-a8w8", graph, Set.of()).model()))
                    .singleElement()
                    .satisfies(left -> assertThat(left.why()).contains("the constant 'b'", "float32"));
        }
        assertThat(left(made("qnn-htp-a8w8", gemm(Shape.of(SIDE), 1), Set.of()).model()))
                .isEmpty();
    }

    @Test
    void a_second_operand_without_a_range_is_left() throws Exception {
        GraphProto.Builder graph = graph().addInput(Protos.typed("z", DType.FLOAT32, List.of(1L, SIDE)))
                .addNode(node("MatMul", "a", "x", "w"))
                .addNode(node("Add", "y", "a", "z"));

        assertThat(left(made("qnn-htp-a16w8", graph, Set.of("z")).model()))
                .singleElement()
                .satisfies(left -> assertThat(left.why()).contains("'z'", "no range was seen"));
        assertThat(left(made("qnn-htp-a16w8", graph, Set.of()).model())).isEmpty();
    }

    @Test
    void a_result_without_a_range_is_left() throws Exception {
        GraphProto.Builder graph =
                graph().addNode(node("MatMul", "a", "x", "w")).addNode(node("Exp", "y", "a"));

        assertThat(left(made("qnn-htp-a16w8", graph, Set.of("y")).model()))
                .singleElement()
                .satisfies(left -> assertThat(left.why()).contains("'y' that it gives", "no range was seen"));
    }

    private static GraphProto.Builder shared() {
        return graph().addInitializer(reals("v", Shape.of(SIDE, SIDE), 1))
                .addNode(node("MatMul", "a", "x", "w"))
                .addNode(node("MatMul", "b", "a", "v"))
                .addNode(node("Add", "c", "b", "v"))
                .addNode(node("ReduceSum", "y", "c"));
    }

    @Test
    void a_constant_that_a_product_and_others_take_has_eight_bits_for_the_product() throws Exception {
        Made.Variant made = made("qnn-htp-a16w8", shared(), Set.of());

        assertThat(left(made.model())).isEmpty();
        assertThat(stored(made.model().getGraph(), "Add", 1)).isEqualTo(DType.UINT16);
    }

    @Test
    void a_product_of_two_times_sixteen_bits_is_left() throws Exception {
        ModelProto model = made("qnn-htp-a16w8", shared(), Set.of()).model();
        GraphProto.Builder graph = model.getGraph().toBuilder();
        String wide = graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("Add"))
                .findFirst()
                .orElseThrow()
                .getInput(1);
        graph.getNodeBuilderList().stream()
                .filter(node -> node.getName().equals("MatMul_b"))
                .forEach(node -> node.setInput(1, wide));

        assertThat(left(model.toBuilder().setGraph(graph).build()))
                .singleElement()
                .satisfies(left -> assertThat(left.why()).contains("uint16 and uint16", "uint16 and uint8 only"));
    }

    @Test
    void operators_of_microsoft_are_taken_by_their_domain() throws Exception {
        for (String operator : List.of("Gelu", "QuickGelu", "BiasGelu")) {
            GraphProto.Builder graph = graph().addNode(node("MatMul", "a", "x", "w"))
                    .addNode(node(operator, "b", "a").toBuilder()
                            .setDomain(MICROSOFT)
                            .build())
                    .addNode(node("Exp", "y", "b"));

            List<NpuFit.Left> left = left(made("qnn-htp-a16w8", graph, Set.of()).model());
            if (operator.equals("BiasGelu")) {
                assertThat(left)
                        .singleElement()
                        .satisfies(one -> assertThat(one.why()).contains("no such operator"));
            } else {
                assertThat(left).as(operator).isEmpty();
            }
        }
        NpuRequirements needs = NpuRequirements.qnnHtp();
        for (String operator : List.of("FusedMatMul", "MatMulNBits")) {
            NodeProto node = node(operator, "y", "x");
            assertThat(needs.takes(node)).as(operator).isFalse();
            assertThat(needs.takes(node.toBuilder().setDomain(MICROSOFT).build()))
                    .as(operator)
                    .isTrue();
        }
    }

    @Test
    void a_tiny_channel_with_a_bias_of_one_keeps_its_bias() throws Exception {
        float[] weights = {1e-9f, -1e-9f, 0.5f, -0.25f};
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("tiny")
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, 2L, 1L, 1L)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, 2L, 1L, 1L)))
                .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(2, 2, 1, 1), weights)))
                .addInitializer(Protos.tensor("b", Tensor.floats(Shape.of(2), new float[] {1, 0.5f})))
                .addNode(node("Conv", "y", "x", "w", "b"));
        Map<String, Tensor> sample = Map.of("x", Tensor.floats(Shape.of(1, 2, 1, 1), new float[] {0.5f, -0.5f}));

        for (String method : List.of("qnn-htp-a8w8", "qnn-htp-a16w8")) {
            Made.Variant made = made(method, graph, Set.of());

            assertThat(values(made.model().getGraph(), "b_quantized", "b_scale")[0])
                    .as("the bias that is stored")
                    .isCloseTo(1, within(1e-6));
            assertThat(made.layers()).extracting(LayerChange::weight).containsExactly("w");
        }
        Made.Variant made = made("qnn-htp-a8w8", graph, Set.of());
        assertThat(Trial.farthest(Trial.exactly(made.model(), sample), Trial.exactly(Protos.model(17, graph), sample)))
                .isLessThan(0.03);
    }

    private static double[] values(GraphProto graph, String stored, String scales) {
        Map<String, TensorProto> constants = new HashMap<>();
        graph.getInitializerList().forEach(tensor -> constants.put(tensor.getName(), tensor));
        long[] q = Numbers.integers(Objects.requireNonNull(constants.get(stored)));
        float[] scale = Numbers.floats(Objects.requireNonNull(constants.get(scales)));
        double[] values = new double[q.length];
        for (int i = 0; i < q.length; i++) {
            values[i] = q[i] * (double) scale[scale.length == 1 ? 0 : i];
        }
        return values;
    }

    @Test
    void a_tiny_matrix_with_one_scale_keeps_its_bias() throws Exception {
        GraphProto.Builder graph = graph().addInitializer(reals("v", Shape.of(SIDE, SIDE), 1e-9f))
                .addInitializer(reals("b", Shape.of(SIDE), 1000))
                .addNode(node("Gemm", "y", "x", "v", "b"));

        Made.Variant made = made("qnn-htp-a16w8", graph, Set.of());

        assertThat(values(made.model().getGraph(), "b_quantized", "b_scale")[0])
                .isCloseTo(1000 * Math.sin(1), within(1e-3));
    }

    @Test
    void a_relu_behind_a_second_output_stays() throws Exception {
        GraphProto.Builder graph = normalised();
        graph.getNodeBuilder(1).addOutput("mean");
        graph.addNode(node("Relu", "z", "mean")).addOutput(Protos.typed("z", DType.FLOAT32, List.of(1L, 1L)));

        GraphProto made = made("qnn-htp-a16w8", graph, Set.of()).model().getGraph();

        Set<String> there = new HashSet<>();
        made.getInitializerList().forEach(tensor -> there.add(tensor.getName()));
        made.getInputList().forEach(input -> there.add(input.getName()));
        made.getNodeList().forEach(node -> there.addAll(node.getOutputList()));
        assertThat(there).contains("z");
        assertThat(made.getNodeList()).extracting(NodeProto::getOpType).contains("Relu");
        assertThat(made.getNodeList()).allSatisfy(node -> assertThat(there).containsAll(node.getInputList()));
    }

    @Test
    void normalised_numbers_change_little() throws Exception {
        assertThat(off(made("qnn-htp-a8w8", normalised(), Set.of()), normalised()))
                .isLessThan(0.05);
    }
}
