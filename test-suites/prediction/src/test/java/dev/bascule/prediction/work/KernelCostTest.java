package dev.bascule.prediction.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelCostTest {

    private static Kernel kernel(String operator, String inputs, String outputs) {
        return new Kernel(operator, "CPUExecutionProvider", tensors(inputs), tensors(outputs), 1, 1);
    }

    private static List<KernelTensor> tensors(String shapes) {
        return List.of(shapes.split(" ")).stream()
                .map(shape -> KernelTensor.parse("float[" + shape.replace('x', ',') + "]"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        // 64 channels of 112 × 112, each of 3 × 7 × 7 weights
        "Conv, 1x3x224x224 64x3x7x7 64, 1x64x112x112, CONVOLUTION, 236027904",
        "FusedConv, 1x64x56x56 64x64x1x1 64, 1x64x56x56, POINTWISE, 25690112",
        "Conv, 1x32x112x112 32x1x3x3 32, 1x32x112x112, DEPTHWISE, 7225344",
        "Conv, 1x80x3000 384x80x3 384, 1x384x3000, CONVOLUTION_1D, 552960000",
        "ConvTranspose, 1x64x8x8 64x32x2x2 32, 1x32x16x16, CONVOLUTION, 1048576",
        "MatMul, 1x197x768 768x768, 1x197x768, MATMUL, 232390656",
        "FusedMatMul, 1x4x32x16 1x4x32x16, 1x4x32x32, MATMUL, 131072",
        "Gemm, 1x512 1000x512 1000, 1x1000, MATVEC, 1024000",
        "MatMul, 1x1x576 576x1536, 1x1x1536, MATVEC, 1769472",
        "GRU, 25x1x10 1x96x10 1x96x32 1x192, 1x1x32, RECURRENT, 201600",
        "Softmax, 1x12x197x197, 1x12x197x197, SOFTMAX, 465708",
        "Add, 1x64x56x56 1x64x56x56, 1x64x56x56, ELEMENTWISE, 200704",
        "GlobalAveragePool, 1x512x7x7, 1x512x1x1, REDUCTION, 25088",
    })
    void operations_follow_from_the_shapes(
            String operator, String inputs, String outputs, OperatorClass kind, double operations) {
        KernelCost cost = KernelCost.of(kernel(operator, inputs, outputs));

        assertThat(cost.kind()).isEqualTo(kind);
        assertThat(cost.operations()).isEqualTo(operations);
    }

    @Test
    void bytes_are_those_of_all_tensors_by_their_types() {
        Kernel gather = new Kernel(
                "Gather",
                "CPUExecutionProvider",
                List.of(KernelTensor.parse("float[1000,64]"), KernelTensor.parse("int64[8]")),
                List.of(KernelTensor.parse("float[8,64]")),
                2,
                0.1);

        assertThat(KernelCost.of(gather).bytes()).isEqualTo(2 * (256_000 + 64 + 2048));
    }

    @Test
    void a_view_costs_nothing_but_its_beginning() {
        KernelCost cost = KernelCost.of(kernel("Reshape", "1x512x7x7 2", "1x25088"));

        assertThat(cost.kind()).isEqualTo(OperatorClass.VIEW);
        assertThat(cost.operations()).isZero();
        assertThat(cost.bytes()).isZero();
        assertThat(cost.count()).isEqualTo(1);
    }

    @Test
    void an_operator_that_nobody_knows_is_counted_by_its_elements() {
        KernelCost cost = KernelCost.of(kernel("Frobnicate", "2x3", "2x3"));

        assertThat(cost.kind()).isEqualTo(OperatorClass.OTHER);
        assertThat(cost.operations()).isEqualTo(6);
    }
}
