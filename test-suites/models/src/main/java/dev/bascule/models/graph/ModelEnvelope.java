package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The outermost layer of what should be an ONNX file, read field by field to tell a model that was cut short from a file
 * that never was one: protobuf itself reports both alike. Immutable.
 *
 * @param startsLikeModel whether it begins with a plausible IR version or only has fields that a model has
 * @param missingBytes how many bytes a field declares beyond the end of the file
 * @param head its first characters
 */
record ModelEnvelope(boolean startsLikeModel, Optional<Long> missingBytes, String head) {
    private static final int HEAD = 256;
    private static final int NEWEST_PLAUSIBLE_IR = 100;
    private static final Set<Integer> LENGTH_DELIMITED = Set.of(
            ModelProto.PRODUCER_NAME_FIELD_NUMBER,
            ModelProto.PRODUCER_VERSION_FIELD_NUMBER,
            ModelProto.DOMAIN_FIELD_NUMBER,
            ModelProto.DOC_STRING_FIELD_NUMBER,
            ModelProto.GRAPH_FIELD_NUMBER,
            ModelProto.OPSET_IMPORT_FIELD_NUMBER,
            ModelProto.METADATA_PROPS_FIELD_NUMBER,
            ModelProto.TRAINING_INFO_FIELD_NUMBER,
            ModelProto.FUNCTIONS_FIELD_NUMBER);

    static ModelEnvelope of(ByteBuffer content) {
        ByteBuffer in = content.duplicate();
        byte[] head = new byte[Math.min(HEAD, in.remaining())];
        in.duplicate().get(head);
        String text = new String(head, StandardCharsets.ISO_8859_1);
        boolean irVersion = false;
        boolean known = true;
        Optional<Long> missing = Optional.empty();
        while (known && missing.isEmpty() && in.hasRemaining()) {
            Optional<Long> tag = varint(in);
            Optional<Long> value = varint(in);
            if (tag.isEmpty() || value.isEmpty()) {
                missing = Optional.of(1L);
                break;
            }
            int field = (int) (tag.get() >>> 3);
            int wire = (int) (tag.get() & 7);
            if (wire == WireFormat.WIRETYPE_LENGTH_DELIMITED && LENGTH_DELIMITED.contains(field) && value.get() >= 0) {
                long beyond = value.get() - in.remaining();
                missing = beyond > 0 ? Optional.of(beyond) : Optional.empty();
                in.position(in.position() + (int) Math.min(value.get(), in.remaining()));
            } else if (wire == WireFormat.WIRETYPE_VARINT && field == ModelProto.IR_VERSION_FIELD_NUMBER) {
                irVersion = value.get() > 0 && value.get() < NEWEST_PLAUSIBLE_IR;
                known = irVersion;
            } else {
                known = wire == WireFormat.WIRETYPE_VARINT && field == ModelProto.MODEL_VERSION_FIELD_NUMBER;
            }
        }
        return new ModelEnvelope(irVersion, known ? missing : Optional.empty(), text);
    }

    /** The error of a file that protobuf could not parse. */
    BasculeException unreadable(Path file, InvalidProtocolBufferException cause) {
        if (startsLikeModel && missingBytes.isPresent()) {
            return truncated(file, "it ends %d bytes or more too early".formatted(missingBytes.get()));
        }
        return notOnnx(file, cause.getMessage() == null ? "no protobuf message" : cause.getMessage());
    }

    /** Refuses what parses but is no whole model: garbage may parse by luck, and a cut may fall between two fields. */
    void requireComplete(Path file, ModelProto proto) {
        if (proto.hasGraph() && proto.getIrVersion() > 0) {
            if (proto.getOpsetImportCount() == 0 && proto.getIrVersion() >= 3) {
                throw truncated(file, "it has a graph but names no operator set, which stands last in a file");
            }
            return;
        }
        if (startsLikeModel
                && missingBytes.isEmpty()
                && !proto.getProducerName().isEmpty()) {
            throw truncated(file, "it ends before its graph");
        }
        throw notOnnx(file, "it has no graph");
    }

    private static BasculeException truncated(Path file, String how) {
        return new BasculeException(ErrorCode.MODEL_TRUNCATED, "'%s' is cut short: %s".formatted(file, how));
    }

    private BasculeException notOnnx(Path file, String why) {
        String start = head.stripLeading();
        if (head.isEmpty()) {
            return new BasculeException(ErrorCode.NOT_ONNX, "'%s' is empty".formatted(file));
        }
        if (start.startsWith("version https://git-lfs")) {
            return new BasculeException(
                    ErrorCode.NOT_ONNX,
                    "'%s' is the pointer of a file in Git LFS, not the file".formatted(file),
                    "git lfs pull");
        }
        if (start.startsWith("<")) {
            return new BasculeException(
                    ErrorCode.NOT_ONNX,
                    "'%s' is a web page or XML, not an ONNX model".formatted(file),
                    "download the file itself: on a hub that is the link 'resolve' or 'raw'");
        }
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".pt") || name.endsWith(".pth")) {
            return new BasculeException(
                    ErrorCode.NOT_ONNX,
                    "'%s' is no TorchScript file, which would be a zip archive, and no ONNX model: %s"
                            .formatted(file, why),
                    "make one in Python: torch.jit.trace(model, example).save('model.pt'), or export to ONNX");
        }
        return new BasculeException(ErrorCode.NOT_ONNX, "'%s' is not an ONNX model: %s".formatted(file, why));
    }

    /** A base-128 number; empty where the bytes end in its middle. */
    private static Optional<Long> varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64 && in.hasRemaining(); shift += 7) {
            byte octet = in.get();
            value |= (octet & 0x7FL) << shift;
            if (octet >= 0) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }
}
