package dev.bascule.exact.kernel.window;

import static dev.bascule.models.onnx.Attributes.integer;
import static dev.bascule.models.onnx.Attributes.ints;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.exact.Graphs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Forms that no published case has, worked out by hand. */
class PoolingTest {

    @Test
    void an_average_of_three_dimensions_takes_what_is_there_where_ceil_mode_goes_beyond() {
        Graphs graph = counted(3, 3, 3)
                .node(
                        "y = AveragePool x",
                        ints("kernel_shape", 2, 2, 2),
                        ints("strides", 2, 2, 2),
                        integer("ceil_mode", 1));

        assertThat(graph.dims()).containsExactly(1, 1, 2, 2, 2);
        assertThat(graph.reals()).containsExactly(6.5, 8, 11, 12.5, 20, 21.5, 24.5, 26);
    }

    @Test
    void padding_counts_where_it_is_included_but_nothing_beyond_it_does() {
        Graphs graph = counted(5)
                .node(
                        "y = AveragePool x",
                        ints("kernel_shape", 3),
                        ints("strides", 3),
                        ints("pads", 1, 1),
                        integer("ceil_mode", 1),
                        integer("count_include_pad", 1));

        // One on padding, and then of four elements 4, padding, and one beyond.
        assertThat(graph.reals()).containsExactly(1 / 3.0, 3.0);
        assertThat(counted(5)
                        .node(
                                "y = AveragePool x",
                                ints("kernel_shape", 4),
                                ints("strides", 3),
                                ints("pads", 1, 1),
                                integer("ceil_mode", 1),
                                integer("count_include_pad", 1))
                        .reals())
                .containsExactly(3 / 4.0, 9 / 4.0);
    }

    @Test
    void a_window_that_would_start_behind_the_last_element_is_left_out() {
        assertThat(counted(3)
                        .node(
                                "y = MaxPool x",
                                ints("kernel_shape", 2),
                                ints("strides", 2),
                                ints("pads", 0, 1),
                                integer("ceil_mode", 1))
                        .reals())
                .containsExactly(1, 2);
    }

    @Test
    void indices_by_columns_count_whole_planes_by_rows() {
        Graphs graph = Graphs.opset(12)
                .fed("x", Tensor.floats(Shape.of(1, 2, 2, 3), 0, 5, 1, 2, 3, 4, 6, 7, 8, 9, 11, 10))
                .node("y,i = MaxPool x", ints("kernel_shape", 2, 3), integer("storage_order", 1));

        assertThat(graph.wholes()).containsExactly(2, 6 + 3);
    }

    @Test
    void whole_numbers_are_compared_as_such() {
        assertThat(Graphs.opset(12)
                        .fed("x", Tensor.of(DType.INT8, Shape.of(1, 1, 4), new byte[] {-128, -3, 100, 127}))
                        .node("y = MaxPool x", ints("kernel_shape", 2), ints("dilations", 2))
                        .wholes())
                .containsExactly(100, 127);
    }

    @Test
    void an_array_without_elements_gives_none() {
        assertThat(Graphs.opset(19)
                        .fed("x", Tensor.floats(Shape.of(0, 2, 4)))
                        .node("y = AveragePool x", ints("kernel_shape", 2))
                        .dims())
                .containsExactly(0, 2, 3);
    }

    private static Graphs counted(int... spatial) {
        long[] shape = new long[2 + spatial.length];
        shape[0] = 1;
        shape[1] = 1;
        int size = 1;
        for (int i = 0; i < spatial.length; i++) {
            shape[2 + i] = spatial[i];
            size *= spatial[i];
        }
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = i;
        }
        return Graphs.opset(19).fed("x", Tensor.floats(Shape.of(shape), values));
    }
}
