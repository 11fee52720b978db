package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import java.util.Map;
import java.util.function.BinaryOperator;

/** Comparisons, and what is chosen by them. Stateless. */
final class LogicOperators {
    private LogicOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "Equal", binary(NDArray::eq),
                "Greater", binary(NDArray::gt),
                "GreaterOrEqual", binary(NDArray::gte),
                "Less", binary(NDArray::lt),
                "LessOrEqual", binary(NDArray::lte),
                "And", binary(NDArray::logicalAnd),
                "Or", binary(NDArray::logicalOr),
                "Not", TorchOperator.one(call -> call.input(0).logicalNot()),
                "Where", TorchOperator.one(LogicOperators::where));
    }

    private static TorchOperator binary(BinaryOperator<NDArray> function) {
        return TorchOperator.one(call -> function.apply(call.input(0), call.input(1)));
    }

    private static NDArray where(TorchCall call) {
        long[] dims =
                Dims.broadcast(Dims.of(call.input(0)), Dims.broadcast(Dims.of(call.input(1)), Dims.of(call.input(2))));
        return NDArrays.where(
                Dims.expanded(call.input(0), dims),
                Dims.expanded(call.input(1), dims),
                Dims.expanded(call.input(2), dims));
    }
}
