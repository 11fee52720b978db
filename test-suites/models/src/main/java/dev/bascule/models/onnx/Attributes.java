package dev.bascule.models.onnx;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.AttributeProto.AttributeType;
import com.google.protobuf.ByteString;
import java.util.Arrays;

/** Attributes of a node. Stateless. */
public final class Attributes {
    private Attributes() {}

    public static AttributeProto integer(String name, long value) {
        return named(name, AttributeType.INT).setI(value).build();
    }

    public static AttributeProto ints(String name, long... values) {
        return named(name, AttributeType.INTS)
                .addAllInts(Arrays.stream(values).boxed().toList())
                .build();
    }

    public static AttributeProto real(String name, double value) {
        return named(name, AttributeType.FLOAT).setF((float) value).build();
    }

    public static AttributeProto text(String name, String value) {
        return named(name, AttributeType.STRING)
                .setS(ByteString.copyFromUtf8(value))
                .build();
    }

    private static AttributeProto.Builder named(String name, AttributeType type) {
        return AttributeProto.newBuilder().setName(name).setType(type);
    }
}
