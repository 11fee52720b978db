package dev.bascule.exact.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Operand;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The constants of a graph, each decoded when it is first asked for and kept until it is forgotten. Belongs to one thread. */
final class Weights {
    private final Map<String, TensorProto> stored = new HashMap<>();
    private final Map<String, Operand> decoded = new HashMap<>();

    Weights(GraphProto graph) {
        graph.getInitializerList().forEach(tensor -> stored.put(tensor.getName(), tensor));
    }

    Optional<Operand> find(String name) {
        Operand known = decoded.get(name);
        if (known != null || !stored.containsKey(name)) {
            return Optional.ofNullable(known);
        }
        Operand read = ArrayTensors.of(stored.get(name));
        decoded.put(name, read);
        return Optional.of(read);
    }

    void forget(String name) {
        decoded.remove(name);
    }
}
