package dev.bascule.exact.kernel.pointwise;

import static dev.bascule.exact.Graphs.floats;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.bascule.exact.Graphs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class PointwiseKernelsTest {
    private static final Percentage LAST_BITS = withinPercentage(1e-10);

    @Test
    void gates_that_are_almost_shut_do_not_cancel() {
        assertThat(Graphs.opset(20).fed("x", floats(-12)).node("y = Gelu x").reals()[0])
                .isCloseTo(-2.1317785344932147e-32, LAST_BITS);
        assertThat(Graphs.opset(20)
                        .fed("x", floats(-9))
                        .node("y = Gelu x", Attributes.text("approximate", "tanh"))
                        .reals()[0])
                .isCloseTo(-1.3364595947346586e-28, LAST_BITS);
        assertThat(Graphs.opset(18).fed("x", floats(-40)).node("y = Mish x").reals()[0])
                .isCloseTo(-1.6993417021166355e-16, LAST_BITS);
        assertThat(Graphs.opset(24).fed("x", floats(-30)).node("y = Swish x").reals()[0])
                .isCloseTo(-2.8072868906517896e-12, LAST_BITS);
    }

    @Test
    void the_largest_numbers_of_64_bits_are_not_negative() {
        Graphs graph = Graphs.opset(18).fed("a", unsigned(-1, 10, -2)).fed("b", unsigned(3, -1, -1));

        assertThat(graph.node("y = Div a b").wholes()).containsExactly(Long.divideUnsigned(-1, 3), 0, 0);
        assertThat(graph.node("y2 = Mod a b").wholes()).containsExactly(0, 10, -2);
        assertThat(graph.node("y3 = Max a b").wholes()).containsExactly(-1, -1, -1);
        assertThat(graph.node("y4 = Less a b").wholes()).containsExactly(0, 1, 1);
        assertThat(graph.node("y5 = Sign a").wholes()).containsExactly(1, 1, 1);
        assertThat(graph.constant("least", unsigned(5))
                        .constant("most", unsigned(-2))
                        .node("y6 = Clip a least most")
                        .wholes())
                .containsExactly(-2, 10, -2);
    }

    @Test
    void a_whole_number_divided_by_zero_is_refused() {
        assertThat(Graphs.opset(18)
                        .fed("a", Tensor.longs(Shape.of(2), 4, 5))
                        .fed("b", Tensor.longs(Shape.of(2), 2, 0))
                        .node("y = Div a b")
                        .refusal())
                .contains("divided by 0");
    }

    @Test
    void powers_of_whole_numbers_are_whole() {
        assertThat(Graphs.opset(18)
                        .fed("a", Tensor.longs(Shape.of(5), 3, 3, -1, 1, -2))
                        .fed("b", Tensor.longs(Shape.of(5), 39, -1, -3, -9, 63))
                        .node("y = Pow a b")
                        .wholes())
                .containsExactly(4052555153018976267L, 0, -1, 1, Long.MIN_VALUE);
        assertThat(Graphs.opset(18)
                        .fed("a", Tensor.longs(Shape.of(4), 10, 9, 2, 3))
                        .fed("b", floats(0.5f, 0.5f, -1, 39))
                        .node("y = Pow a b")
                        .wholes())
                .containsExactly(3, 3, 0, 4052555153018976267L);
    }

    @Test
    void before_version_7_an_attribute_says_where_the_second_input_goes() {
        assertThat(Graphs.opset(6)
                        .fed("a", Tensor.floats(Shape.of(2, 3), 0, 1, 2, 3, 4, 5))
                        .fed("b", floats(10, 20))
                        .node("y = Add a b", Attributes.integer("broadcast", 1), Attributes.integer("axis", 0))
                        .reals())
                .containsExactly(10, 11, 12, 23, 24, 25);
    }

    @Test
    void where_the_lower_bound_lies_above_the_upper_one_the_upper_holds() {
        assertThat(Graphs.opset(13)
                        .fed("x", floats(-5, 2, 9))
                        .constant("least", Tensor.floats(Shape.of(), 4))
                        .constant("most", Tensor.floats(Shape.of(), 3))
                        .node("y = Clip x least most")
                        .reals())
                .containsExactly(3, 3, 3);
    }

    @Test
    void a_shift_by_all_bits_leaves_none() {
        assertThat(Graphs.opset(18)
                        .fed("a", unsigned(-1, -1))
                        .fed("b", unsigned(64, 63))
                        .node("y = BitShift a b", Attributes.text("direction", "LEFT"))
                        .wholes())
                .containsExactly(0, Long.MIN_VALUE);
    }

    @Test
    void a_dropout_that_draws_lots_is_not_supported() {
        assertThat(Graphs.opset(13)
                        .fed("x", floats(1))
                        .constant("on", Tensor.of(DType.BOOL, Shape.of(), new byte[] {1}))
                        .node("y = Dropout x _ on")
                        .refusal())
                .contains("draws lots");
    }

    private static Tensor unsigned(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(values);
        return Tensor.of(DType.UINT64, Shape.of(values.length), bytes.array());
    }
}
