package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.ModelProto;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An ONNX file, read and parsed once. A large file is mapped and its weights alias the mapping, so a model of hundreds of
 * megabytes costs hardly any heap. Immutable and thread-safe.
 *
 * @param file where it is
 * @param sha256 of the file, in lower-case hex
 * @param bytes its size
 * @param proto its content
 */
public record OnnxModelFile(Path file, String sha256, long bytes, ModelProto proto) {
    /** Below this a file is read: a mapping would keep it open until it is garbage. */
    private static final long MAPPED_FROM = 16 << 20;

    /**
     * Reads and parses.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_NOT_FOUND}, {@link ErrorCode#NOT_ONNX} or
     *     {@link ErrorCode#MODEL_TRUNCATED}
     */
    public static OnnxModelFile open(Path file) {
        ByteBuffer content = read(file);
        String sha256 = Sha256.of(content);
        return new OnnxModelFile(file, sha256, content.remaining(), parse(file, content));
    }

    /** What is in it. */
    public ModelInspection inspect() {
        return ModelInspector.inspect(this);
    }

    private static ByteBuffer read(Path file) {
        if (!Files.exists(file)) {
            throw new BasculeException(ErrorCode.MODEL_NOT_FOUND, "there is no file '%s'".formatted(file));
        }
        try (FileChannel channel = opened(file)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw new BasculeException(
                        ErrorCode.NOT_ONNX,
                        "'%s' has %d bytes, but a protobuf message ends at 2 GiB".formatted(file, size),
                        "save the model with its weights as external data");
            }
            return size < MAPPED_FROM
                    ? ByteBuffer.wrap(InputFile.bytes(file, MAPPED_FROM))
                    : channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.MODEL_NOT_FOUND,
                    "cannot read the model '%s': %s".formatted(file, FileErrorText.why(e)),
                    "name a regular file that this user may read");
        }
    }

    private static FileChannel opened(Path file) throws IOException {
        InputFile.require(file);
        return FileChannel.open(file);
    }

    private static ModelProto parse(Path file, ByteBuffer content) {
        CodedInputStream input = FileBytes.aliased(content.duplicate());
        try {
            ModelProto proto = ModelProto.parseFrom(input);
            ModelEnvelope.of(content).requireComplete(file, proto);
            return proto;
        } catch (InvalidProtocolBufferException e) {
            throw ModelEnvelope.of(content).unreadable(file, e);
        } catch (IOException e) {
            throw BasculeException.because(e, ErrorCode.NOT_ONNX, "cannot parse '%s': %s".formatted(file, e));
        }
    }
}
