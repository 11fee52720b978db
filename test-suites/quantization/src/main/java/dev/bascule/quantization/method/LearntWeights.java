package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.quantization.Learnt;
import dev.bascule.quantization.Made;
import dev.bascule.quantization.graph.Numbers;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Models with what was learnt in the place of their constants. Stateless. */
final class LearntWeights {
    private LearntWeights() {}

    static Made.Refused missing() {
        return new Made.Refused("its weights are learnt, and nothing was: it wants labelled samples");
    }

    static ModelProto in(ModelProto model, Learnt learnt) {
        GraphProto.Builder graph = model.getGraph().toBuilder().clearInitializer();
        for (TensorProto tensor : model.getGraph().getInitializerList()) {
            graph.addInitializer(Optional.ofNullable(learnt.values().get(tensor.getName()))
                    .map(values -> Numbers.floats(tensor.getName(), tensor.getDimsList(), values))
                    .orElse(tensor));
        }
        return model.toBuilder().setGraph(graph).build();
    }

    /** What a method tells of itself, with how it was trained. */
    static Map<String, String> parameters(Map<String, String> own, Learnt learnt) {
        Map<String, String> all = new TreeMap<>(own);
        learnt.parameters().forEach((key, value) -> all.put("training." + key, value));
        return all;
    }
}
