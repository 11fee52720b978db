package dev.bascule.junit;

import dev.bascule.fallback.onnx.TinyOnnx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model that adds, in a folder of the backend-test layout, with the expected output of the test's choice. */
public final class SumModel {
    private SumModel() {}

    /** @param expected what 1 + 10, 2 + 20, 3 + 30 and 4 + 40 are said to be */
    public static Path write(Path folder, float... expected) {
        try {
            Path data = Files.createDirectories(folder.resolve("test_data_set_0"));
            Files.write(folder.resolve("model.onnx"), TinyOnnx.add());
            Files.write(data.resolve("input_0.pb"), tensor(1, 2, 3, 4));
            Files.write(data.resolve("input_1.pb"), tensor(10, 20, 30, 40));
            Files.write(data.resolve("output_0.pb"), tensor(expected));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Path right(Path folder) {
        return write(folder, 11, 22, 33, 44);
    }

    /** The negative control. */
    public static Path wrong(Path folder) {
        return write(folder, 11, 22, 33, 45);
    }

    /** A TensorProto of float32: dims, data type, raw data. */
    private static byte[] tensor(float... values) {
        ByteBuffer raw = ByteBuffer.allocate(6 + 4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        raw.put(new byte[] {0x08, (byte) values.length, 0x10, 1, 0x4a, (byte) (4 * values.length)});
        for (float value : values) {
            raw.putFloat(value);
        }
        return raw.array();
    }
}
