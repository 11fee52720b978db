package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.numerics.Lineage;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LineagesTest {

    @Test
    void only_the_longest_path_counts() {
        GraphProto.Builder graph = graph("y")
                .addNode(node("Conv", "a", "x", "w"))
                .addNode(node("Relu", "b", "a"))
                .addNode(node("Conv", "c", "x", "w"))
                .addNode(node("Add", "y", "b", "c"));
        assertThat(of(graph, "y")).isEqualTo(Lineage.of(3));
    }

    /** 300 dead constants made a wrong model right. */
    @Test
    void constants_dead_nodes_and_what_moves_values_do_not_count() {
        GraphProto.Builder graph = graph("y").addNode(node("MatMul", "a", "x", "w"));
        for (int i = 0; i < 300; i++) {
            graph.addNode(node("Constant", "k" + i));
            graph.addNode(node("Mul", "kk" + i, "k" + i, "w"));
            graph.addNode(node("Exp", "dead" + i, i == 0 ? "x" : "dead" + (i - 1)));
        }
        graph.addNode(node("Identity", "b", "a"))
                .addNode(node("Reshape", "c", "b", "k1"))
                .addNode(node("Transpose", "d", "c"))
                .addNode(node("Add", "y", "d", "kk299"));
        assertThat(of(graph, "y")).isEqualTo(Lineage.of(2));
    }

    @Test
    void the_range_of_a_saturating_operator_is_found_through_what_keeps_it() {
        GraphProto.Builder graph = graph("y", "z", "q", "boxes")
                .addNode(node("Conv", "a", "x", "w"))
                .addNode(node("Sigmoid", "s", "a"))
                .addNode(node("Reshape", "t", "s", "w"))
                .addNode(node("Concat", "u", "t", "a"))
                .addNode(node("Cast", "y", "u"))
                .addNode(node("Tanh", "h", "a"))
                .addNode(node("Mul", "z", "h", "s"))
                .addNode(node("Mul", "q", "s", "a"))
                .addNode(node("Exp", "boxes", "s"));
        assertThat(of(graph, "y")).isEqualTo(new Lineage(3, OptionalDouble.of(1)));
        assertThat(of(graph, "z")).isEqualTo(new Lineage(3, OptionalDouble.of(1)));
        assertThat(of(graph, "q").span()).isEmpty();
        assertThat(of(graph, "boxes").span()).isEmpty();
    }

    @Test
    void an_operator_of_another_domain_has_no_range() {
        GraphProto.Builder graph =
                graph("y").addNode(node("Sigmoid", "y", "x").toBuilder().setDomain("example"));
        assertThat(of(graph, "y")).isEqualTo(Lineage.of(1));
    }

    @Test
    void a_body_counts_as_what_is_in_it() {
        GraphProto then = GraphProto.newBuilder()
                .addNode(node("Exp", "p", "a"))
                .addNode(node("Sigmoid", "q", "p"))
                .addOutput(ValueInfoProto.newBuilder().setName("q"))
                .build();
        GraphProto otherwise = GraphProto.newBuilder()
                .addNode(node("Identity", "r", "a"))
                .addOutput(ValueInfoProto.newBuilder().setName("r"))
                .build();
        GraphProto.Builder graph = graph("y")
                .addNode(node("Exp", "a", "x"))
                .addNode(node("If", "y", "w").toBuilder()
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("then_branch")
                                .setG(then))
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("else_branch")
                                .setG(otherwise)));
        assertThat(of(graph, "y")).isEqualTo(new Lineage(3, OptionalDouble.of(1)));
    }

    @Test
    void a_function_counts_as_what_is_in_it_and_one_that_calls_itself_hangs_nobody() {
        FunctionProto twice = FunctionProto.newBuilder()
                .setDomain("own")
                .setName("Twice")
                .addInput("i")
                .addOutput("o")
                .addNode(node("Exp", "m", "i"))
                .addNode(node("Tanh", "o", "m"))
                .build();
        FunctionProto endless = FunctionProto.newBuilder()
                .setDomain("own")
                .setName("Endless")
                .addInput("i")
                .addOutput("o")
                .addNode(node("Endless", "o", "i").toBuilder().setDomain("own"))
                .build();
        GraphProto.Builder graph = graph("y", "z")
                .addNode(node("Twice", "y", "x").toBuilder().setDomain("own"))
                .addNode(node("Endless", "z", "x").toBuilder().setDomain("own"));
        ModelProto model = ModelProto.newBuilder()
                .setGraph(graph)
                .addFunctions(twice)
                .addFunctions(endless)
                .build();
        assertThat(Lineages.of(model).of("y")).isEqualTo(new Lineage(2, OptionalDouble.of(1)));
        assertThat(Lineages.of(model).of("z").depth()).isPositive();
    }

    @Test
    void a_long_graph_takes_no_stack_and_its_order_does_not_matter_much() {
        List<NodeProto> chain = IntStream.range(0, 20_000)
                .mapToObj(i -> node("Exp", i == 19_999 ? "y" : "n" + i, i == 0 ? "x" : "n" + (i - 1)))
                .toList();
        assertThat(of(graph("y").addAllNode(chain), "y").depth()).isEqualTo(20_000);
        List<NodeProto> swapped = new java.util.ArrayList<>(chain.subList(0, 9));
        swapped.add(node("Exp", "y", "n8"));
        Collections.swap(swapped, 3, 4);
        assertThat(of(graph("y").addAllNode(swapped), "y").depth()).isEqualTo(10);
    }

    @Test
    void what_no_input_leads_to_is_not_rounded() {
        assertThat(of(graph("y").addNode(node("Exp", "y", "w")), "y")).isEqualTo(Lineage.of(0));
        assertThat(of(graph("y").addNode(node("RandomNormal", "y")), "y")).isEqualTo(Lineage.of(1));
    }

    private static Lineage of(GraphProto.Builder graph, String output) {
        return Lineages.of(ModelProto.newBuilder().setGraph(graph).build()).of(output);
    }

    /** It is fed x, and holds w. */
    private static GraphProto.Builder graph(String... outputs) {
        return GraphProto.newBuilder()
                .addInput(ValueInfoProto.newBuilder().setName("x"))
                .addInput(ValueInfoProto.newBuilder().setName("w"))
                .addInitializer(TensorProto.newBuilder().setName("w"))
                .addAllOutput(Stream.of(outputs)
                        .map(name -> ValueInfoProto.newBuilder().setName(name).build())
                        .toList());
    }

    private static NodeProto node(String type, String output, String... inputs) {
        return NodeProto.newBuilder()
                .setOpType(type)
                .addOutput(output)
                .addAllInput(List.of(inputs))
                .build();
    }
}
