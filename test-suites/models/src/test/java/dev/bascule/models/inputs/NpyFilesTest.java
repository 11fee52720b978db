package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyFilesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void every_version_is_read(int version) throws IOException {
        Path file =
                npy(version, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", floats(1, 2, 3, 4, 5, 6));
        assertThat(NpyFiles.read(file)).isEqualTo(Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6));
    }

    @Test
    void what_is_written_is_read_again_and_over_nothing() throws IOException {
        for (Tensor array : List.of(
                Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6),
                Tensor.floats(Shape.of(), 7),
                Tensor.of(DType.UINT8, Shape.of(3), new byte[] {1, 2, 3}))) {
            Path file = folder.resolve(array.dtype().wireName() + array.shape().rank() + ".npy");
            SampleFiles.write(file, array);

            assertThat(NpyFiles.read(file)).isEqualTo(array);
            assertThat((Files.size(file) - array.data().remaining()) % 64).isZero();
            assertThatThrownBy(() -> SampleFiles.write(file, array)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> SampleFiles.write(
                        folder.resolve("half.npy"), Tensor.of(DType.BFLOAT16, Shape.of(1), new byte[2])))
                .hasMessageContaining("NumPy has no type for");
    }

    @Test
    void columns_become_rows() throws IOException {
        Path file = npy(1, "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", floats(1, 4, 2, 5, 3, 6));
        assertThat(NpyFiles.read(file)).isEqualTo(Tensor.floats(Shape.of(2, 3), 1, 2, 3, 4, 5, 6));
    }

    @Test
    void a_scalar_and_a_vector_are_read() throws IOException {
        Path scalar = npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (), }", floats(7));
        assertThat(NpyFiles.read(scalar)).isEqualTo(Tensor.floats(Shape.of(), 7));
        Path vector = npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", floats(7, 8));
        assertThat(NpyFiles.read(vector)).isEqualTo(Tensor.floats(Shape.of(2), 7, 8));
    }

    @ParameterizedTest
    @CsvSource({
        "|b1, BOOL",
        "|i1, INT8",
        "|u1, UINT8",
        "<i2, INT16",
        "<u2, UINT16",
        "<i4, INT32",
        "<u4, UINT32",
        "<i8, INT64",
        "<u8, UINT64",
        "<f2, FLOAT16",
        "<f4, FLOAT32",
        "<f8, FLOAT64",
    })
    void every_plain_type_is_read(String descr, DType dtype) throws IOException {
        String header = "{'descr': '%s', 'fortran_order': False, 'shape': (1,), }".formatted(descr);
        assertThat(NpyFiles.read(npy(1, header, new byte[dtype.bits() / 8])).dtype())
                .isEqualTo(dtype);
    }

    @ParameterizedTest
    @ValueSource(strings = {">f4", "<U8", "|O", "<c8"})
    void other_types_are_refused_with_the_way_to_save_them(String descr) throws IOException {
        Path file = npy(1, "{'descr': '%s', 'fortran_order': False, 'shape': (1,), }".formatted(descr), new byte[8]);
        assertThatThrownBy(() -> NpyFiles.read(file))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .hasMessageContaining(descr);
    }

    @Test
    @Tag("red-team")
    void data_of_another_length_than_the_header_says_is_refused() throws IOException {
        Path file = npy(1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", floats(1, 2));
        assertThatThrownBy(() -> NpyFiles.read(file)).hasMessageContaining("12 bytes, but holds 8");
    }

    @Test
    void another_file_is_refused() throws IOException {
        Path file = Files.writeString(folder.resolve("x.npy"), "no numpy here, sorry");
        assertThatThrownBy(() -> NpyFiles.read(file)).hasMessageContaining("no .npy file");
    }

    private Path npy(int version, String header, byte[] data) throws IOException {
        byte[] head = header.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer out = ByteBuffer.allocate(12 + head.length + data.length).order(ByteOrder.LITTLE_ENDIAN);
        out.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) {
            out.putShort((short) head.length);
        } else {
            out.putInt(head.length);
        }
        out.put(head).put(data);
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return Files.write(folder.resolve("x.npy"), bytes);
    }

    private static byte[] floats(float... values) {
        ByteBuffer out = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            out.putFloat(value);
        }
        return out.array();
    }
}
