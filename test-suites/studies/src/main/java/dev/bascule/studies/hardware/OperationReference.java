package dev.bascule.studies.hardware;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.operator.Operation;
import dev.bascule.studies.profile.NumberFormats;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** What one operator makes of its inputs, by plain loops in 64-bit floats: no engine's answer. Stateless. */
public final class OperationReference {
    private OperationReference() {}

    /**
     * The output, rounded to the operation's format.
     *
     * @param inputs by name, in the operation's format and shapes
     */
    public static Map<String, Tensor> of(Operation operation, Map<String, Tensor> inputs) {
        List<double[]> read = operation.inputs().stream()
                .map(name -> values(Optional.ofNullable(inputs.get(name)).orElseThrow()))
                .toList();
        double[] a = read.get(0);
        double[] b = read.get(read.size() - 1);
        List<Long> dims = operation.shapes().get(0).dims();
        int rows = Math.toIntExact(dims.get(0));
        int last = Math.toIntExact(dims.get(dims.size() - 1));
        double[] y = switch (operation.kind()) {
            case MATMUL ->
                PlainArithmetic.product(
                        a,
                        b,
                        rows,
                        last,
                        Math.toIntExact(operation.output().dims().get(1)));
            case TRANSPOSE -> PlainArithmetic.transposed(a, rows, last);
            case SOFTMAX -> PlainArithmetic.softmax(a, last);
            case ADD -> both(a, b, Double::sum);
            case SUB -> both(a, b, (one, other) -> one - other);
            case MUL -> both(a, b, (one, other) -> one * other);
            case DIV -> both(a, b, (one, other) -> one / other);
            case RELU -> each(a, value -> Math.max(0, value));
            case EXP -> each(a, Math::exp);
            case TANH -> each(a, Math::tanh);
            case SIGMOID -> each(a, value -> 1 / (1 + Math.exp(-value)));
            case ERF -> each(a, PlainArithmetic::erf);
        };
        return Map.of("y", NumberFormats.tensor(operation.dtype(), operation.output(), y));
    }

    private static double[] values(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        double[] values = new double[Math.toIntExact(tensor.shape().elements())];
        Arrays.setAll(values, reader::at);
        return values;
    }

    private static double[] each(double[] values, DoubleUnaryOperator function) {
        return Arrays.stream(values).map(function).toArray();
    }

    private static double[] both(double[] one, double[] other, DoubleBinaryOperator function) {
        double[] result = new double[one.length];
        Arrays.setAll(result, i -> function.applyAsDouble(one[i], other[i]));
        return result;
    }
}
