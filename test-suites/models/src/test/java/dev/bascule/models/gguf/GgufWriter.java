package dev.bascule.models.gguf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes small GGUF files of version 3, right ones and wrong ones. */
public final class GgufWriter {
    private static final int ALIGNMENT = 32;

    private final Map<String, byte[]> metadata = new LinkedHashMap<>();
    private final List<Tensor> tensors = new ArrayList<>();
    int magic = 0x46554747;
    int version = 3;
    long extraTensors;
    long extraKeys;

    /** A tensor with its bytes; numbers that do not fit make a wrong file. */
    record Tensor(String name, int type, List<Long> dims, byte[] data, long extraOffset) {}

    public GgufWriter text(String key, String value) {
        return raw(key, 8, string(value));
    }

    public GgufWriter whole(String key, int value) {
        return raw(key, 4, buffer(4).putInt(value).array());
    }

    public GgufWriter real(String key, float value) {
        return raw(key, 6, buffer(4).putFloat(value).array());
    }

    public GgufWriter texts(String key, List<String> values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(buffer(12).putInt(8).putLong(values.size()).array());
        values.forEach(value -> out.writeBytes(string(value)));
        return raw(key, 9, out.toByteArray());
    }

    public GgufWriter wholes(String key, List<Integer> values) {
        ByteBuffer out = buffer(12 + 4 * values.size()).putInt(5).putLong(values.size());
        values.forEach(out::putInt);
        return raw(key, 9, out.array());
    }

    GgufWriter raw(String key, int type, byte[] value) {
        metadata.put(key, buffer(4 + value.length).putInt(type).put(value).array());
        return this;
    }

    public GgufWriter tensor(String name, GgmlType type, byte[] data, long... dims) {
        return tensor(name, type.number(), data, 0, dims);
    }

    GgufWriter tensor(String name, int type, byte[] data, long extraOffset, long... dims) {
        List<Long> boxed = Arrays.stream(dims).boxed().toList();
        tensors.add(new Tensor(name, type, boxed, data, extraOffset));
        return this;
    }

    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(buffer(24)
                .putInt(magic)
                .putInt(version)
                .putLong(tensors.size() + extraTensors)
                .putLong(metadata.size() + extraKeys)
                .array());
        metadata.forEach((key, value) -> {
            out.writeBytes(string(key));
            out.writeBytes(value);
        });
        long offset = 0;
        for (Tensor tensor : tensors) {
            out.writeBytes(string(tensor.name()));
            ByteBuffer entry =
                    buffer(16 + 8 * tensor.dims().size()).putInt(tensor.dims().size());
            tensor.dims().forEach(entry::putLong);
            out.writeBytes(entry.putInt(tensor.type())
                    .putLong(offset + tensor.extraOffset())
                    .array());
            offset = padded(offset + tensor.data().length);
        }
        out.writeBytes(new byte[(int) (padded(out.size()) - out.size())]);
        for (Tensor tensor : tensors) {
            out.writeBytes(tensor.data());
            out.writeBytes(new byte[(int) (padded(tensor.data().length) - tensor.data().length)]);
        }
        return out.toByteArray();
    }

    public Path to(Path file) {
        try {
            return Files.write(file, bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long padded(long size) {
        return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static byte[] string(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return buffer(8 + bytes.length).putLong(bytes.length).put(bytes).array();
    }

    static ByteBuffer buffer(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
