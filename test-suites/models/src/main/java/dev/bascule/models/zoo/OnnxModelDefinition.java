package dev.bascule.models.zoo;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import dev.bascule.fallback.cache.Sha256;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * An ONNX model that is described but not materialised: the protobuf message without its initializers, and the
 * initializers as recipes. Immutable and thread-safe.
 */
public final class OnnxModelDefinition {
    private static final int FINGERPRINT_CHARACTERS = 12;

    private final ModelProto skeleton;
    private final List<Weight> weights;

    OnnxModelDefinition(ModelProto skeleton, List<Weight> weights) {
        this.skeleton = skeleton;
        this.weights = List.copyOf(weights);
    }

    ModelProto skeleton() {
        return skeleton;
    }

    List<Weight> weights() {
        return weights;
    }

    /** Elements of all weights of the role; nothing is materialised. */
    long elements(Weight.Role role) {
        return weights.stream()
                .filter(weight -> weight.role() == role)
                .mapToLong(Weight::elements)
                .sum();
    }

    /** The size of the file in bytes. */
    public long sizeBytes() {
        ModelProto head = skeleton.toBuilder().clearGraph().build();
        return head.getSerializedSize() + fieldSize(ModelProto.GRAPH_FIELD_NUMBER, graphSize());
    }

    /** Changes whenever the graph or the recipe of a weight changes: the name of the model in a cache. */
    public String fingerprint() {
        MessageDigest digest = Sha256.digest();
        digest.update(skeleton.toByteArray());
        for (Weight weight : weights) {
            digest.update(weight.toString().getBytes(StandardCharsets.UTF_8));
        }
        return Sha256.hex(digest).substring(0, FINGERPRINT_CHARACTERS);
    }

    /** Writes the model, one piece of one weight at a time; the same bytes on every machine. Does not close the stream. */
    public void writeTo(OutputStream stream) throws IOException {
        CodedOutputStream out = CodedOutputStream.newInstance(stream, 1 << 16);
        skeleton.toBuilder().clearGraph().build().writeTo(out);
        // Repeated fields may stand anywhere in a message, so the initializers follow the rest of the graph.
        out.writeTag(ModelProto.GRAPH_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt32NoTag(Math.toIntExact(graphSize()));
        skeleton.getGraph().writeTo(out);
        for (Weight weight : weights) {
            out.writeTag(GraphProto.INITIALIZER_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(Math.toIntExact(tensorSize(weight)));
            weight.header().writeTo(out);
            out.writeTag(TensorProto.RAW_DATA_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(Math.toIntExact(weight.bytes()));
            weight.fill()
                    .write(weight.name(), weight.elements(), (bytes, length) -> out.writeRawBytes(bytes, 0, length));
        }
        out.flush();
    }

    private long graphSize() {
        return skeleton.getGraph().getSerializedSize()
                + weights.stream()
                        .mapToLong(weight -> fieldSize(GraphProto.INITIALIZER_FIELD_NUMBER, tensorSize(weight)))
                        .sum();
    }

    private static long tensorSize(Weight weight) {
        return weight.header().getSerializedSize() + fieldSize(TensorProto.RAW_DATA_FIELD_NUMBER, weight.bytes());
    }

    private static long fieldSize(int field, long payload) {
        return CodedOutputStream.computeTagSize(field) + CodedOutputStream.computeUInt64SizeNoTag(payload) + payload;
    }
}
