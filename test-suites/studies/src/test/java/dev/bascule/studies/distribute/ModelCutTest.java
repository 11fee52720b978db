package dev.bascule.studies.distribute;

import static dev.bascule.studies.distribute.Onnx.node;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.studies.distribute.ModelCut.Found;
import dev.bascule.studies.distribute.ModelCut.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelCutTest {
    private final ModelCut branched = new ModelCut(Onnx.branched());

    @Test
    void a_cut_goes_behind_any_node_that_computes_and_names_what_crosses_it() {
        assertThat(branched.offers())
                .containsOnlyKeys(1, 3, 4, 5)
                .containsEntry(1, List.of("a"))
                .containsEntry(3, List.of("a", "m"))
                .containsEntry(4, List.of("m", "b"))
                .containsEntry(5, List.of("m", "d"));
        assertThat(branched.refusals()).isEmpty();
    }

    @Test
    void each_part_is_a_model_of_its_own_and_makes_its_constants_itself() {
        List<Part> parts = branched.parts(List.of(1, 4), Onnx.crossing());
        assertThat(parts).hasSize(3);
        assertThat(parts.get(0).inputs()).containsExactly("x");
        assertThat(parts.get(0).outputs()).containsExactly("a");
        assertThat(parts.get(1).inputs()).containsExactly("a");
        assertThat(parts.get(1).outputs()).containsExactly("m", "b");
        assertThat(parts.get(1).model().getGraph().getNodeList())
                .extracting(NodeProto::getName)
                .containsExactly("five", "mul", "abs");
        assertThat(parts.get(2).inputs()).containsExactlyInAnyOrder("m", "b");
        assertThat(parts.get(2).outputs()).containsExactly("y");
        assertThat(parts.get(2).model().getGraph().getInitializerList())
                .extracting(tensor -> tensor.getName())
                .containsExactly("two");
        assertThat(parts.get(2).model().getGraph().getInputList())
                .allSatisfy(input -> assertThat(
                                input.getType().getTensorType().getShape().getDimCount())
                        .isOne());
    }

    @Test
    void a_value_that_is_no_tensor_is_not_carried_across() {
        ModelCut cut = new ModelCut(Onnx.model(
                node("pair", "SequenceConstruct", List.of("x", "x"), "s"),
                node("joined", "ConcatFromSequence", List.of("s"), "j"),
                node("end", "Add", List.of("j", "two"), "y")));
        assertThat(cut.offers()).containsOnlyKeys(2);
        assertThat(cut.refusals().get(1)).contains("'s'").contains("sequence or an optional");
        assertThat(cut.find("pair")).isInstanceOf(Found.Nowhere.class);
    }

    @Test
    void a_cut_does_not_go_through_the_body_of_an_if() {
        GraphProto body = GraphProto.newBuilder()
                .setName("then")
                .addNode(node("inner", "Add", List.of("a", "two"), "t"))
                .build();
        NodeProto branch = node("branch", "If", List.of("x"), "i").toBuilder()
                .addAttribute(AttributeProto.newBuilder().setName("then_branch").setG(body))
                .build();
        ModelCut cut = new ModelCut(Onnx.model(
                node("add", "Add", List.of("x", "two"), "a"), branch, node("end", "Add", List.of("i", "a"), "y")));
        assertThat(((Found.Nowhere) cut.find("inner")).why()).contains("in the body of an If or Loop");
        assertThat(cut.offers()).containsEntry(1, List.of("a")).containsEntry(2, List.of("a", "i"));
    }

    @Test
    void a_cut_is_found_by_fraction_number_and_name() {
        assertThat(branched.find("0.5")).isEqualTo(new Found.At(3));
        assertThat(branched.find(".9")).isEqualTo(new Found.At(5));
        assertThat(branched.find("4")).isEqualTo(new Found.At(4));
        assertThat(branched.find("abs")).isEqualTo(new Found.At(4));
        assertThat(branched.find("m")).isEqualTo(new Found.At(3));
        assertThat(((Found.Nowhere) branched.find("nobody")).why()).contains("no node or value 'nobody'");
        assertThat(branched.find("five")).isInstanceOf(Found.Nowhere.class);
        assertThat(branched.find("6")).isInstanceOf(Found.Nowhere.class);
    }
}
