package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.operator.Operation;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Against values reckoned by hand. */
class OperationReferenceTest {
    private static double[] y(String reference, Map<String, Tensor> inputs) {
        Tensor y = OperationReference.of(Operation.parse(reference), inputs).get("y");
        Elements.Reader reader = Elements.of(y);
        double[] values = new double[(int) y.shape().elements()];
        java.util.Arrays.setAll(values, reader::at);
        return values;
    }

    private static Tensor tensor(DType dtype, double[] values, long... dims) {
        return ExactNumbers.tensor(dtype, values, dims);
    }

    @Test
    void a_product_of_matrices_is_rows_times_columns() {
        assertThat(y(
                        "op:MatMul:float32:2x3:3x1",
                        Map.of(
                                "a", tensor(DType.FLOAT32, new double[] {1, 2, 3, 4, 5, 6}, 2, 3),
                                "b", tensor(DType.FLOAT32, new double[] {1, 0, -1}, 3, 1))))
                .containsExactly(-2, -2);
        assertThat(y("op:Transpose:2x3", Map.of("a", tensor(DType.FLOAT32, new double[] {1, 2, 3, 4, 5, 6}, 2, 3))))
                .containsExactly(1, 4, 2, 5, 3, 6);
    }

    @Test
    void what_takes_two_tensors_takes_them_in_order() {
        Map<String, Tensor> two = Map.of(
                "a",
                tensor(DType.FLOAT32, new double[] {6, -3}, 2),
                "b",
                tensor(DType.FLOAT32, new double[] {2, 4}, 2));
        assertThat(y("op:Add:2:2", two)).containsExactly(8, 1);
        assertThat(y("op:Sub:2:2", two)).containsExactly(4, -7);
        assertThat(y("op:Mul:2:2", two)).containsExactly(12, -12);
        assertThat(y("op:Div:2:2", two)).containsExactly(3, -0.75);
    }

    @Test
    void functions_are_of_each_element_and_softmax_of_each_row() {
        Map<String, Tensor> one = Map.of("a", tensor(DType.FLOAT64, new double[] {0, -1}, 1, 2));
        assertThat(y("op:Relu:float64:1x2", one)).containsExactly(0, 0);
        assertThat(y("op:Exp:float64:1x2", one)).containsExactly(1, Math.exp(-1));
        assertThat(y("op:Tanh:float64:1x2", one)).containsExactly(0, Math.tanh(-1));
        assertThat(y("op:Sigmoid:float64:1x2", one)[0]).isEqualTo(0.5);
        assertThat(y("op:Erf:float64:1x2", one)[1])
                .isCloseTo(-0.8427007929, org.assertj.core.api.Assertions.within(1e-9));
        assertThat(y("op:Softmax:float64:1x2", one)[0])
                .isCloseTo(1 / (1 + Math.exp(-1)), org.assertj.core.api.Assertions.within(1e-15));
    }

    @Test
    void the_answer_is_rounded_to_the_operations_format() {
        Map<String, Tensor> halves = Map.of(
                "a", tensor(DType.FLOAT16, new double[] {2048}, 1), "b", tensor(DType.FLOAT16, new double[] {1}, 1));
        assertThat(y("op:Add:float16:1:1", halves)).containsExactly(2048);
    }
}
