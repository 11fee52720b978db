package dev.bascule.exact.kernel.reduce;

import static dev.bascule.exact.Graphs.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.bascule.exact.ExactOutput;
import dev.bascule.exact.Graphs;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReduceKernelsTest {

    @Test
    void any_order_of_the_chosen_is_right_where_none_is_asked_for() {
        assertThat(topK(2).refusal()).contains("any order");
        assertThat(topK(1).wholes()).containsExactly(1);
    }

    private static Graphs topK(long count) {
        return Graphs.opset(17)
                .fed("x", floats(1, 3, 2))
                .constant("k", Tensor.longs(Shape.of(1), count))
                .node("v,y = TopK x k", Attributes.integer("sorted", 0));
    }

    @Test
    void each_share_of_a_wide_softmax_is_known_to_a_few_roundings_of_itself() {
        ExactOutput y = Graphs.opset(17)
                .fed("x", floats(new float[2048]))
                .node("h = Cast x", Attributes.integer("to", DType.FLOAT16.onnx()))
                .node("y = Softmax h", Attributes.integer("axis", 0))
                .output(8);
        double unit = 0x1p-11 / 2048;
        assertThat(y.noise().orElseThrow().deviation(7)).isBetween(unit / 2, 8 * unit);
    }

    @Test
    void a_sum_keeps_what_each_addition_rounds_away() {
        assertThat(Graphs.opset(18)
                        .fed("x", floats(0x1p90f, 1, 0x1p40f, -0x1p90f, 0x1p-30f, -0x1p40f))
                        .node("y = ReduceSum x")
                        .reals())
                .containsExactly(1 + 0x1p-30);
        assertThat(Graphs.opset(18)
                        .fed("x", floats(1, Float.POSITIVE_INFINITY, 2))
                        .node("y = ReduceSum x")
                        .reals())
                .containsExactly(Double.POSITIVE_INFINITY);
    }

    @Test
    void a_logarithm_of_a_sum_keeps_the_small_ones_beside_the_largest() {
        Graphs graph = Graphs.opset(18).fed("x", floats(-40, 0));

        assertThat(graph.node("y = ReduceLogSumExp x").reals()[0])
                .isCloseTo(4.248354255291589e-18, withinPercentage(1e-12));
        double[] logarithms = graph.node("y2 = LogSoftmax x").reals();
        assertThat(logarithms[0]).isEqualTo(-40);
        assertThat(logarithms[1]).isCloseTo(-4.248354255291589e-18, withinPercentage(1e-12));
    }

    @Test
    void a_share_of_minus_infinity_is_none() {
        assertThat(Graphs.opset(18)
                        .fed("x", floats(Float.NEGATIVE_INFINITY, 700, 700))
                        .node("y = Softmax x")
                        .reals())
                .containsExactly(0, 0.5, 0.5);
    }

    @Test
    void softmax_before_version_13_is_over_all_axes_from_the_second_on() {
        Tensor x = Tensor.floats(Shape.of(2, 2, 2), 0, 0, 0, 0, 5, 5, 5, 5);

        assertThat(Graphs.opset(11).fed("x", x).node("y = Softmax x").reals()).containsOnly(0.25);
        assertThat(Graphs.opset(11)
                        .fed("x", x)
                        .node("y = Softmax x", Attributes.integer("axis", -1))
                        .reals())
                .containsOnly(0.5);
        assertThat(Graphs.opset(13).fed("x", x).node("y = Softmax x").reals()).containsOnly(0.5);
        assertThat(Graphs.opset(11).fed("x", x).node("y = Hardmax x").reals()).containsExactly(1, 0, 0, 0, 1, 0, 0, 0);
    }

    @Test
    void a_reduction_over_no_axes_does_to_each_element_what_it_does_to_elements() {
        assertThat(Graphs.opset(18)
                        .fed("x", floats(-2, 3))
                        .node("y = ReduceSumSquare x", Attributes.integer("noop_with_empty_axes", 1))
                        .reals())
                .containsExactly(4, 9);
        assertThat(Graphs.opset(18)
                        .fed("x", floats(-2, 3))
                        .node("y = ReduceSumSquare x", Attributes.integer("keepdims", 0))
                        .dims())
                .isEmpty();
    }

    @Test
    void a_mean_of_whole_numbers_is_cut_at_the_point() {
        assertThat(Graphs.opset(18)
                        .fed("x", Tensor.longs(Shape.of(2, 2), 1, 2, -1, -2))
                        .constant("axes", Tensor.longs(Shape.of(1), 1))
                        .node("y = ReduceMean x axes")
                        .wholes())
                .containsExactly(1, -1);
    }

    @Test
    void the_largest_of_no_whole_numbers_is_the_least_that_there_is() {
        Groups groups = Groups.over(new int[] {0}, 0);

        assertThat(Wholes.most(groups, none(DType.INT8)).data()).containsExactly(-128);
        assertThat(Wholes.least(groups, none(DType.INT8)).data()).containsExactly(127);
        assertThat(Wholes.most(groups, none(DType.UINT64)).data()).containsExactly(0);
        assertThat(Wholes.least(groups, none(DType.UINT64)).data()).containsExactly(-1);
        assertThat(Wholes.least(groups, none(DType.BOOL)).data()).containsExactly(1);
    }

    private static Integers none(DType type) {
        return Integers.wrapped(type, new long[0], 0);
    }

    @Test
    void the_first_few_come_in_order_and_of_equal_ones_the_first() {
        SplittableRandom random = new SplittableRandom(7);
        double[] x = random.ints(500, -40, 40).asDoubleStream().toArray();
        int[] sorted = IntStream.range(0, x.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -x[i]).thenComparing(i -> i))
                .mapToInt(i -> i)
                .toArray();

        for (int k : new int[] {0, 1, 2, 17, 500}) {
            int[] best = new Ranking(Order.of(new Reals(DType.FLOAT32, x, x.length)), k)
                    .of(0, IntStream.range(0, x.length).toArray());
            assertThat(best).containsExactly(IntStream.of(sorted).limit(k).toArray());
        }
    }

    @Test
    void the_smallest_along_an_axis_within_are_picked_with_their_places() {
        Graphs graph = Graphs.opset(11)
                .fed("x", Tensor.floats(Shape.of(1, 3, 2), 0, -0f, 2, 5, 0, 0))
                .constant("k", Tensor.longs(Shape.of(1), 2))
                .node("v,i = TopK x k", Attributes.integer("axis", 1), Attributes.integer("largest", 0));

        // 0 and -0 are equal.
        assertThat(graph.wholes()).containsExactly(0, 0, 2, 2);
        assertThat(graph.dims()).containsExactly(1, 2, 2);
    }

    @Test
    void running_products_go_both_ways_and_may_leave_out_their_own() {
        Graphs graph = Graphs.opset(26).fed("x", floats(1, 2, 3)).constant("axis", Tensor.longs(Shape.of(), 0));

        assertThat(graph.node("y = CumProd x axis").reals()).containsExactly(1, 2, 6);
        assertThat(graph.node("y2 = CumProd x axis", Attributes.integer("exclusive", 1))
                        .reals())
                .containsExactly(1, 1, 2);
        assertThat(graph.node(
                                "y3 = CumProd x axis",
                                Attributes.integer("exclusive", 1),
                                Attributes.integer("reverse", 1))
                        .reals())
                .containsExactly(6, 3, 1);
    }

    @Test
    void many_groups_in_threads_are_as_one_after_the_other() {
        int rows = 300;
        int columns = 257;
        double[] x = new SplittableRandom(3).doubles((long) rows * columns).toArray();
        Reals sums = Groups.over(new int[] {rows, columns}, 0).sums(new Reals(DType.FLOAT64, x, rows, columns));

        for (int column : new int[] {0, 100, columns - 1}) {
            double sum = 0;
            for (int row = 0; row < rows; row++) {
                sum += x[row * columns + column];
            }
            assertThat(sums.data()[column]).isCloseTo(sum, within(1e-11));
        }
    }
}
