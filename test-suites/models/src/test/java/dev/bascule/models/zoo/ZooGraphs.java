package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Graphs of the zoo without their weights' numbers, of which only sizes and types are there; shapes and indices are whole. */
public final class ZooGraphs {
    private static final long SMALL = 1024;

    private ZooGraphs() {}

    public static ModelProto of(ZooModel model) {
        OnnxModelDefinition definition = model.architecture().define(model.id());
        ModelProto.Builder proto = definition.skeleton().toBuilder();
        definition.weights().forEach(weight -> proto.getGraphBuilder().addInitializer(tensor(weight)));
        return proto.build();
    }

    private static TensorProto tensor(Weight weight) {
        if (weight.role() != Weight.Role.CONSTANT || weight.elements() > SMALL) {
            return weight.header();
        }
        ByteString.Output bytes = ByteString.newOutput();
        try {
            weight.fill().write(weight.name(), weight.elements(), (piece, length) -> bytes.write(piece, 0, length));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return weight.header().toBuilder().setRawData(bytes.toByteString()).build();
    }
}
