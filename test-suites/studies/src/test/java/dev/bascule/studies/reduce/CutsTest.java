package dev.bascule.studies.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import dev.bascule.studies.reduce.trial.ValueTolerance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Parts of graphs, and smaller tensors. */
class CutsTest {
    private static final Tensor INPUT = Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
    private static final Tensor WEIGHT = Tensor.floats(Shape.of(3), 0.5f, 1.3f, 2);

    /** y = Relu(x * w), z = Neg(y); a shape and an attribute say the size 3. */
    private static ReproModel repro() {
        GraphProto graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", INPUT))
                .addInitializer(Protos.tensor("w", WEIGHT))
                .addInitializer(Protos.tensor("s", Tensor.longs(Shape.of(2), 2, 3)))
                .addNode(node("Mul", "m", "x", "w"))
                .addNode(node("Relu", "y", "m"))
                .addNode(node("Reshape", "z", "y", "s").toBuilder()
                        .addAttribute(AttributeProto.newBuilder()
                                .setName("size")
                                .setType(AttributeProto.AttributeType.INT)
                                .setI(3)))
                .addOutput(Protos.ofType("y", DType.FLOAT32))
                .addOutput(Protos.ofType("z", DType.FLOAT32))
                .build();
        return new ReproModel(
                ModelProto.newBuilder().setIrVersion(8).setGraph(graph).build(), Map.of("x", INPUT));
    }

    private static NodeProto node(String type, String output, String... inputs) {
        return NodeProto.newBuilder()
                .setOpType(type)
                .addAllInput(List.of(inputs))
                .addOutput(output)
                .build();
    }

    /** Tells every value as a tensor of one element. */
    private static ReferenceValues values(GraphView graph) {
        Trial any = repro -> {
            Map<String, Tensor> outputs = new HashMap<>();
            repro.outputs().forEach(name -> outputs.put(name, Tensor.floats(Shape.of(1), 7)));
            return new TrialOutcome.Ran(outputs);
        };
        return new ReferenceValues(repro(), graph, new ReproExaminer(any, any, ValueTolerance.OF_ROUNDING));
    }

    @Test
    void a_node_is_cut_out_with_weights_as_weights_and_values_as_inputs() {
        GraphView graph = new GraphView(repro().model());
        ReproModel middle = SubGraphs.extract(graph, values(graph), List.of(1), SubGraphs.leaves(graph, List.of(1)));
        assertThat(middle.inputs()).containsOnlyKeys("m");
        assertThat(middle.outputs()).containsExactly("y");
        assertThat(middle.model().getGraph().getInitializerCount()).isZero();

        ReproModel first =
                SubGraphs.extract(graph, values(graph), List.of(0, 1), SubGraphs.leaves(graph, List.of(0, 1)));
        assertThat(first.inputs()).isEqualTo(Map.of("x", INPUT));
        assertThat(first.model().getGraph().getInitializerList()).containsExactly(Protos.tensor("w", WEIGHT));
        assertThat(first.outputs()).containsExactly("y");
    }

    @Test
    void a_prefix_gives_what_the_rest_would_have_taken() {
        GraphView graph = new GraphView(repro().model());
        assertThat(SubGraphs.prefix(graph, values(graph), 1).outputs()).containsExactly("m");
        assertThat(SubGraphs.prefix(graph, values(graph), 2).outputs()).containsExactly("y");
        assertThat(SubGraphs.prefix(graph, values(graph), 3).outputs()).containsExactly("y", "z");
    }

