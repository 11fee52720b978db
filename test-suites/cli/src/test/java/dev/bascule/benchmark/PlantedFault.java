package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.graph.TensorProtos;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** What is done to a model so that it computes something slightly else. */
enum PlantedFault {
    WEIGHT_DOUBLED("one weight doubled"),
    WEIGHT_1_PERCENT("one weight off by 1 %"),
    WEIGHT_PER_MILLE("one weight off by 0.1 %"),
    TENSOR_PER_MILLE("one tensor of weights off by 0.1 %"),
    EPSILON_DOUBLED("a normalisation's epsilon doubled");

    private static final int FEWEST = 16;

    private final String words;

    PlantedFault(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** The model with this fault at a place that follows from the draw; empty where it has no such place. */
    Optional<ModelProto> in(ModelProto model, Random draw) {
        return switch (this) {
            case WEIGHT_DOUBLED -> weights(model, draw, false, value -> 2 * value);
            case WEIGHT_1_PERCENT -> weights(model, draw, false, value -> 1.01 * value);
            case WEIGHT_PER_MILLE -> weights(model, draw, false, value -> 1.001 * value);
            case TENSOR_PER_MILLE -> weights(model, draw, true, value -> 1.001 * value);
            case EPSILON_DOUBLED -> epsilon(model, draw);
        };
    }

    private static Optional<ModelProto> weights(
            ModelProto model, Random draw, boolean all, DoubleUnaryOperator change) {
        GraphProto graph = model.getGraph();
        List<Integer> tensors = new ArrayList<>();
        for (int i = 0; i < graph.getInitializerCount(); i++) {
            TensorProto tensor = graph.getInitializer(i);
            if (tensor.getDataType() == DType.FLOAT32.onnx()
                    && tensor.getDataLocation() == TensorProto.DataLocation.DEFAULT
                    && tensor.getDimsList().stream().reduce(1L, (a, b) -> a * b) >= FEWEST) {
                tensors.add(i);
            }
        }
        if (tensors.isEmpty()) {
            return Optional.empty();
        }
        int index = tensors.get(draw.nextInt(tensors.size()));
        TensorProto tensor = graph.getInitializer(index);
        ByteBuffer bytes = ByteBuffer.wrap(TensorProtos.decode(tensor).bytes()).order(ByteOrder.LITTLE_ENDIAN);
        int elements = bytes.capacity() / Float.BYTES;
        int chosen = notZero(bytes, draw.nextInt(elements));
        for (int i = all ? 0 : chosen; i < (all ? elements : chosen + 1); i++) {
            bytes.putFloat(i * Float.BYTES, (float) change.applyAsDouble(bytes.getFloat(i * Float.BYTES)));
        }
        TensorProto changed = tensor.toBuilder()
                .clearFloatData()
                .setRawData(ByteString.copyFrom(bytes.array()))
                .build();
        return Optional.of(model.toBuilder()
                .setGraph(graph.toBuilder().setInitializer(index, changed))
                .build());
    }

    /** A weight of zero stays one, whatever it is multiplied by: the next that is none. */
    private static int notZero(ByteBuffer bytes, int from) {
        int elements = bytes.capacity() / Float.BYTES;
        for (int i = 0; i < elements; i++) {
            int at = (from + i) % elements;
            if (bytes.getFloat(at * Float.BYTES) != 0) {
                return at;
            }
        }
        return from;
    }

    private static Optional<ModelProto> epsilon(ModelProto model, Random draw) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < model.getGraph().getNodeCount(); i++) {
            if (model.getGraph().getNode(i).getOpType().endsWith("Normalization")) {
                places.add(i);
            }
        }
        if (places.isEmpty()) {
            return Optional.empty();
        }
        int index = places.get(draw.nextInt(places.size()));
        NodeProto node = model.getGraph().getNode(index);
        float epsilon = node.getAttributeList().stream()
                .filter(attribute -> attribute.getName().equals("epsilon"))
                .map(AttributeProto::getF)
                .findFirst()
                .orElse(1e-5f);
        NodeProto.Builder changed = node.toBuilder().clearAttribute();
        node.getAttributeList().stream()
                .filter(attribute -> !attribute.getName().equals("epsilon"))
                .forEach(changed::addAttribute);
        changed.addAttribute(AttributeProto.newBuilder()
                .setName("epsilon")
                .setType(AttributeProto.AttributeType.FLOAT)
                .setF(2 * epsilon));
        return Optional.of(model.toBuilder()
                .setGraph(model.getGraph().toBuilder().setNode(index, changed))
                .build());
    }
}
