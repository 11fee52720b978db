package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each motif as exporters write it, and beside it what looks alike and is none. */
class MotifsTest {
    private static SmallGraph attention(String between) {
        return new SmallGraph()
                .input("x", 1, "length", 8)
                .weight("wq", 8, 8)
                .weight("wk", 8, 8)
                .weight("wv", 8, 8)
                .weight("scale")
                .node("MatMul", "x wq", "q")
                .node("MatMul", "x wk", "k")
                .node("MatMul", "x wv", "v")
                .node("Transpose", "k", "kt", Attributes.ints("perm", 0, 2, 1))
                .node("MatMul", "q kt", "s")
                .node(between, "s scale", "scaled")
                .node("Softmax", "scaled", "p")
                .node("MatMul", "p v", "y")
                .output("y", 1, "length", 8);
    }

    @Test
    void product_softmax_product_is_attention_and_a_softmax_before_a_dense_layer_is_none() {
        Motifs motifs = attention("Div").motifs();

        assertThat(motifs.attentions().spelled()).isOne();
        assertThat(motifs.attentions().scaled()).isOne();
        assertThat(attention("Tanh").motifs().attentions().scaled()).isZero();
        assertThat(new SmallGraph()
                        .input("x", 1, 8)
                        .weight("w", 8, 8)
                        .node("MatMul", "x w", "a")
                        .node("Softmax", "a", "p")
                        .node("MatMul", "p w", "y")
                        .motifs()
                        .attends())
                .isFalse();
    }

    @Test
    void attention_whose_products_are_of_integers_is_attention() {
        Motifs motifs = new SmallGraph()
                .input("q", 1, 4, 8)
                .input("k", 1, 8, 4)
                .input("v", 1, 4, 8)
                .node("DynamicQuantizeLinear", "q", "q8 qs qz")
                .node("DynamicQuantizeLinear", "k", "k8 ks kz")
                .node("DynamicQuantizeLinear", "v", "v8 vs vz")
                .node("MatMulInteger", "q8 k8 qz kz", "s32")
                .node("Cast", "s32", "s")
                .node("Softmax", "s", "p")
                .node("DynamicQuantizeLinear", "p", "p8 ps pz")
                .node("MatMulInteger", "p8 v8 pz vz", "y")
                .motifs();

        assertThat(motifs.attentions().spelled()).isOne();
    }

    @Test
    void a_norm_that_is_spelled_out_is_told_by_whether_it_takes_the_mean_away() {
        Motifs layer = new SmallGraph()
                .input("x", 1, 4, 8)
                .weight("gain", 8)
                .weight("epsilon")
                .node("ReduceMean", "x", "m")
                .node("Sub", "x m", "c")
                .node("Mul", "c c", "c2")
                .node("ReduceMean", "c2", "variance")
                .node("Add", "variance epsilon", "shifted")
                .node("Sqrt", "shifted", "root")
                .node("Div", "c root", "unit")
                .node("Mul", "unit gain", "y")
                .motifs();
        Motifs square = new SmallGraph()
                .input("x", 1, 4, 8)
                .weight("gain", 8)
                .weight("epsilon")
                .node("Mul", "x x", "x2")
                .node("ReduceMean", "x2", "m")
                .node("Add", "m epsilon", "shifted")
                .node("Sqrt", "shifted", "root")
                .node("Reciprocal", "root", "inverse")
                .node("Mul", "x inverse", "unit")
                .node("Mul", "gain unit", "y")
                .motifs();

        assertThat(layer.norms().layer()).isOne();
        assertThat(layer.norms().meanSquare()).isZero();
        assertThat(layer.norms().widths()).containsExactly(8L);
        assertThat(square.norms().layer()).isZero();
        assertThat(square.norms().meanSquare()).isOne();
        assertThat(square.norms().widths()).containsExactly(8L);
    }

    @Test
    void a_gate_made_of_the_gated_values_mean_is_squeeze_and_excitation_and_a_swish_is_none() {
        Motifs motifs = new SmallGraph()
                .input("x", 1, 8, 16, 16)
                .weight("down", 2, 8, 1, 1)
                .weight("up", 8, 2, 1, 1)
                .node("Sigmoid", "x", "open")
                .node("Mul", "x open", "swish")
                .node("GlobalAveragePool", "swish", "mean")
                .node("Conv", "mean down", "a")
                .node("Relu", "a", "b")
                .node("Conv", "b up", "c")
                .node("HardSigmoid", "c", "gate")
                .node("Mul", "gate swish", "y")
                .motifs();

        assertThat(motifs.convolutions().squeezes()).isOne();
    }

