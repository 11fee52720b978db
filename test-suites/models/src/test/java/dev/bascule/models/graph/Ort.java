package dev.bascule.models.graph;

import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** ONNX Runtime by hand, as the plainest judge of models and feeds. */
public final class Ort implements AutoCloseable {
    private final OrtSession session;

    public Ort(Path model) throws OrtException {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            session = OrtEnvironment.getEnvironment().createSession(model.toString(), options);
        }
    }

    public Map<String, Tensor> run(Map<String, Tensor> inputs) throws OrtException {
        Map<String, OnnxTensor> feeds = new HashMap<>();
        for (Map.Entry<String, Tensor> input : inputs.entrySet()) {
            Tensor tensor = input.getValue();
            ByteBuffer data = ByteBuffer.allocateDirect(tensor.data().remaining())
                    .order(ByteOrder.nativeOrder())
                    .put(tensor.data())
                    .flip();
            feeds.put(
                    input.getKey(),
                    OnnxTensor.createTensor(
                            OrtEnvironment.getEnvironment(),
                            data,
                            tensor.shape().toArray(),
                            type(tensor.dtype())));
        }
        Map<String, Tensor> outputs = new LinkedHashMap<>();
        try (OrtSession.Result result = session.run(feeds)) {
            for (Map.Entry<String, OnnxValue> output : result) {
                OnnxTensor value = (OnnxTensor) output.getValue();
                TensorInfo info = value.getInfo();
                outputs.put(output.getKey(), Tensor.of(dtype(info), Shape.of(info.getShape()), value.getByteBuffer()));
            }
        }
        feeds.values().forEach(OnnxTensor::close);
        return outputs;
    }

    private static DType dtype(TensorInfo info) {
        return switch (info.type) {
            case FLOAT -> DType.FLOAT32;
            case DOUBLE -> DType.FLOAT64;
            case FLOAT16 -> DType.FLOAT16;
            case INT64 -> DType.INT64;
            case INT32 -> DType.INT32;
            case BOOL -> DType.BOOL;
            default -> throw new IllegalArgumentException("not needed here: " + info);
        };
    }

    private static OnnxJavaType type(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> OnnxJavaType.FLOAT;
            case FLOAT64 -> OnnxJavaType.DOUBLE;
            case FLOAT16 -> OnnxJavaType.FLOAT16;
            case INT64 -> OnnxJavaType.INT64;
            case INT32 -> OnnxJavaType.INT32;
            case BOOL -> OnnxJavaType.BOOL;
            default -> throw new IllegalArgumentException("not needed here: " + dtype);
        };
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
