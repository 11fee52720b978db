package dev.bascule.nativerunner.torch;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.nativerunner.engine.TorchTensors;
import dev.bascule.nativerunner.operator.TorchCall;
import dev.bascule.nativerunner.operator.TorchOperators;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** An ONNX model as calls of PyTorch, one for each node. Belongs to one thread. */
final class TorchModel {
    /** Softmax has one axis from here on, and axes are inputs. */
    private static final long OLDEST_OPSET = 13;

    private final ModelProto proto;
    private final NDManager manager;
    private final boolean wide;
    private final Map<String, NDArray> constants = new LinkedHashMap<>();

    /**
     * @param wide whether every float is of 64 bits
     * @throws BasculeException {@link ErrorCode#OPERATOR_UNSUPPORTED} naming what is not known here
     */
    TorchModel(ModelProto proto, NDManager manager, boolean wide) throws RefusedException {
        this.proto = proto;
        this.manager = manager;
        this.wide = wide;
        long opset = proto.getOpsetImportList().stream()
                .filter(each -> each.getDomain().isEmpty())
                .mapToLong(OperatorSetIdProto::getVersion)
                .findFirst()
                .orElse(0);
        TreeSet<String> unknown = new TreeSet<>();
        for (NodeProto node : proto.getGraph().getNodeList()) {
            boolean isOwn = node.getDomain().isEmpty() && opset >= OLDEST_OPSET;
            if (!isOwn || TorchOperators.find(node.getOpType()).isEmpty()) {
                unknown.add(isOwn ? node.getOpType() : "%s of another operator set".formatted(node.getOpType()));
            }
        }
        if (!unknown.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.OPERATOR_UNSUPPORTED,
                    "PyTorch as a reference knows no %s".formatted(String.join(", ", unknown)),
                    "leave the comparison with PyTorch out, or build the model of other operators");
        }
        for (TensorProto each : proto.getGraph().getInitializerList()) {
            constants.put(each.getName(), array(tensor(each)));
        }
    }

    /** A constant, or the first value of a parameter. */
    NDArray constant(String name) {
        return Optional.ofNullable(constants.get(name))
                .orElseThrow(() -> new BasculeException(ErrorCode.RECORD_INVALID, "there is no constant " + name));
    }

    /** The inputs that have no value of their own, in the model's order. */
    List<ValueInfoProto> fed() {
        return proto.getGraph().getInputList().stream()
                .filter(each -> !constants.containsKey(each.getName()))
                .toList();
    }

    /** What is fed, read one after the other. */
    Map<String, NDArray> batch(ByteBuffer bytes) throws RefusedException {
        Map<String, NDArray> batch = new HashMap<>();
        ByteBuffer rest = bytes.duplicate();
        for (ValueInfoProto each : fed()) {
            Shape shape = Shape.of(each.getType().getTensorType().getShape().getDimList().stream()
                    .mapToLong(dim -> dim.getDimValue())
                    .toArray());
            DType dtype = dtype(each.getType().getTensorType().getElemType());
            int length = Math.toIntExact(dtype.bytes(shape.elements()));
            if (length > rest.remaining()) {
                throw new BasculeException(ErrorCode.RECORD_INVALID, "a batch ends within " + each.getName());
            }
            ByteBuffer own = rest.slice();
            own.limit(length);
            rest.position(rest.position() + length);
            batch.put(each.getName(), array(Tensor.of(dtype, shape, own)));
        }
        if (rest.hasRemaining()) {
            throw new BasculeException(ErrorCode.RECORD_INVALID, "a batch is longer than its inputs");
        }
        return batch;
    }

    /**
     * Computes an output.
     *
     * @param given by name, in the place of constants of that name
     */
    NDArray run(Map<String, NDArray> given, String output) {
        Map<String, NDArray> values = new HashMap<>(constants);
        values.putAll(given);
        for (NodeProto node : proto.getGraph().getNodeList()) {
            List<Optional<NDArray>> inputs = new ArrayList<>();
            for (String name : node.getInputList()) {
                inputs.add(name.isEmpty() ? Optional.empty() : Optional.of(value(values, name)));
            }
            List<NDArray> outputs =
                    TorchOperators.find(node.getOpType()).orElseThrow().run(new TorchCall(node, inputs, manager, wide));
            for (int i = 0; i < node.getOutputCount() && i < outputs.size(); i++) {
                values.put(node.getOutput(i), outputs.get(i));
            }
        }
        return value(values, output);
    }

    private static NDArray value(Map<String, NDArray> values, String name) {
        return Optional.ofNullable(values.get(name))
                .orElseThrow(() -> new BasculeException(ErrorCode.RECORD_INVALID, "no value is called " + name));
    }

    private NDArray array(Tensor tensor) throws RefusedException {
        NDArray array = TorchTensors.toNdArray(manager, tensor);
        return wide && array.getDataType().isFloating() ? array.toType(DataType.FLOAT64, false) : array;
    }

    private static Tensor tensor(TensorProto proto) {
        Shape shape =
                Shape.of(proto.getDimsList().stream().mapToLong(Long::longValue).toArray());
        if (!proto.hasRawData() && shape.elements() > 0) {
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID, "the constant %s has no plain bytes".formatted(proto.getName()));
        }
        return Tensor.of(dtype(proto.getDataType()), shape, proto.getRawData().toByteArray());
    }

    private static DType dtype(int number) {
        return DType.ofOnnx(number)
                .orElseThrow(() -> new BasculeException(ErrorCode.RECORD_INVALID, "there is no type " + number));
    }
}
