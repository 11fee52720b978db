package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node with what is known of its inputs. Immutable while its maps are.
 *
 * @param proto the node
 * @param shapes known shapes by value
 * @param numbers known contents of small integer tensors by value
 * @param fractions those of small constants of floating point
 */
record NodeView(
        NodeProto proto,
        Map<String, KnownShape> shapes,
        Map<String, List<Long>> numbers,
        Map<String, List<Double>> fractions) {

    String type() {
        return proto.getOpType();
    }

    private Optional<String> name(int index) {
        return index < proto.getInputCount() && !proto.getInput(index).isEmpty()
                ? Optional.of(proto.getInput(index))
                : Optional.empty();
    }

    boolean has(int index) {
        return name(index).isPresent();
    }

    /** An input's shape. */
    KnownShape input(int index) throws UnknownShapeException {
        return name(index)
                .map(shapes::get)
                .orElseThrow(() -> new UnknownShapeException("input %d of %s".formatted(index, type())));
    }

    /** An integer input's content. */
    List<Long> values(int index) throws UnknownShapeException {
        return name(index)
                .map(numbers::get)
                .orElseThrow(() -> new UnknownShapeException("the content of input %d of %s".formatted(index, type())));
    }

    /** A constant input's content of floating point; empty where it is not known. */
    Optional<List<Double>> fractions(int index) {
        return name(index).map(fractions::get);
    }

    Optional<AttributeProto> attribute(String key) {
        return proto.getAttributeList().stream()
                .filter(one -> one.getName().equals(key))
                .findFirst();
    }

    long integer(String key, long otherwise) {
        return attribute(key).map(AttributeProto::getI).orElse(otherwise);
    }

    String text(String key, String otherwise) {
        return attribute(key).map(one -> one.getS().toStringUtf8()).orElse(otherwise);
    }

    Optional<List<Long>> integers(String key) {
        return attribute(key).map(AttributeProto::getIntsList);
    }

    /** Axes and the like, which were attributes before they became inputs. */
    Optional<List<Long>> integersOrInput(String key, int index) throws UnknownShapeException {
        Optional<List<Long>> own = integers(key);
        return own.isPresent() || !has(index) ? own : Optional.of(values(index));
    }

    DType dtype(String key, DType otherwise) {
        return attribute(key).flatMap(one -> DType.ofOnnx((int) one.getI())).orElse(otherwise);
    }
}