    @Test
    void a_value_added_to_what_convolutions_make_of_it_is_residual_and_two_branches_of_nothing_common_are_not() {
        SmallGraph residual = new SmallGraph()
                .input("x", 1, 8, 16, 16)
                .weight("w", 8, 8, 3, 3)
                .node("Conv", "x w", "a")
                .node("Relu", "a", "b")
                .node("Conv", "b w", "c")
                .node("Add", "c x", "y");
        SmallGraph two = new SmallGraph()
                .input("x", 1, 8, 16, 16)
                .input("z", 1, 8, 16, 16)
                .weight("w", 8, 8, 3, 3)
                .node("Conv", "x w", "a")
                .node("Conv", "z w", "b")
                .node("Add", "a b", "y");

        assertThat(residual.motifs().skips().residuals()).isOne();
        assertThat(two.motifs().skips().residuals()).isZero();
    }

    @Test
    void what_comes_back_through_a_recurrent_node_or_a_join_is_carried_and_what_only_has_the_shape_is_not() {
        Motifs motifs = new SmallGraph()
                .input("x", 5, 1, 4)
                .input("state", 1, 1, 8)
                .input("past", 1, 2, "before", 4)
                .weight("w", 1, 32, 4)
                .weight("r", 1, 32, 8)
                .node("LSTM", "x w r   state", "all last")
                .node("Concat", "past past", "present", Attributes.integer("axis", 2))
                .node("Relu", "x", "same")
                .output("last", 1, 1, 8)
                .output("present", 1, 2, "after", 4)
                .output("same", 5, 1, 4)
                .motifs();

        assertThat(motifs.attentions().carried())
                .containsEntry("state", "last")
                .containsEntry("past", "present")
                .hasSize(2);
        assertThat(motifs.feed(Feed.Bands.class).map(feed -> feed.port().name()))
                .contains("x");
    }

    @Test
    void a_sequence_that_a_recurrent_node_goes_along_is_no_state_though_what_comes_out_has_its_shape() {
        Motifs motifs = new SmallGraph()
                .input("x", "length", 1, 8)
                .weight("w", 1, 32, 8)
                .weight("r", 1, 32, 8)
                .node("LSTM", "x w r", "all")
                .node("Squeeze", "all", "y")
                .output("y", "length", 1, 8)
                .motifs();

        assertThat(motifs.attentions().carried()).isEmpty();
    }

    @Test
    void what_local_functions_and_branches_hold_is_seen() {
        AttributeProto branch = AttributeProto.newBuilder()
                .setName("then_branch")
                .setType(AttributeType.GRAPH)
                .setG(new SmallGraph()
                        .weight("w", 8, 1, 64)
                        .node("Conv", "sound w", "inside")
                        .output("inside", 1, 8, "frames")
                        .graph())
                .build();
        ModelProto model = new SmallGraph()
                        .input("x", 1, 3, 32, 32)
                        .input("sound", 1, 1, "samples")
                        .weight("kernel", 8, 3, 3, 3)
                        .node("Layer", "x kernel", "y")
                        .node("If", "y", "z", branch)
                        .output("z", 1, 8, "frames")
                        .model()
                        .toBuilder()
                        .addFunctions(FunctionProto.newBuilder()
                                .setName("Layer")
                                .addInput("a")
                                .addInput("b")
                                .addOutput("c")
                                .addNode(Protos.node("Conv", "", List.of("a", "b"), List.of("d")))
                                .addNode(Protos.node("Relu", "", List.of("d"), List.of("c"))))
                        .build();

        Motifs motifs = Motifs.of(model);

        assertThat(motifs.convolutions().of(2)).isOne();
        assertThat(motifs.feed(Feed.Picture.class).map(Feed.Picture::channels)).contains(3L);
        assertThat(motifs.feed(Feed.Waveform.class)).isPresent();
        assertThat(motifs.histogram()).containsEntry("Conv", 2).doesNotContainKey("Layer");
    }

    @Test
    void the_largest_table_is_that_of_the_words() {
        Motifs motifs = new SmallGraph()
                .ids("words", 1, "length")
                .ids("places", 1, "length")
                .weight("table", 1000, 8)
                .weight("positions", 64, 8)
                .node("Gather", "table words", "a")
                .node("Gather", "positions places", "b")
                .node("Add", "a b", "y")
                .output("y", 1, "length", 8)
                .motifs();

        assertThat(motifs.feeds(Feed.Tokens.class)).singleElement().satisfies(tokens -> {
            assertThat(tokens.port().name()).isEqualTo("words");
            assertThat(tokens.vocabulary()).isEqualTo(1000);
        });
    }
}
