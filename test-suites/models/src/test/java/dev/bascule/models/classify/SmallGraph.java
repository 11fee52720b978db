package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.models.onnx.Protos;
import java.util.Arrays;
import java.util.List;

/** Writes a graph in few words; weights have sizes and no numbers. Each node's output is called as the caller says. */
final class SmallGraph {
    private final GraphProto.Builder graph = GraphProto.newBuilder();

    SmallGraph input(String name, Object... dims) {
        graph.addInput(Protos.typed(name, DType.FLOAT32, List.of(dims)));
        return this;
    }

    SmallGraph ids(String name, Object... dims) {
        graph.addInput(Protos.typed(name, DType.INT64, List.of(dims)));
        return this;
    }

    SmallGraph output(String name, Object... dims) {
        graph.addOutput(Protos.typed(name, DType.FLOAT32, List.of(dims)));
        return this;
    }

    SmallGraph weight(String name, long... dims) {
        TensorProto.Builder tensor = TensorProto.newBuilder().setName(name).setDataType(DType.FLOAT32.onnx());
        Arrays.stream(dims).forEach(tensor::addDims);
        graph.addInitializer(tensor);
        return this;
    }

    /** @param inputs names divided by blanks */
    SmallGraph node(String type, String inputs, String output, AttributeProto... attributes) {
        graph.addNode(Protos.node(type, "", List.of(inputs.split(" ")), List.of(output.split(" ")), attributes));
        return this;
    }

    GraphProto graph() {
        return graph.build();
    }

    ModelProto model() {
        return Protos.model(17, graph);
    }

    /** With zeros for weights, so that it can be a file. */
    ModelProto withNumbers() {
        graph.getInitializerBuilderList().forEach(tensor -> {
            long elements = tensor.getDimsList().stream().reduce(1L, (a, b) -> a * b);
            tensor.setRawData(ByteString.copyFrom(new byte[Math.toIntExact(elements * Float.BYTES)]));
        });
        return model();
    }

    Motifs motifs() {
        return Motifs.of(model());
    }
}
