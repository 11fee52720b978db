package dev.bascule.fallback.pack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.util.Map;

/** What a packed case executes; the kind decides the engine. */
public sealed interface Program {

    /** An ONNX model's bytes, for the engine that the backend's runner has for models. */
    record Model(ByteBuffer onnx) implements Program {
        public Model {
            onnx = onnx.asReadOnlyBuffer();
        }

        @Override
        public ByteBuffer onnx() {
            return onnx.duplicate();
        }
    }

    /**
     * A graph to be built straight on {@code MLGraphBuilder}.
     *
     * @param description operators and outputs, as {@code webnn-graph} describes them
     * @param constants operands whose data is part of the graph
     */
    record Graph(JsonNode description, Map<String, Tensor> constants) implements Program {
        public Graph {
            constants = Map.copyOf(constants);
        }
    }
}
