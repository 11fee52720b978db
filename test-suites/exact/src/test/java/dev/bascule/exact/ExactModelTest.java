package dev.bascule.exact;

import static dev.bascule.exact.Graphs.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExactModelTest {

    @Test
    void nothing_is_rounded_between_nodes() {
        // In float32, 1e8 + 1 is 1e8.
        double[] y = Graphs.opset(17)
                .fed("x", floats(1e8f, 1, -1e8f))
                .constant("w", Tensor.floats(Shape.of(3, 1), 1, 1, 1))
                .node("y = MatMul x w")
                .reals();
        assertThat(y).containsExactly(1);
        assertThat(Graphs.opset(17)
                        .fed("x", floats(0.1f))
                        .constant("third", floats(3))
                        .node("a = Div x third")
                        .node("y = Mul a third")
                        .reals())
                .containsExactly(0.1f);
    }

    @Test
    void half_precision_is_a_real_number_between_nodes_and_rounded_once_at_the_end() {
        Tensor third = half(0x3555);
        ExactOutput y = Graphs.opset(17)
                .fed("x", third)
                .node("a = Mul x x")
                .node("y = Mul a x")
                .output(0);
        double x = 0x1.554p-2;
        assertThat(((Reals) y.exact()).data()).containsExactly(x * x * x);
        assertThat(y.value().toString()).contains("float16");
    }

    @Test
    void what_a_type_cannot_hold_is_infinite() {
        assertThat(Graphs.opset(17)
                        .fed("x", floats(3e38f))
                        .node("a = Add x x")
                        .node("y = Sub a x")
                        .reals())
                .containsExactly(Double.POSITIVE_INFINITY);
        assertThat(Graphs.opset(17)
                        .fed("x", half(0x7BFF))
                        .node("a = Add x x")
                        .node("y = Sub a x")
                        .reals())
                .containsExactly(Double.POSITIVE_INFINITY);
    }

    @Test
    void an_operator_that_it_lacks_is_named_before_anything_is_run() {
        assertThat(Graphs.opset(17)
                        .fed("x", floats(1))
                        .node("a = RandomNormalLike x")
                        .in("example", "y = Blur a")
                        .refusal())
                .isEqualTo("the exact reference has no RandomNormalLike, example.Blur");
    }

    @Test
    void a_graph_that_cannot_be_run_says_at_which_node() {
        assertThat(Graphs.opset(17)
                        .fed("x", floats(1, 2))
                        .constant("w", floats(1, 2, 3))
                        .node("y = Add x w")
                        .refusal())
                .contains("Add 'y'", "[2]", "[3]");
    }

    @Test
    void it_stops_when_it_is_told_to() {
        Graphs graph = Graphs.opset(17).node("y = Relu x");
        ExactResult result = new ExactModel(graph.model())
                .run(Feeds.of(Map.of("x", floats(1))), List.of("y"), ExactModel.Plan.EXACT_ONLY, () -> true);
        assertThat(((ExactResult.Unknown) result).why()).contains("at node 1 of 1");
    }

    @Test
    void noisy_passes_follow_from_the_seed_and_stay_near() {
        Graphs graph =
                Graphs.opset(17).fed("x", floats(1, 2, 3, 4)).node("a = Exp x").node("y = Sqrt a");
        ExactOutput one = graph.output(4);
        ExactOutput again = graph.output(4);
        double[] exact = ((Reals) one.exact()).data();
        for (int pass = 0; pass < 4; pass++) {
            double[] moved = reals(one.noisy().get(pass));
            assertThat(moved).isEqualTo(reals(again.noisy().get(pass))).isNotEqualTo(exact);
            for (int i = 0; i < exact.length; i++) {
                assertThat(moved[i]).isCloseTo(exact[i], within(exact[i] * 4 * 0x1p-24));
            }
        }
    }

    @Test
    void what_lies_on_an_edge_falls_to_both_sides_and_what_does_not_stays() {
        ExactOutput y = Graphs.opset(17)
                .fed("x", floats(0.3f, 0.21f))
                .constant("w", floats(5, 5))
                .node("a = Mul x w")
                .node("b = Round a")
                .node("y = Cast b", Attributes.integer("to", DType.INT64.onnx()))
                .output(16);
        assertThat(y.noisy().stream().map(pass -> ((Integers) pass.orElseThrow()).data()[0]))
                .contains(1L, 2L);
        assertThat(y.noisy().stream().map(pass -> ((Integers) pass.orElseThrow()).data()[1]))
                .containsOnly(1L);
    }

    @Test
    void a_step_carries_what_it_gave_unrounded() {
        Graphs graph = Graphs.opset(17)
                .constant("third", floats(3))
                .node("b = Div state third")
                .node("y = Add b x");
        Feeds feeds = new Feeds(
                Map.of("x", List.of(floats(0), floats(0)), "state", List.of(floats(1))), Map.of("state", "y"));
        ExactResult.Known known = (ExactResult.Known)
                new ExactModel(graph.model()).run(feeds, List.of("y"), new ExactModel.Plan(2, 1), () -> false);
        assertThat(((Reals) known.steps().get(1).get("y").exact()).data()).containsExactly(1 / 3.0 / 3);
        assertThat(known.steps().get(1).get("y").noisy()).hasSize(2);
    }

    private static double[] reals(Optional<Operand> pass) {
        return ((Reals) pass.orElseThrow()).data();
    }

    private static Tensor half(int bits) {
        ByteBuffer data = ByteBuffer.allocate(2).order(ByteOrder.LITTLE_ENDIAN).putShort(0, (short) bits);
        return Tensor.of(DType.FLOAT16, Shape.of(1), data);
    }
}
