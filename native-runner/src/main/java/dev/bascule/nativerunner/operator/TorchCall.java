package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A node with its inputs as PyTorch has them. Immutable.
 *
 * @param inputs empty where an optional one is left out
 * @param manager of constants that an operator makes
 * @param wide whether every float is of 64 bits
 */
public record TorchCall(NodeProto node, List<Optional<NDArray>> inputs, NDManager manager, boolean wide) {
    public TorchCall {
        inputs = List.copyOf(inputs);
    }

    public String operator() {
        return node.getOpType();
    }

    public int outputs() {
        return node.getOutputCount();
    }

    /** An input that the operator must have. */
    public NDArray input(int index) {
        return optional(index).orElseThrow(() -> unknown("no input " + index));
    }

    public Optional<NDArray> optional(int index) {
        return index < inputs.size() ? inputs.get(index) : Optional.empty();
    }

    Optional<AttributeProto> attribute(String name) {
        return node.getAttributeList().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst();
    }

    long integer(String name, long otherwise) {
        return attribute(name).map(AttributeProto::getI).orElse(otherwise);
    }

    float real(String name, double otherwise) {
        return attribute(name).map(AttributeProto::getF).orElse((float) otherwise);
    }

    String text(String name, String otherwise) {
        return attribute(name).map(each -> each.getS().toStringUtf8()).orElse(otherwise);
    }

    Optional<long[]> integers(String name) {
        return attribute(name)
                .map(each ->
                        each.getIntsList().stream().mapToLong(Long::longValue).toArray());
    }

    /** Whole numbers that are an input in newer operator sets and were an attribute before. */
    Optional<long[]> integers(int input, String attribute) {
        return optional(input).map(NDArray::toLongArray).or(() -> integers(attribute));
    }

    /** An axis from the front. */
    int axis(long axis, int rank) {
        if (axis < -rank || axis >= rank) {
            throw unknown("axis %d of rank %d".formatted(axis, rank));
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    int[] axes(long[] axes, int rank) {
        return LongStream.of(axes).mapToInt(each -> axis(each, rank)).sorted().toArray();
    }

    /** That this form of the operator is not known here. */
    BasculeException unknown(String form) {
        return new BasculeException(
                ErrorCode.OPERATOR_UNSUPPORTED,
                "PyTorch as a reference knows no %s with %s".formatted(operator(), form),
                "leave the comparison with PyTorch out, or build the model of other operators");
    }
}
