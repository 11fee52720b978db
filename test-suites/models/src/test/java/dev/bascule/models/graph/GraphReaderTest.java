package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.evidence.GraphFacts;
import dev.bascule.fallback.evidence.HeavyWork;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GraphReaderTest {

    private static NodeProto node(String name, String operator, String out, String... in) {
        return NodeProto.newBuilder()
                .setName(name)
                .setOpType(operator)
                .addOutput(out)
                .addAllInput(List.of(in))
                .build();
    }

    private static GraphProto.Builder graph(NodeProto... nodes) {
        return GraphProto.newBuilder()
                .addInput(ValueInfoProto.newBuilder().setName("x"))
                .addOutput(ValueInfoProto.newBuilder().setName("y"))
                .addInitializer(TensorProto.newBuilder().setName("w"))
                .addAllNode(List.of(nodes));
    }

    private static GraphFacts facts(GraphProto.Builder graph) {
        return GraphReader.facts(ModelProto.newBuilder().setGraph(graph).build());
    }

    @Test
    void nodes_edges_and_names_are_counted() {
        GraphFacts facts = facts(graph(node("a", "Conv", "t", "x", "w"), node("", "Relu", "y", "t")));
        assertThat(facts.operators()).containsEntry("Conv", 1).containsEntry("Relu", 1);
        assertThat(facts.names()).containsExactlyInAnyOrder("a", "t", "x", "y", "w");
        assertThat(facts.unnamed()).isTrue();
        assertThat(facts.expands()).isFalse();
        assertThat(facts.most()).as("two nodes and five edges").isEqualTo(7);
        assertThat(facts.least()).isEqualTo(1);
        assertThat(facts.subgraphs()).isZero();
        assertThat(facts.breakingName()).isEmpty();
    }

    @Test
    void what_an_engine_may_fold_drop_or_share_is_not_counted_on() {
        GraphFacts facts = facts(graph(
                node("folded", "Conv", "c", "w", "w"),
                node("dead", "Conv", "d", "x", "w"),
                node("one", "Conv", "e", "x", "c"),
                node("same", "Conv", "f", "x", "c"),
                node("other", "MaxPool", "g", "e"),
                node("sum", "Sum", "y", "e", "f", "g")));
        assertThat(facts.least())
                .as("one of two equal convolutions, and the pooling")
                .isEqualTo(2);
    }

    @Test
    void a_body_is_read_and_leaves_nothing_to_count_on() {
        NodeProto branch = node("choose", "If", "y", "x").toBuilder()
                .addAttribute(AttributeProto.newBuilder()
                        .setName("then_branch")
                        .setG(graph(node("inner", "Conv", "z", "x", "w"))))
                .build();
        GraphFacts facts = facts(graph(branch));
        assertThat(facts.subgraphs()).isEqualTo(1);
        assertThat(facts.operators()).containsEntry("Conv", 1);
        assertThat(facts.least()).isZero();
    }

    @Test
    void anything_may_come_of_local_functions_and_of_other_domains() {
        ModelProto local = ModelProto.newBuilder()
                .setGraph(graph(node("a", "Mine", "y", "x")))
                .addFunctions(FunctionProto.newBuilder().addNode(node("b", "Add", "o", "i", "i")))
                .build();
        assertThat(GraphReader.facts(local).expands()).isTrue();
        NodeProto foreign =
                node("a", "Mine", "y", "x").toBuilder().setDomain("org.example").build();
        assertThat(facts(graph(foreign)).expands()).isTrue();
    }

    @Test
    void a_function_of_onnx_adds_its_body() {
        assertThat(facts(graph(node("a", "Softmax", "y", "x"))).most()).isEqualTo(3 + 64);
    }

    @Test
    void of_eight_products_one_node_may_be_made() {
        NodeProto[] nodes = new NodeProto[9];
        for (int i = 0; i < nodes.length; i++) {
            String out = i == nodes.length - 1 ? "y" : "t" + i;
            nodes[i] = node("p" + i, "MatMul", out, i == 0 ? "x" : "t" + (i - 1), "w");
        }
        GraphFacts facts = facts(graph(nodes));
        assertThat(facts.work()).isEqualTo(Map.of(HeavyWork.PRODUCT, 9));
        assertThat(facts.least()).isEqualTo(2);
    }

    @Test
    void what_follows_from_a_shape_alone_may_be_folded() {
        GraphFacts facts = facts(graph(
                node("s", "Shape", "s", "x"),
                node("r", "Range", "r", "w", "s", "w"),
                node("angles", "MatMul", "a", "r", "w"),
                node("turn", "Mul", "y", "x", "a")));
        assertThat(facts.work()).isEmpty();
        assertThat(facts.least()).isZero();
    }

    @Test
    void what_is_the_same_behind_a_copy_is_counted_once() {
        GraphFacts facts = facts(graph(
                node("copy", "Identity", "c", "x"),
                node("a", "Conv", "a", "x", "w"),
                node("b", "Conv", "b", "c", "w"),
                node("a2", "MaxPool", "a2", "a"),
                node("b2", "MaxPool", "b2", "b"),
                node("sum", "Add", "y", "a2", "b2")));
        assertThat(facts.work()).isEqualTo(Map.of(HeavyWork.CONVOLUTION, 1, HeavyWork.POOLING, 1));
    }

    @Test
    void of_many_small_nodes_some_stay_whatever_is_fused() {
        NodeProto[] nodes = new NodeProto[100];
        for (int i = 0; i < nodes.length; i++) {
            String out = i == nodes.length - 1 ? "y" : "t" + i;
            nodes[i] = node("n" + i, i % 2 == 0 ? "Sigmoid" : "Tanh", out, i == 0 ? "x" : "t" + (i - 1));
        }
        assertThat(facts(graph(nodes)).least()).isEqualTo(4);
    }

    @Test
    void a_name_that_breaks_its_line_is_found() {
        assertThat(facts(graph(node("a)\nNode placements", "Relu", "y", "x"))).breakingName())
                .isPresent();
    }

    @Test
    void what_is_no_model_has_no_facts() {
        assertThat(GraphReader.read(ByteBuffer.wrap("no model at all".getBytes(StandardCharsets.US_ASCII))))
                .isEmpty();
    }

    @Test
    @Tag("corpus")
    void a_real_network_has_its_convolutions() {
        GraphFacts facts = GraphReader.read(Corpora.path("models/ultraface/version-RFB-320.onnx"))
                .orElseThrow();
        assertThat(facts.least()).isEqualTo(facts.operators().get("Conv")).isEqualTo(52);
        assertThat(facts.expands()).isFalse();
    }
}
