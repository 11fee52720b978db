package dev.bascule.quantization.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.Trial;
import dev.bascule.quantization.method.Methods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which constants become others, and which stay since more than one node needs them. */
class PreparedTest {
    private static final int WORDS = 300;
    private static final int WIDE = 64;
    private static final Map<String, Tensor> FED = Map.of("x", drawn(1, 2, WIDE));

    private static Tensor drawn(long seed, int rows, int columns) {
        Random random = new Random(seed);
        float[] values = new float[rows * columns];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.floats(Shape.of(rows, columns), values);
    }

    private static ModelProto model(NodeProto... nodes) {
        return Protos.model(
                21,
                GraphProto.newBuilder()
                        .setName("words")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(2L, (long) WIDE)))
                        .addOutput(Protos.ofType("y", DType.FLOAT32))
                        .addInitializer(Protos.tensor("table", drawn(2, WORDS, WIDE)))
                        .addInitializer(Protos.tensor("w", drawn(3, WIDE, WIDE)))
                        .addInitializer(Protos.tensor("ids", Tensor.longs(Shape.of(2), 7, 299)))
                        .addAllNode(List.of(nodes)));
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return Protos.node(operator, "node_" + output, List.of(inputs), List.of(output));
    }

    private static NodeProto turned(String output, String input) {
        return Protos.node(
                "Transpose", "node_" + output, List.of(input), List.of(output), Attributes.ints("perm", 1, 0));
    }

    /** A language model whose last product is by the table of its words. */
    private static ModelProto tied(boolean renamed) {
        List<NodeProto> nodes = new ArrayList<>();
        nodes.add(turned("across", "table"));
        if (renamed) {
            nodes.add(node("Identity", "words", "table"));
        }
        nodes.add(node("Gather", "rows", renamed ? "words" : "table", "ids"));
        nodes.add(node("Add", "sum", "rows", "x"));
        nodes.add(node("MatMul", "hidden", "sum", "w"));
        nodes.add(node("MatMul", "y", "hidden", "across"));
        return model(nodes.toArray(NodeProto[]::new));
    }

    private static Stream<String> constants(ModelProto model) {
        return model.getGraph().getInitializerList().stream().map(TensorProto::getName);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_table_tied_to_the_last_product_is_not_written_twice(boolean renamed) {
        ModelProto model = tied(renamed);
        ModelProto prepared = Prepared.of(model);

        assertThat(constants(prepared)).containsExactlyInAnyOrder("table", "w", "ids");
        assertThat(prepared.getSerializedSize()).isLessThanOrEqualTo(model.getSerializedSize());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"int8-channel", "int4-block32", "int4-matmulnbits", "dynamic-int8", "palette4", "qdq-minmax-7bit"
            })
    @Tag("native")
    void no_method_makes_a_tied_model_larger(String name) throws Exception {
        ModelProto model = tied(false);
        var method = Methods.named(name).orElseThrow();
        Made.Variant variant = (Made.Variant) method.make(Trial.source(method, model, List.of(FED, FED)));

        assertThat(variant.model().getSerializedSize()).isLessThan(model.getSerializedSize());
        assertThat(variant.notes()).anyMatch(note -> note.contains("hidden") || note.contains("node_y"));
        assertThat(Trial.farthest(Trial.run(variant.model(), FED), Trial.run(model, FED)))
                .isLessThan(0.3);
    }

    @Test
    void a_tied_table_is_no_activation_to_quantise() {
        assertThat(Activations.of(Prepared.of(tied(false)).getGraph()).ranged())
                .containsExactly("rows", "x", "sum", "hidden");
    }

    @Test
    void a_constant_of_one_node_alone_is_turned() {
        ModelProto prepared = Prepared.of(
                model(turned("across", "w"), node("Identity", "same", "across"), node("MatMul", "y", "x", "same")));

        assertThat(constants(prepared)).containsExactly("across");
        assertThat(prepared.getGraph().getNodeList())
                .singleElement()
                .satisfies(product -> assertThat(product.getInput(1)).isEqualTo("across"));
    }

    @Test
    @Tag("native")
    void two_products_by_one_turned_table_share_it() throws Exception {
        ModelProto model = model(
                turned("a", "table"),
                turned("b", "table"),
                node("MatMul", "one", "x", "a"),
                node("MatMul", "two", "x", "b"),
                node("Add", "y", "one", "two"));
        ModelProto prepared = Prepared.of(model);

        assertThat(constants(prepared)).containsExactly("a");
        assertThat(Trial.farthest(Trial.run(prepared, FED), Trial.run(model, FED)))
                .isLessThan(1e-6);
    }

    @Test
    void a_model_whose_only_product_is_tied_is_refused_with_the_reason() {
        ModelProto model = model(
                turned("across", "table"),
                node("Gather", "rows", "table", "ids"),
                node("Add", "sum", "rows", "x"),
                node("MatMul", "y", "sum", "across"));

        assertThat(Fit.refusal(Prepared.of(model), Fit.Inside.LEFT))
                .hasValueSatisfying(why -> assertThat(why).contains("'table'", "other nodes take it", "larger"));
    }
}
