package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import java.util.Map;
import java.util.Optional;

/** Products of matrices. Stateless. */
final class ProductOperators {
    private ProductOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "MatMul", TorchOperator.one(call -> call.input(0).matMul(call.input(1))),
                "Gemm", TorchOperator.one(ProductOperators::gemm));
    }

    private static NDArray gemm(TorchCall call) {
        NDArray a = turned(call.input(0), call.integer("transA", 0));
        NDArray b = turned(call.input(1), call.integer("transB", 0));
        NDArray product = scaled(a.matMul(b), call.real("alpha", 1));
        Optional<NDArray> added = call.optional(2).map(each -> scaled(each, call.real("beta", 1)));
        return added.map(product::add).orElse(product);
    }

    private static NDArray turned(NDArray matrix, long transposed) {
        return transposed == 0 ? matrix : matrix.transpose(1, 0);
    }

    private static NDArray scaled(NDArray array, float factor) {
        return factor == 1 ? array : array.mul(Dims.scalar(array, factor));
    }
}
