package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileBytesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 1 << 18, 1 << 21})
    void a_tensor_is_the_same_whether_its_file_is_small_or_large(int bytes) throws IOException {
        byte[] data = new byte[bytes];
        new Random(7).nextBytes(data);
        TensorProto proto = TensorProto.newBuilder()
                .setDataType(DType.FLOAT32.onnx())
                .addDims(bytes / 4)
                .setRawData(ByteString.copyFrom(data))
                .build();
        Path file = Files.write(folder.resolve("input_0.pb"), proto.toByteArray());

        assertThat(TensorProtos.read(file)).isEqualTo(Tensor.of(DType.FLOAT32, Shape.of(bytes / 4), data));
    }

    @Test
    void what_is_larger_than_a_buffer_is_told_as_what_cannot_be_read() throws IOException {
        Path file = folder.resolve("input_0.pb");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(1L << 31);
        }

        assertThatThrownBy(() -> FileBytes.of(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2 GiB");
        assertThatThrownBy(() -> TensorProtos.read(file)).isInstanceOf(BasculeException.class);
    }

    @Test
    void what_is_large_lies_outside_of_the_heap_and_nobody_writes_to_it() throws IOException {
        ByteBuffer large = FileBytes.of(Files.write(folder.resolve("large"), new byte[1 << 20]));
        ByteBuffer small = FileBytes.of(Files.write(folder.resolve("small"), new byte[100]));

        assertThat(large.isDirect()).isTrue();
        assertThat(small.isDirect()).isFalse();
        assertThat(large.isReadOnly() && small.isReadOnly()).isTrue();
        assertThat(small.remaining()).isEqualTo(100);
    }
}
