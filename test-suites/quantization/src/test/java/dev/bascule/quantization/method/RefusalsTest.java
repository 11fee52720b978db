package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.quantization.ActivationRanges;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.Source;
import dev.bascule.quantization.Trial;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Models that do not suit: each method says why, in words that help. */
class RefusalsTest {
    private static final ModelProto PLAIN = SmallGraphsTest.matMul().model();

    static List<String> names() {
        return Methods.names();
    }

    private static String why(String name, ModelProto model) {
        Method method = Methods.named(name).orElseThrow();
        Made made = method.make(Trial.source(model));
        assertThat(made).as(name).isInstanceOf(Made.Refused.class);
        return ((Made.Refused) made).why();
    }

    private static ModelProto with(GraphProto.Builder graph) {
        return PLAIN.toBuilder().setGraph(graph).build();
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_model_that_is_quantised_already(String name) {
        Made.Variant eight =
                (Made.Variant) Methods.named("int8-channel").orElseThrow().make(Trial.source(PLAIN));

        assertThat(why(name, eight.model())).contains("made smaller already", "int8-channel of 000", "float32 model");
        assertThat(why(name, eight.model().toBuilder().clearMetadataProps().build()))
                .contains("quantised already", "DequantizeLinear");
    }

    @ParameterizedTest
    @MethodSource("names")
    void weights_in_another_file(String name) {
        GraphProto.Builder graph = PLAIN.getGraph().toBuilder();
        graph.getInitializerBuilder(0)
                .setDataLocation(TensorProto.DataLocation.EXTERNAL)
                .clearRawData();

        assertThat(why(name, with(graph))).contains("'w' is in another file", "onnx.save");
    }

    @ParameterizedTest
    @MethodSource("names")
    void no_product_with_constant_weights(String name) {
        ModelProto none = SmallGraphs.opset(13)
                .input("x", 2)
                .node("Relu", List.of("x"), "y")
                .output("y")
                .model();

        assertThat(why(name, none)).contains("no Conv, ConvTranspose, Gemm or MatMul");
    }

    @ParameterizedTest
    @MethodSource("names")
    void weights_that_are_no_numbers(String name) {
        ModelProto broken = SmallGraphs.opset(13)
                .input("x", 1, 3)
                .constant("w", Tensor.floats(Shape.of(3, 2), 1, Float.NaN, 2, Float.NEGATIVE_INFINITY, 3, 4))
                .node("MatMul", List.of("x", "w"), "y")
                .output("y")
                .model();

        assertThat(why(name, broken)).contains("2 of the 6 numbers of the weight 'w'", "NaN or infinite", "checkpoint");
    }

    @ParameterizedTest
    @MethodSource("names")
    void functions_of_its_own(String name) {
        assertThat(why(
                        name,
                        PLAIN.toBuilder()
                                .addFunctions(FunctionProto.newBuilder().setName("f"))
                                .build()))
                .contains("functions of its own", "inline");
    }

    @Test
    void graphs_inside_are_refused_by_what_follows_values() {
        GraphProto.Builder graph = PLAIN.getGraph().toBuilder();
        graph.addNode(NodeProto.newBuilder()
                .setOpType("If")
                .addInput("c")
                .addOutput("z")
                .addAttribute(AttributeProto.newBuilder()
                        .setName("then_branch")
                        .setType(AttributeProto.AttributeType.GRAPH)
                        .setG(GraphProto.newBuilder().setName("inside"))));

        for (String name : List.of("float16", "mixed16", "qdq-minmax", "channels25")) {
            assertThat(why(name, with(graph))).contains("graphs inside");
        }
        assertThat(Methods.named("int8-channel").orElseThrow().make(Trial.source(with(graph))))
                .isInstanceOfSatisfying(
                        Made.Variant.class,
                        variant -> assertThat(variant.notes())
                                .anyMatch(note -> note.contains("weights in graphs inside")));
    }

    @Test
    void an_operator_set_that_cannot_be_raised() {
        ModelProto old = SmallGraphs.opset(9)
                .input("x", 2, 3, 4)
                .weight("w", 1, 4, 4)
                .node("MatMul", List.of("x", "w"), "m")
                .node("Softmax", List.of("m"), "y", Attributes.integer("axis", 1))
                .output("y")
                .model();

        assertThat(why("int8-channel", old))
                .contains(
                        "needs operator set 13",
                        "the model has 9",
                        "Softmax means something else since operator set 13");
    }

    @Test
    void calibration_that_is_missing_or_by_another_rule() {
        assertThat(why("qdq-entropy", PLAIN)).contains("give it data to calibrate on");
        Source other = new Source(PLAIN, "", Optional.of(new ActivationRanges("minmax", 3, Map.of())), 1);
        assertThat(Methods.named("qdq-entropy").orElseThrow().make(other))
                .isInstanceOfSatisfying(
                        Made.Refused.class, refused -> assertThat(refused.why()).contains("rule entropy", "by minmax"));
        assertThat(Methods.named("qdq-minmax").orElseThrow().make(other))
                .isInstanceOfSatisfying(
                        Made.Refused.class, refused -> assertThat(refused.why()).contains("range is known"));
    }

    @Test
    void names_are_unique_and_combinations_are_made_of_them() {
        assertThat(Methods.names()).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9-]+"));
        assertThat(Methods.all())
                .allSatisfy(method -> assertThat(Methods.named(method.name())).contains(method));
        assertThat(Methods.named("prune50+int8-channel"))
                .get()
                .extracting(Method::name)
                .isEqualTo("prune50+int8-channel");
        assertThat(Methods.named("channels25+prune50+qdq-mse").orElseThrow().calibration())
                .contains("mse");
        assertThat(Methods.named("int8-channel+prune50")).isEmpty();
        assertThat(Methods.named("prune50+")).isEmpty();
        assertThat(Methods.named("int3")).isEmpty();
    }
}
