package dev.bascule.models.gguf;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A GGUF file (versions 2 and 3; <a href="https://github.com/ggml-org/ggml/blob/master/docs/gguf.md">its specification</a>): what it
 * says of itself, and where its tensors lie. These are read when they are asked for. Immutable.
 */
public final class GgufFile {
    /** What files of this format are called. */
    public static final String ENDING = ".gguf";

    private static final byte[] MAGIC = {'G', 'G', 'U', 'F'};

    private final Path path;
    private final Map<String, GgufValue> metadata;
    private final Map<String, GgufTensor> tensors;

    private GgufFile(Path path, GgufHeader.Content content) {
        this.path = path;
        this.metadata = Collections.unmodifiableMap(content.metadata());
        this.tensors = Collections.unmodifiableMap(content.tensors());
    }

    /**
     * Reads the file's header.
     *
     * @throws BasculeException {@link ErrorCode#GGUF_INVALID} or {@link ErrorCode#MODEL_TRUNCATED}, which say what and where
     */
    public static GgufFile open(Path path) {
        try {
            InputFile.require(path);
            try (FileChannel channel = FileChannel.open(path)) {
                long size = channel.size();
                ByteBuffer head = channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(size, Integer.MAX_VALUE));
                return new GgufFile(path, new GgufHeader(head, String.valueOf(path.getFileName()), size).read());
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.GGUF_INVALID, "cannot read '%s': %s".formatted(path, FileErrorText.why(e)));
        }
    }

    /** Whether a file is called like one, or begins like one. */
    public static boolean isOne(Path path) {
        if (path.toString().endsWith(ENDING)) {
            return true;
        }
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream stream = Files.newInputStream(path)) {
            return Arrays.equals(stream.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException unreadable) {
            return false;
        }
    }

    public Path path() {
        return path;
    }

    public Map<String, GgufValue> metadata() {
        return metadata;
    }

    /** All of them, by name. */
    public Map<String, GgufTensor> tensors() {
        return tensors;
    }

    public Optional<GgufTensor> tensor(String name) {
        return Optional.ofNullable(tensors.get(name));
    }

    /** A text of the metadata. */
    public Optional<String> text(String key) {
        return metadata.get(key) instanceof GgufValue.Text text ? Optional.of(text.value()) : Optional.empty();
    }

    /** A whole number of the metadata. */
    public OptionalLong whole(String key) {
        return metadata.get(key) instanceof GgufValue.Whole whole
                ? OptionalLong.of(whole.value())
                : OptionalLong.empty();
    }

    /** A number of the metadata. */
    public Optional<Double> real(String key) {
        GgufValue value = metadata.get(key);
        if (value instanceof GgufValue.Whole whole) {
            return Optional.of((double) whole.value());
        }
        if (value != null && !(value instanceof GgufValue.Real)) {
            throw unfit("%s is no number".formatted(key));
        }
        return value instanceof GgufValue.Real real ? Optional.of(real.value()) : Optional.empty();
    }

    /** An array of the metadata; empty where there is none. */
    public List<GgufValue> items(String key) {
        return metadata.get(key) instanceof GgufValue.Items items ? items.values() : List.of();
    }

    /** Some rows of a tensor as they lie in the file, mapped and not read. */
    ByteBuffer rows(GgufTensor tensor, long first, long count) throws IOException {
        try (FileChannel channel = FileChannel.open(path)) {
            return channel.map(
                            FileChannel.MapMode.READ_ONLY,
                            tensor.offset() + first * tensor.rowBytes(),
                            count * tensor.rowBytes())
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** What is wrong with the model that the file holds. */
    BasculeException unfit(String what) {
        return new BasculeException(
                ErrorCode.GGUF_INVALID,
                "%s: %s".formatted(path.getFileName(), what),
                "convert another model: of the architectures llama, qwen2 and gpt2");
    }
}
