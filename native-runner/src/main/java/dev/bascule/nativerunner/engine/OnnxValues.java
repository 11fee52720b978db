package dev.bascule.nativerunner.engine;

import ai.onnxruntime.OnnxSequence;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OnnxValue;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import dev.bascule.fallback.tensor.Value;
import java.util.ArrayList;
import java.util.List;

/** Between values and what ONNX Runtime's Java binding has of them: it feeds tensors alone. Stateless. */
final class OnnxValues {
    private OnnxValues() {}

    static OnnxTensor toOnnx(OrtEnvironment environment, Value value) throws OrtException, RefusedException {
        if (!(value instanceof Value.One one)) {
            throw unsupported("cannot feed a " + Value.describe(value));
        }
        if (!OnnxTensors.makes(one.tensor().dtype())) {
            throw unsupported(
                    "has no %s input tensor".formatted(one.tensor().dtype().wireName()));
        }
        return OnnxTensors.toOnnx(environment, one.tensor());
    }

    static Value toValue(OnnxValue value) throws OrtException, RefusedException {
        if (value instanceof OnnxTensor tensor) {
            return Value.of(OnnxTensors.toTensor(tensor));
        }
        if (!(value instanceof OnnxSequence sequence)) {
            throw unsupported("cannot read an output of type " + value.getType());
        }
        List<Value> items = new ArrayList<>();
        List<? extends OnnxValue> members = sequence.getValue();
        try {
            for (OnnxValue item : members) {
                items.add(toValue(item));
            }
        } finally {
            OnnxValue.close(members);
        }
        return new Value.Many(items);
    }

    private static RefusedException unsupported(String what) {
        return new RefusedException("UnsupportedTypeError", "ONNX Runtime's Java API " + what);
    }
}
