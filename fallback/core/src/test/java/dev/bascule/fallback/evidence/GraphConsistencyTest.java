package dev.bascule.fallback.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule on nodes and the model's graph is told its lie, and is held to say nothing of the same record when it is honest. */
class GraphConsistencyTest extends ConsistencyFixture {
    @Test
    void what_an_engine_fuses_renames_and_inserts_is_believed() {
        believed(placed(MODEL, HONEST));
    }

    @ParameterizedTest
    @CsvSource({"LSTM,rnn", "QuickGelu,QuickGelu", "MaxPool,x", "Attention,Attention", "Resize,y"})
    void an_operator_that_nothing_in_the_model_becomes_is_refused(String operator, String name) {
        GraphFacts plain =
                new GraphFacts(Map.of("Conv", 2, "Relu", 1), Set.of("x", "y"), false, false, 0, 20, 2, Map.of());
        refused(placed(plain, List.of(node("x", "Conv"), node("y", "Conv"), node(name, operator))), "graph-operators");
    }

    @ParameterizedTest
    @CsvSource({
        "SkipLayerNormalization,ReduceMean",
        "FusedMatMul,MatMul",
        "BiasGelu,Erf",
        "QuickGelu,Sigmoid",
        "NhwcConv,Conv",
        "EmbedLayerNormalization,Gather",
        "MultiHeadAttention,MatMul",
        "MatMulInteger,MatMul",
        "Cast,Conv",
        "ReorderOutput,Conv"
    })
    void an_operator_that_a_known_fusion_makes_is_believed(String made, String source) {
        GraphFacts model = new GraphFacts(Map.of(source, 1), Set.of("x"), false, false, 0, 20, 0, Map.of());
        believed(placed(model, List.of(node("x", made))));
    }

    @Test
    void more_convolutions_than_the_model_has_are_refused() {
        refused(
                placed(MODEL, List.of(node("conv1", "Conv"), node("conv2", "Conv"), node("add", "FusedConv"))),
                "graph-operator-counts");
    }

    /** Native CPU, on the embedding model of openWakeWord 0.4. */
    @Test
    void a_normalisation_that_became_a_convolution_is_believed() {
        GraphFacts model = new GraphFacts(
                Map.of("Conv", 1, "BatchNormalization", 1), Set.of("conv", "norm"), false, false, 0, 20, 1, Map.of());
        believed(placed(model, List.of(node("conv", "Conv"), node("norm", "Conv"))));
        refused(
                placed(model, List.of(node("conv", "Conv"), node("norm", "Conv"), node("norm", "Conv"))),
                "graph-operator-counts");
    }

    @Test
    void a_node_whose_name_the_model_does_not_have_is_refused() {
        refused(placed(MODEL, List.of(node("conv1", "Conv"), node("stage7/9", "Conv"))), "graph-names");
    }

    @Test
    void more_nodes_than_the_model_can_become_are_refused() {
        List<NodePlacement> many = java.util.Collections.nCopies(21, node("Transpose_token_1", "Transpose"));
        refused(placed(MODEL, many), "graph-nodes-at-most");
    }

    @Test
    void fewer_nodes_than_fusions_leave_of_the_model_are_refused() {
        refused(placed(MODEL, List.of(node("conv1", "Conv"))), "graph-nodes-at-least");
    }

    @Test
    @Tag("red-team")
    void one_node_that_swallowed_the_whole_model_is_refused() {
        refused(placed(MODEL, List.of(node("FusedX", "FusedX"))), "graph-nodes-at-least");
    }

    @Test
    @Tag("red-team")
    void nodes_enough_with_no_room_for_the_models_work_are_refused() {
        List<NodePlacement> hollow = List.of(
                node("relu1", "Relu"),
                node("relu2", "Relu"),
                node("conv1", "Conv"),
                node("soft", "Softmax"),
                node("FusedX", "FusedX"));
        refused(placed(MODEL, hollow), "graph-work");
        List<NodePlacement> whole = new java.util.ArrayList<>(hollow);
        whole.add(node("conv2", "FusedConv"));
        assertThat(placed(MODEL, whole).contradictions())
                .extracting(Contradiction::sentence)
                .containsExactly(
                        "the nodes of the record have room for 0 products of matrices; the model has 1 that no fusion saves");
        whole.add(node("scores/MatMul", "FusedMatMul"));
        believed(placed(MODEL, whole));
    }

    @Test
    @Tag("red-team")
    void a_provider_that_executes_node_by_node_has_no_compiled_subgraph() {
        refused(placed(MODEL, List.of(node("WEBNN_1_1", "WEBNN_1_1"))), "graph-nodes-at-least");
        refused(placed(MODEL, List.of(node("TRTKernel_graph_1", "TRTKernel_graph_1"))), "graph-work");
    }

    @Test
    @Tag("red-team")
    void a_model_of_which_nothing_is_said_to_be_left_is_refused_where_its_inputs_feed_nodes() {
        RawEvidence nothing = new RawEvidence(
                Optional.of("webgpu"),
                Optional.empty(),
                List.of(),
                List.of(),
                SOFTWARE,
                List.of(),
                Map.of(EvidenceJudge.NODES_LEFT, "0"));
        Evidence lie = judged(Backends.WEBGPU, nothing, HostView.NOTHING.withGraph(Optional.of(MODEL)));
        assertThat(lie.contradictions()).extracting(Contradiction::rule).contains("graph-nothing-left");
        assertThat(lie.facts()).doesNotContainKey(EvidenceJudge.NODES_LEFT);
        GraphFacts folded = new GraphFacts(Map.of("Add", 1), Set.of("x"), false, false, 0, 4, 0, Map.of());
        Evidence honest = judged(Backends.WEBGPU, nothing, HostView.NOTHING.withGraph(Optional.of(folded)));
        assertThat(honest.contradictions()).isEmpty();
        assertThat(honest.facts()).containsKey(EvidenceJudge.NODES_LEFT);
    }

    @Test
    void a_provider_that_compiles_may_make_one_node_of_all() {
        NodePlacement whole = new NodePlacement(
                "OpenVINOExecutionProvider_OpenVINO-EP-subgraph_2_0",
                "OpenVINO-EP-subgraph_2",
                "OpenVINOExecutionProvider");
        believed(judged(
                Backends.OPENVINO,
                raw(List.of(whole), Map.of(), Map.of()),
                HostView.NOTHING.withGraph(Optional.of(MODEL))));
    }

    @Test
    void anything_may_come_of_a_local_function() {
        GraphFacts local = new GraphFacts(Map.of("MyBlock", 1), Set.of("block"), false, true, 0, 4, 0, Map.of());
        believed(placed(local, List.of(node("a_inlfunc_1", "Add"), node("b_inlfunc_2", "Mul"))));
    }
}