    @Test
    void dimensions_of_one_size_are_cut_in_every_combination_and_what_says_the_size_with_them() {
        List<ShapeCuts.Group> groups = ShapeCuts.groups(repro());
        assertThat(groups.get(0)).hasToString("x[1], w[0]");
        assertThat(groups).extracting(ShapeCuts.Group::toString).contains("x[1]", "w[0]", "x[0]");

        List<ReproModel> variants = ShapeCuts.cut(repro(), groups.get(0), 2);
        assertThat(variants).hasSize(4);
        assertThat(variants.get(0).inputs()).isEqualTo(Map.of("x", Tensor.floats(Shape.of(2, 2), 1, 2, 4, 5)));
        assertThat(ReproTensors.tensors(variants.get(3)).get("s")).isEqualTo(Tensor.longs(Shape.of(2), 2, 2));
        assertThat(variants.get(3).model().getGraph().getNode(2).getAttribute(0).getI())
                .isEqualTo(2);
    }

    @Test
    void sizes_are_tried_from_the_smallest_and_each_once() {
        assertThat(ShapeCuts.sizes(2)).containsExactly(1L);
        assertThat(ShapeCuts.sizes(129))
                .startsWith(1L, 2L, 3L, 4L, 16L, 32L, 64L)
                .endsWith(97L, 128L)
                .doesNotHaveDuplicates();
    }

    @Test
    void data_becomes_plainer_and_never_less_plain() {
        assertThat(DataCuts.plainness(Tensor.floats(Shape.of(2), 0, 0))).isZero();
        assertThat(DataCuts.plainness(Tensor.floats(Shape.of(2), 1, 1))).isEqualTo(1);
        assertThat(DataCuts.plainness(Tensor.floats(Shape.of(2), 1, -3))).isEqualTo(2);
        assertThat(DataCuts.plainness(Tensor.floats(Shape.of(2), 0.25f, 1))).isEqualTo(3);
        assertThat(DataCuts.plainness(WEIGHT)).isEqualTo(4);
        assertThat(DataCuts.of(repro(), new SplittableRandom(1)))
                .extracting(SmallerModel::what)
                .contains("w: all zero", "w: small integers", "x: all one")
                .doesNotContain("x: rounded to integers");
    }

    @Test
    void what_nothing_takes_any_more_goes() {
        ReproModel plain = ReproTensors.withNode(repro(), 0, node -> node("Neg", "m", "x"));
        assertThat(ReproTensors.tensors(plain)).containsOnlyKeys("x", "s");
    }

    @Test
    void a_branch_that_is_taken_stands_in_the_place_of_its_if() {
        GraphProto then = GraphProto.newBuilder()
                .addNode(node("Neg", "inner", "x"))
                .addOutput(Protos.ofType("inner", DType.FLOAT32))
                .build();
        GraphProto otherwise = GraphProto.newBuilder()
                .addOutput(Protos.ofType("x", DType.FLOAT32))
                .build();
        NodeProto branching = NodeProto.newBuilder()
                .setOpType("If")
                .addInput("c")
                .addOutput("y")
                .addAttribute(branch("then_branch", then))
                .addAttribute(branch("else_branch", otherwise))
                .build();
        Tensor yes = Tensor.of(DType.BOOL, Shape.of(), new byte[] {1});
        Tensor no = Tensor.of(DType.BOOL, Shape.of(), new byte[] {0});

        assertThat(inlined(branching, yes)).containsExactly(node("Neg", "y", "x"));
        assertThat(inlined(branching, no)).containsExactly(node("Identity", "y", "x"));
    }

    private static List<NodeProto> inlined(NodeProto branching, Tensor condition) {
        GraphProto graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", INPUT))
                .addInput(Protos.typed("c", condition))
                .addNode(branching)
                .addOutput(Protos.ofType("y", DType.FLOAT32))
                .build();
        ReproModel repro =
                new ReproModel(ModelProto.newBuilder().setGraph(graph).build(), Map.of("x", INPUT, "c", condition));
        Trial never = any -> {
            throw new AssertionError("inputs are known");
        };
        return BranchInliner.inlined(repro, new ReproExaminer(never, never, ValueTolerance.OF_ROUNDING))
                .orElseThrow()
                .getGraph()
                .getNodeList();
    }

    private static AttributeProto branch(String name, GraphProto graph) {
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.GRAPH)
                .setG(graph)
                .build();
    }
}
