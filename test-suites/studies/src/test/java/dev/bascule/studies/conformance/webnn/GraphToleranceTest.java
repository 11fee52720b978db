package dev.bascule.studies.conformance.webnn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphToleranceTest {
    private final Operands operands = new Operands();
    private final List<OperatorCall> calls = new ArrayList<>();

    /** Worked out by hand after webnn/resources/utils.js. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // 3 x 3 x 2 channels, a product and a sum each
                "conv2d | [{'input':'x1244'},{'filter':'f3233'}] | 36",
                "conv2d | [{'input':'x1244'},{'filter':'f3233'},{'options':{'groups':2}}] | 18",
                "conv2d | [{'input':'x1442'},{'filter':'f1332'},{'options':{'inputLayout':'nhwc','filterLayout':'ihwo','groups':2}}] | 18",
                "matmul | [{'a':'m23'},{'b':'m34'}] | 6",
                "gemm | [{'a':'m23'},{'b':'m34'}] | 6",
                "gemm | [{'a':'m23'},{'b':'m34'},{'options':{'aTranspose':true}}] | 4",
                "gemm | [{'a':'m23'},{'b':'m34'},{'options':{'alpha':0.5,'c':'v3','beta':2}}] | 9",
                "gemm | [{'a':'m23'},{'b':'m34'},{'options':{'c':'v3','beta':0}}] | 6",
                "softmax | [{'input':'m23'},{'axis':1}] | 12",
                "softmax | [{'input':'m23'},{'axis':0}] | 9",
                "averagePool2d | [{'input':'x1244'},{'options':{'windowDimensions':[2,3]}}] | 8",
                "averagePool2d | [{'input':'x1244'}] | 18",
                "maxPool2d | [{'input':'x1244'}] | 0",
                "reduceSum | [{'input':'x1244'},{'options':{'axes':[1,-1]}}] | 8",
                "reduceSum | [{'input':'x1244'}] | 32",
                "reduceSum | [{'input':'x1244'},{'options':{'axes':[]}}] | 1",
                "reduceL2 | [{'input':'m23'}] | 14",
                "reduceMean | [{'input':'m23'}] | 8",
                "reduceLogSum | [{'input':'m23'}] | 24",
                "reduceLogSumExp | [{'input':'m23'}] | 30",
                "reduceSumSquare | [{'input':'m23'}] | 12",
                "reduceMax | [{'input':'m23'}] | 0",
                "cumulativeSum | [{'input':'m23'},{'axis':1}] | 2",
                "resample2d | [{'input':'x1244'},{'options':{'mode':'linear'}}] | 84",
                "resample2d | [{'input':'x1244'}] | 0",
                "instanceNormalization | [{'input':'x1244'}] | 840",
                "add | [{'a':'m23'},{'b':'v3'}] | 1",
                "exp | [{'input':'m23'}] | 32",
                "transpose | [{'input':'m23'}] | 0"
            })
    void one_operator_has_the_limit_that_the_conformance_tests_give_it(String operator, String arguments, double ulps) {
        give();
        call(operator, arguments, "out");
        Tolerance tolerance = rule().of("out", DType.FLOAT32);
        assertThat(tolerance.perElement()).isEqualTo(new ElementTolerance.Ulps(ulps));
        assertThat(tolerance.basis()).contains("WebNN conformance tests", operator);
    }

    @Test
    void a_graph_has_the_sum_of_the_operators_that_an_output_comes_from() {
        give();
        call("matmul", "[{'a':'m23'},{'b':'m34'}]", "product");
        call("transpose", "[{'input':'product'}]", "turned");
        call("softmax", "[{'input':'turned'},{'axis':1}]", "out");
        call("exp", "[{'input':'m23'}]", "aside");
        // The product is 2 x 4, turned 4 x 2: softmax over 2.
        assertThat(rule().of("out", DType.FLOAT32).perElement()).isEqualTo(new ElementTolerance.Ulps(6 + 9));
        assertThat(rule().of("out", DType.FLOAT32).basis())
                .isEqualTo("WebNN conformance tests, float32: matmul 6 ULP + transpose 0 ULP + softmax 9 ULP");
        assertThat(rule().of("aside", DType.FLOAT32).perElement()).isEqualTo(new ElementTolerance.Ulps(32));
    }

    @Test
    void absolute_limits_stay_absolute_and_ulps_beside_them_become_relative() {
        give();
        call("cos", "[{'input':'m23'}]", "c");
        assertThat(rule().of("c", DType.FLOAT16).perElement()).isEqualTo(new ElementTolerance.Close(1.0 / 512, 0));
        call("mul", "[{'a':'c'},{'b':'c'}]", "out");
        assertThat(rule().of("out", DType.FLOAT32).perElement())
                .isEqualTo(new ElementTolerance.Close(1.0 / 1024, Math.ulp(1f)));
    }

    @Test
    void integers_are_exact_but_where_they_were_rounded() {
        give();
        call("add", "[{'a':'m23'},{'b':'m23'}]", "sum");
        call("quantizeLinear", "[{'input':'sum'},{'scale':'v3'},{'zeroPoint':'v3'}]", "out");
        assertThat(rule().of("sum", DType.INT32).perElement()).isEqualTo(new ElementTolerance.Ulps(0));
        assertThat(rule().of("out", DType.UINT8).perElement()).isEqualTo(new ElementTolerance.Ulps(1));
    }

    @Test
    void an_operator_without_a_limit_is_told_and_leaves_it_to_bascule() {
        give();
        call("lstmCell", "[{'input':'m23'}]", "h");
        Tolerance tolerance = rule().of("h", DType.FLOAT32);
        assertThat(tolerance.perElement())
                .isEqualTo(Tolerance.of(DType.FLOAT32, 1).perElement());
        assertThat(tolerance.basis()).contains("none for lstmCell");
        call("conv2d", "[{'input':'h'},{'filter':'f3233'}]", "out");
        assertThat(rule().of("out", DType.FLOAT32).basis()).contains("none for lstmCell");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "softmax | [{'input':'s'},{'axis':0}]",
                "softmax | [{'input':'m23'},{'axis':2}]",
                "cumulativeSum | [{'input':'s'},{'axis':0}]",
                "matmul | [{'a':'s'},{'b':'s'}]",
                "gemm | [{'a':'v3'},{'b':'m34'}]",
                "averagePool2d | [{'input':'m23'}]",
                "l2Pool2d | [{'input':'m23'},{'options':{'windowDimensions':[2,2]}}]",
                "averagePool2d | [{'input':'x1244'},{'options':{'layout':'chwn'}}]",
                "reduceSum | [{'input':'m23'},{'options':{'axes':[2]}}]",
                "conv2d | [{'input':'x1244'},{'filter':'f3233'},{'options':{'filterLayout':'whio'}}]",
                "conv2d | [{'input':'x1244'},{'filter':'f3233'},{'options':{'inputLayout':'chwn'}}]"
            })
    void sizes_that_make_no_sense_give_no_limit(String operator, String arguments) {
        give();
        operands.put("s", DType.FLOAT32, Shape.of());
        call(operator, arguments, "out");

        assertThat(rule().of("out", DType.FLOAT32).basis()).contains("none for " + operator);
    }

    /** The negative control: half the limit more than the limit is noticed, the limit itself is not. */
    @Test
    void a_value_just_outside_is_noticed() {
        give();
        call("matmul", "[{'a':'m23'},{'b':'m34'}]", "out");
        Tolerance tolerance = rule().of("out", DType.FLOAT32);
        Tensor expected = Tensor.floats(Shape.of(2), 1, 8);
        Difference inside =
                TensorComparer.compare("out", Tensor.floats(Shape.of(2), 1, 8 + 6 * Math.ulp(8f)), expected, tolerance);
        assertThat(inside.outside()).isZero();
        Difference outside =
                TensorComparer.compare("out", Tensor.floats(Shape.of(2), 1, 8 + 7 * Math.ulp(8f)), expected, tolerance);
        assertThat(outside.outside()).isEqualTo(1);
        assertThat(outside.worst().orElseThrow().index()).isEqualTo(1);
    }

    private void give() {
        operands.put("x1244", DType.FLOAT32, Shape.of(1, 2, 4, 4));
        operands.put("x1442", DType.FLOAT32, Shape.of(1, 4, 4, 2));
        operands.put("f3233", DType.FLOAT32, Shape.of(3, 2, 3, 3));
        operands.put("f1332", DType.FLOAT32, Shape.of(1, 3, 3, 2));
        operands.put("m23", DType.FLOAT32, Shape.of(2, 3));
        operands.put("m34", DType.FLOAT32, Shape.of(3, 4));
        operands.put("v3", DType.FLOAT32, Shape.of(3));
    }

    private void call(String name, String arguments, String output) {
        try {
            String json = "{'name':'%s','arguments':%s,'outputs':'%s'}".formatted(name, arguments, output);
            OperatorCall call = OperatorCall.read("operator", Json.MAPPER.readTree(json.replace('\'', '"')));
            operands.follow(call);
            calls.add(call);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private GraphTolerance rule() {
        return new GraphTolerance(calls, operands);
    }
}
