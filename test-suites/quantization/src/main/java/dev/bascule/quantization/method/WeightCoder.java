package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.CodedOutputStream;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.graph.Names;
import dev.bascule.quantization.graph.Weight;
import java.util.List;
import java.util.Optional;

/** Writes a weight in another way. Stateless, and a function of what it is given. */
interface WeightCoder {

    /** @param seed of whatever is drawn for this weight */
    Coded code(Weight weight, Names names, long seed);

    /** What a reader of the layers that it made may wonder at; empty of most. */
    default Optional<String> remark(List<LayerChange> layers) {
        return Optional.empty();
    }

    /**
     * What stands for a weight: constants, and nodes that make a value of the weight's name of them, or a constant of that name.
     *
     * @param decoded the numbers that the product gets, in the weight's order
     * @param bits that an element takes
     * @param bytes of the elements of all constants; {@link #written()} has all that a file gets
     */
    record Coded(List<TensorProto> constants, List<NodeProto> nodes, float[] decoded, int bits, long bytes) {
        public Coded {
            constants = List.copyOf(constants);
            nodes = List.copyOf(nodes);
        }

        /** Bytes of constants and nodes in a graph's file, with their names and headers. */
        long written() {
            return constants.stream().mapToLong(Coded::written).sum()
                    + nodes.stream()
                            .mapToLong(node -> CodedOutputStream.computeMessageSize(GraphProto.NODE_FIELD_NUMBER, node))
                            .sum();
        }

        /** Bytes of a constant in a graph's file, with its name and header. */
        static long written(TensorProto constant) {
            return CodedOutputStream.computeMessageSize(GraphProto.INITIALIZER_FIELD_NUMBER, constant);
        }

        static long bytes(List<TensorProto> constants) {
            return constants.stream()
                    .mapToLong(tensor -> tensor.getRawData().size())
                    .sum();
        }
    }
}
