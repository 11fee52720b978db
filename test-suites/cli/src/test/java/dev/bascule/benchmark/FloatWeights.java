package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.TensorProtos;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;

/** A model's float32 weights, to read and to put others in their place. Stateless. */
final class FloatWeights {
    private FloatWeights() {}

    /** Their places among the initializers, by name, in the model's order. */
    static Map<String, Integer> of(ModelProto model) {
        GraphProto graph = model.getGraph();
        Map<String, Integer> places = new LinkedHashMap<>();
        for (int i = 0; i < graph.getInitializerCount(); i++) {
            TensorProto tensor = graph.getInitializer(i);
            if (tensor.getDataType() == DType.FLOAT32.onnx()
                    && tensor.getDataLocation() == TensorProto.DataLocation.DEFAULT) {
                places.put(tensor.getName(), i);
            }
        }
        return places;
    }

    static float[] read(ModelProto model, int place) {
        ByteBuffer bytes = ByteBuffer.wrap(TensorProtos.decode(model.getGraph().getInitializer(place))
                        .bytes())
                .order(ByteOrder.LITTLE_ENDIAN);
        float[] values = new float[bytes.capacity() / Float.BYTES];
        bytes.asFloatBuffer().get(values);
        return values;
    }

    static ModelProto with(ModelProto model, int place, float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        GraphProto.Builder graph = model.getGraph().toBuilder();
        graph.getInitializerBuilder(place).clearFloatData().setRawData(ByteString.copyFrom(bytes));
        return model.toBuilder().setGraph(graph).build();
    }
}
