package dev.bascule.exact.kernel.control;

import static dev.bascule.exact.Graphs.floats;
import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.ints;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ControlKernelsTest {
    private static final NodeProto DOUBLED = node("Add", "doubled", "state", "state");
    private static final NodeProto GOES_ON = node("Less", "on", "doubled", "limit");
    /** Doubles its state while it is below the limit, and tells of each. */
    private static final AttributeProto DOUBLING = body(
            List.of(DOUBLED, GOES_ON, node("Identity", "told", "state")),
            List.of("round", "going", "state"),
            List.of("on", "doubled", "told"));
    /** Adds its element to the state, and tells of the sum. */
    private static final AttributeProto SUMMING = body(
            List.of(node("Add", "sum", "state", "element"), node("Identity", "told", "sum")),
            List.of("state", "element"),
            List.of("sum", "told"));

    @Test
    void a_loop_without_a_trip_count_ends_with_its_condition() {
        assertThat(loop("_ going").reals()).containsExactly(1, 2, 4, 8);
    }

    @Test
    void a_loop_without_a_condition_does_all_its_rounds() {
        // The last of these ends it.
        Graphs graph = loop("four _");
        assertThat(graph.reals()).containsExactly(1, 2, 4, 8);
        assertThat(graph.dims()).containsExactly(4, 1);
    }

    @Test
    void where_the_body_ends_a_loop_without_a_condition_engines_and_onnx_differ() {
        assertThat(loop("trips _").refusal()).startsWith("a Loop without a condition whose body ends it");
    }

    @Test
    void a_loop_without_nodes_is_stopped() {
        AttributeProto idle = body(List.of(), List.of("round", "going", "state"), List.of("going", "state"));
        Graphs graph = Graphs.opset(17)
                .constant("going", ArrayTensors.toTensor(Integers.booleans(new long[] {1})))
                .constant("start", floats(1))
                .node("y = Loop _ going start", idle);
        AtomicInteger asked = new AtomicInteger();
        ExactResult result = new ExactModel(graph.model())
                .run(Map.of(), List.of("y"), ExactModel.Plan.EXACT_ONLY, () -> asked.incrementAndGet() > 100);
        assertThat(result).isInstanceOf(ExactResult.Unknown.class);
    }

    @Test
    void a_loop_ends_with_whichever_comes_first() {
        assertThat(loop("two going").reals()).containsExactly(1, 2);
        assertThat(loop("_ _").refusal()).isEqualTo("a Loop without an end");
    }

    @Test
    void a_loop_of_no_round_gives_nothing_in_the_shape_that_its_body_declares() {
        Graphs graph = loop("none going");
        assertThat(graph.dims()).containsExactly(0, 1);
        assertThat(graph.dtype()).isEqualTo(DType.FLOAT32);
    }

    private static Graphs loop(String ends) {
        return Graphs.opset(17)
                .constant("limit", floats(15))
                .constant("none", Tensor.longs(Shape.of(), 0))
                .constant("two", Tensor.longs(Shape.of(), 2))
                .constant("four", Tensor.longs(Shape.of(), 4))
                .constant("trips", Tensor.longs(Shape.of(), 6))
                .constant("going", ArrayTensors.toTensor(Integers.booleans(new long[] {1})))
                .fed("start", floats(1))
                .node("last,y = Loop " + ends + " start", DOUBLING);
    }

    @Test
    void a_scan_goes_backwards_and_writes_backwards() {
        assertThat(scan(ints("scan_input_directions", 1)).reals()).containsExactly(4, 7, 9, 10);
        assertThat(scan(ints("scan_output_directions", 1)).reals()).containsExactly(10, 6, 3, 1);
    }

    @Test
    void a_scan_puts_its_steps_along_any_axis() {
        Graphs graph = Graphs.opset(11)
                .constant("start", floats(0, 0))
                .fed("x", Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6))
                .node(
                        "last,y = Scan start x",
                        SUMMING,
                        integer("num_scan_inputs", 1),
                        ints("scan_input_axes", -1),
                        ints("scan_output_axes", -1));
        assertThat(graph.dims()).containsExactly(2, 3);
        assertThat(graph.reals()).containsExactly(1, 3, 6, 4, 9, 15);
    }

    private static Graphs scan(AttributeProto directions) {
        return Graphs.opset(17)
                .constant("start", floats(0))
                .fed("x", Tensor.floats(Shape.of(4, 1), 1, 2, 3, 4))
                .node("last,y = Scan start x", SUMMING, integer("num_scan_inputs", 1), directions);
    }

    @Test
    void the_old_scan_takes_each_of_a_batch_for_as_long_as_it_is() {
        Graphs graph = Graphs.opset(8)
                .constant("lengths", Tensor.longs(Shape.of(2), 3, 1))
                .constant("start", Tensor.floats(Shape.of(2, 1), 0, 100))
                .fed("x", Tensor.floats(Shape.of(2, 3, 1), 1, 2, 3, 4, 5, 6))
                .node("last,y = Scan lengths start x", SUMMING, integer("num_scan_inputs", 1));
        assertThat(graph.dims()).containsExactly(2, 3, 1);
        assertThat(graph.reals()).containsExactly(1, 3, 6, 104, 0, 0);
    }

    @Test
    void a_sequence_is_cut_into_parts_of_one_length_and_counted_from_its_end() {
        Graphs graph = Graphs.opset(17)
                .fed("x", floats(1, 2, 3, 4, 5))
                .constant("two", Tensor.longs(Shape.of(), 2))
                .constant("last", Tensor.longs(Shape.of(), -1))
                .node("s = SplitToSequence x two")
                .node("t = SequenceErase s last")
                .node("u = SequenceInsert t x last")
                .node("y = ConcatFromSequence u", integer("axis", 0));
        assertThat(graph.reals()).containsExactly(1, 2, 1, 2, 3, 4, 5, 3, 4);
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return Protos.node(operator, output, List.of(inputs), List.of(output));
    }

    private static AttributeProto body(List<NodeProto> nodes, List<String> inputs, List<String> outputs) {
        GraphProto.Builder graph = GraphProto.newBuilder().setName("body").addAllNode(nodes);
        inputs.forEach(name -> graph.addInput(Protos.untyped(name)));
        outputs.forEach(name -> graph.addOutput(Protos.typed(name, DType.FLOAT32, List.of(1L))));
        return AttributeProto.newBuilder()
                .setName("body")
                .setType(AttributeType.GRAPH)
                .setG(graph)
                .build();
    }
}
