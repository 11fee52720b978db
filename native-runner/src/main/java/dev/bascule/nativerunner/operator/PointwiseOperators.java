package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Arithmetic and curves, element by element. Stateless. */
final class PointwiseOperators {
    private PointwiseOperators() {}

    static Map<String, TorchOperator> all() {
        Map<String, TorchOperator> all = new HashMap<>();
        all.put("Add", binary(NDArray::add));
        all.put("Sub", binary(NDArray::sub));
        all.put("Mul", binary(NDArray::mul));
        all.put("Div", TorchOperator.one(PointwiseOperators::quotient));
        all.put("Pow", binary(NDArray::pow));
        all.put("Max", folded(NDArray::maximum));
        all.put("Min", folded(NDArray::minimum));
        all.put("Sum", folded(NDArray::add));
        all.put("Neg", unary(NDArray::neg));
        all.put("Abs", unary(NDArray::abs));
        all.put("Exp", unary(NDArray::exp));
        all.put("Log", unary(NDArray::log));
        all.put("Sqrt", unary(NDArray::sqrt));
        all.put("Sin", unary(NDArray::sin));
        all.put("Cos", unary(NDArray::cos));
        all.put("Erf", unary(NDArray::erf));
        all.put("Tanh", unary(NDArray::tanh));
        all.put("Relu", unary(each -> each.getNDArrayInternal().relu()));
        all.put("Sigmoid", unary(each -> each.getNDArrayInternal().sigmoid()));
        all.put("Reciprocal", unary(each -> Dims.scalar(each, 1).div(each)));
        all.put("LeakyRelu", curve(call -> each -> each.getNDArrayInternal().leakyRelu(call.real("alpha", 0.01))));
        all.put("Elu", curve(call -> each -> each.getNDArrayInternal().elu(call.real("alpha", 1))));
        all.put("Softmax", curve(call -> each -> each.softmax(axis(call, each))));
        all.put("LogSoftmax", curve(call -> each -> each.logSoftmax(axis(call, each))));
        return all;
    }

    private static TorchOperator unary(UnaryOperator<NDArray> function) {
        return TorchOperator.one(call -> function.apply(call.input(0)));
    }

    private static TorchOperator curve(Function<TorchCall, UnaryOperator<NDArray>> function) {
        return TorchOperator.one(call -> function.apply(call).apply(call.input(0)));
    }

    private static TorchOperator binary(BinaryOperator<NDArray> function) {
        return TorchOperator.one(call -> function.apply(call.input(0), call.input(1)));
    }

    private static TorchOperator folded(BinaryOperator<NDArray> function) {
        return TorchOperator.one(call -> {
            NDArray all = call.input(0);
            for (int i = 1; i < call.inputs().size(); i++) {
                all = function.apply(all, call.input(i));
            }
            return all;
        });
    }

    private static NDArray quotient(TorchCall call) {
        // Of whole numbers PyTorch's is a fraction, and ONNX's is not.
        if (!call.input(0).getDataType().isFloating()) {
            throw call.unknown("whole numbers");
        }
        return call.input(0).div(call.input(1));
    }

    private static int axis(TorchCall call, NDArray array) {
        return call.axis(call.integer("axis", -1), Dims.rank(array));
    }
}
