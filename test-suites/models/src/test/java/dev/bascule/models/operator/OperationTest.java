package dev.bascule.models.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OperationTest {

    @Test
    void a_reference_names_operator_format_and_shapes_and_what_is_left_out_is_usual() {
        Operation whole = Operation.parse("op:MatMul:float16:8x16:16x4");
        assertThat(whole)
                .isEqualTo(
                        new Operation(Operation.Kind.MATMUL, DType.FLOAT16, List.of(Shape.of(8, 16), Shape.of(16, 4))));
        assertThat(whole.output()).isEqualTo(Shape.of(8, 4));
        assertThat(whole.name()).isEqualTo("MatMul-float16-8x16-16x4");
        assertThat(Operation.parse("op:matmul")).hasToString("op:MatMul:float32:37x65:65x129");
    }

    @ParameterizedTest
    @EnumSource(Operation.Kind.class)
    void each_operator_is_a_model_of_one_node_that_reads_its_own_reference_back(Operation.Kind kind) throws Exception {
        Operation usual = Operation.parse("op:" + kind.word());
        ModelProto model = ModelProto.parseFrom(usual.onnx());
        assertThat(model.getGraph().getNodeList())
                .singleElement()
                .satisfies(node -> assertThat(node.getOpType()).isEqualTo(kind.word()));
        assertThat(model.getGraph().getInputCount()).isEqualTo(usual.shapes().size());
        assertThat(Operation.parse(usual.toString())).isEqualTo(usual);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "op:MatMull | there is no operator 'MatMull'",
                "op:MatMul:float32:8x16:17x4 | as many rows as the first has columns",
                "op:MatMul:8x16 | MatMul takes 2 inputs, not 1",
                "op:Add:2x3:3x2 | two tensors of one shape",
                "op:Relu:int8 | 'int8' is neither a shape",
                "op:Relu:0x4 | '0x4' is neither a shape"
            })
    void what_is_no_operation_is_refused_with_what_there_is(String reference, String words) {
        assertThatThrownBy(() -> Operation.parse(reference))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining(words)
                .extracting(thrown -> ((BasculeException) thrown).failure().code())
                .isEqualTo(ErrorCode.USAGE_ERROR);
    }
}
