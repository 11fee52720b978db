package dev.bascule.studies.reduce;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import dev.bascule.studies.reduce.trial.TrialOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** A few operators over float32 matrices, computed here: an engine that is there on every machine. */
final class FakeEngine implements Trial {

    private record Matrix(int rows, int columns, float[] values) {}

    @Override
    public TrialOutcome run(ReproModel repro) {
        try {
            return new TrialOutcome.Ran(computed(repro));
        } catch (IllegalArgumentException e) {
            return new TrialOutcome.Fell(new Fault.Refused(
                    "create", "Error", String.valueOf(e.getMessage()), Optional.empty(), Phases.NONE));
        }
    }

    private static Map<String, Tensor> computed(ReproModel repro) {
        GraphProto graph = repro.model().getGraph();
        Map<String, Matrix> values = new LinkedHashMap<>();
        graph.getInitializerList().forEach(proto -> values.put(proto.getName(), matrix(TensorProtos.decode(proto))));
        repro.inputs().forEach((name, tensor) -> values.put(name, matrix(tensor)));
        for (NodeProto node : graph.getNodeList()) {
            List<Matrix> inputs = node.getInputList().stream()
                    .map(name -> Optional.ofNullable(values.get(name))
                            .orElseThrow(() -> new IllegalArgumentException("nobody makes " + name)))
                    .toList();
            values.put(node.getOutput(0), compute(node.getOpType(), inputs));
        }
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        for (String name : repro.outputs()) {
            Matrix made = values.get(name);
            outputs.put(name, Tensor.floats(Shape.of(made.rows, made.columns), made.values));
        }
        return outputs;
    }

    private static Matrix matrix(Tensor tensor) {
        List<Long> dims = tensor.shape().dims();
        int columns = dims.isEmpty() ? 1 : Math.toIntExact(dims.get(dims.size() - 1));
        int count = Math.toIntExact(tensor.shape().elements());
        Elements.Reader reader = Elements.of(tensor);
        float[] values = new float[count];
        for (int index = 0; index < count; index++) {
            values[index] = (float) reader.at(index);
        }
        return new Matrix(columns == 0 ? 0 : count / columns, columns, values);
    }

    private static Matrix compute(String operator, List<Matrix> inputs) {
        int taken = List.of("Add", "Sub", "Mul", "MatMul").contains(operator) ? 2 : 1;
        if (inputs.size() != taken) {
            throw new IllegalArgumentException(operator + " takes " + taken);
        }
        return switch (operator) {
            case "Add" -> each(inputs, Double::sum);
            case "Sub" -> each(inputs, (a, b) -> a - b);
            case "Mul" -> each(inputs, (a, b) -> a * b);
            case "Neg" -> each(inputs.get(0), a -> -a);
            case "Relu" -> each(inputs.get(0), a -> Math.max(a, 0));
            case "Sigmoid" -> each(inputs.get(0), a -> 1 / (1 + Math.exp(-a)));
            case "Tanh" -> each(inputs.get(0), Math::tanh);
            case "Transpose" -> transposed(inputs.get(0));
            case "MatMul" -> product(inputs.get(0), inputs.get(1));
            default -> throw new IllegalArgumentException("no operator " + operator);
        };
    }

    private static Matrix each(Matrix matrix, DoubleUnaryOperator rule) {
        float[] values = new float[matrix.values.length];
        for (int index = 0; index < values.length; index++) {
            values[index] = (float) rule.applyAsDouble(matrix.values[index]);
        }
        return new Matrix(matrix.rows, matrix.columns, values);
    }

    /** Of one shape, or with one element on the right. */
    private static Matrix each(List<Matrix> inputs, DoubleBinaryOperator rule) {
        Matrix left = inputs.get(0);
        Matrix right = inputs.get(1);
        boolean scalar = right.values.length == 1;
        if (!scalar && (left.rows != right.rows || left.columns != right.columns)) {
            throw new IllegalArgumentException("shapes differ");
        }
        float[] values = new float[left.values.length];
        for (int index = 0; index < values.length; index++) {
            values[index] = (float) rule.applyAsDouble(left.values[index], right.values[scalar ? 0 : index]);
        }
        return new Matrix(left.rows, left.columns, values);
    }

    private static Matrix transposed(Matrix matrix) {
        float[] values = new float[matrix.values.length];
        for (int row = 0; row < matrix.rows; row++) {
            for (int column = 0; column < matrix.columns; column++) {
                values[column * matrix.rows + row] = matrix.values[row * matrix.columns + column];
            }
        }
        return new Matrix(matrix.columns, matrix.rows, values);
    }

    private static Matrix product(Matrix left, Matrix right) {
        if (left.columns != right.rows) {
            throw new IllegalArgumentException("inner dimensions differ");
        }
        float[] values = new float[left.rows * right.columns];
        for (int row = 0; row < left.rows; row++) {
            for (int column = 0; column < right.columns; column++) {
                double sum = 0;
                for (int inner = 0; inner < left.columns; inner++) {
                    sum += left.values[row * left.columns + inner] * right.values[inner * right.columns + column];
                }
                values[row * right.columns + column] = (float) sum;
            }
        }
        return new Matrix(left.rows, right.columns, values);
    }
}
