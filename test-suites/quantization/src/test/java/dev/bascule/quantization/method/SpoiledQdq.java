package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.quantization.graph.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a calibrated model would be with one thing wrong: the step of an activation, its zero point, or the channels of biases. */
final class SpoiledQdq {
    private SpoiledQdq() {}

    /** By what is wrong; without biases where it has none. */
    static Map<String, ModelProto> of(ModelProto model, String value) {
        Map<String, ModelProto> wrong = new LinkedHashMap<>();
        GraphProto.Builder biases = model.getGraph().toBuilder();
        boolean any = false;
        for (int i = 0; i < biases.getInitializerCount(); i++) {
            TensorProto tensor = biases.getInitializer(i);
            if (tensor.getName().equals(value + "_scale")) {
                float less = Numbers.floats(tensor)[0] * 0.8f;
                wrong.put("scale", with(model, i, Numbers.floats(tensor.getName(), List.of(), less)));
            } else if (tensor.getName().equals(value + "_zero_point")) {
                int zero = (int) Numbers.integers(tensor)[0];
                int other = zero < 128 ? zero + 40 : zero - 40;
                wrong.put("zero point", with(model, i, Numbers.bytes(tensor.getName(), DType.UINT8, List.of(), other)));
            } else if (tensor.getDataType() == DType.INT32.onnx()
                    && tensor.getName().endsWith("_quantized")) {
                biases.setInitializer(i, turned(tensor));
                any = true;
            }
        }
        if (any) {
            wrong.put("bias", model.toBuilder().setGraph(biases).build());
        }
        return wrong;
    }

    /** Each channel has the step of another. */
    private static TensorProto turned(TensorProto bias) {
        long[] steps = Numbers.integers(bias);
        int[] turned = new int[steps.length];
        for (int i = 0; i < turned.length; i++) {
            turned[i] = (int) steps[turned.length - 1 - i];
        }
        return Numbers.int32s(bias.getName(), bias.getDimsList(), turned);
    }

    private static ModelProto with(ModelProto model, int index, TensorProto constant) {
        return model.toBuilder()
                .setGraph(model.getGraph().toBuilder().setInitializer(index, constant))
                .build();
    }
}
