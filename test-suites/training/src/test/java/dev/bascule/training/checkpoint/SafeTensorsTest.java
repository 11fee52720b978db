package dev.bascule.training.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("attack")
class SafeTensorsTest {
    private static final String F32 = "'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}";

    /** Written by safetensors 0.8.0 for Python. */
    @Test
    void what_the_formats_own_library_wrote_is_read_and_written_again_byte_for_byte() throws IOException {
        byte[] bytes = byPython();
        SafeTensors content = SafeTensorsReader.read("by-python", bytes);
        assertThat(content.metadata()).containsExactly(Map.entry("format", "np"));
        assertThat(content.tensors())
                .containsEntry("b.weight", Tensor.floats(Shape.of(2, 3), -2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f))
                .containsEntry("a.weight", Tensor.floats(Shape.of(1, 1), 1.5f))
                .containsEntry("tokens", Tensor.longs(Shape.of(3), 3, -1, 1L << 40))
                .containsEntry("mask", Tensor.of(DType.BOOL, Shape.of(3), new byte[] {1, 0, 1}))
                .containsEntry("empty", Tensor.floats(Shape.of(0, 4)))
                .containsEntry("scalar", Tensor.floats(Shape.of(), 7))
                .containsEntry(
                        "half", Tensor.of(DType.FLOAT16, Shape.of(3), new byte[] {0, 0x3c, 0, 0x38, 0, (byte) 0xc0}))
                .hasSize(7);
        assertThat(written(content)).isEqualTo(bytes);
    }

    @Test
    void what_is_written_without_metadata_is_read_again() throws IOException {
        SafeTensors content = new SafeTensors(Map.of("a", Tensor.floats(Shape.of(2), 1, 2)), Map.of());
        assertThat(SafeTensorsReader.read("x", written(content))).isEqualTo(content);
    }

    /** What a file could say to be read in two ways, or out of its bounds. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}"
                        + " | 8 | Duplicate",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'b':{'dtype':'F32','shape':[2],'data_offsets':[4,12]}}"
                        + " | 12 | overlap",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'b':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}"
                        + " | 8 | overlap",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[4,12]}} | 12 | gap",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},'b':{'dtype':'F32','shape':[1],'data_offsets':[12,16]}}"
                        + " | 16 | gap",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}} | 7 | cut short",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}} | 9 | belong to none",
                "{'a':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}} | 8 | float32[3]",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[8,0]}} | 8 | from 8 to 0",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,4,8]}} | 8 | other fields",
                "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8],'more':1}} | 8 | other fields",
                "{'a':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}} | 8 | whole numbers",
                "{'a':{'dtype':'F32','shape':[2.0],'data_offsets':[0,8]}} | 8 | whole numbers",
                "{'a':{'dtype':'F32','shape':[4611686018427387904,4],'data_offsets':[0,8]}} | 8 | can be counted",
                "{'a':{'dtype':'F32','shape':[4611686018427387904],'data_offsets':[0,0]}} | 0 | float32",
                "{'a':{'dtype':'F32','shape':[99999999999999999999],'data_offsets':[0,0]}} | 0 | whole numbers",
                "{'a':{'dtype':'C64','shape':[1],'data_offsets':[0,8]}} | 8 | type 'C64'",
                "{'a':{'shape':[2],'data_offsets':[0,8]}} | 8 | type ''",
                "{'a':7} | 0 | type ''",
                "{'__metadata__':{'step':7}} | 0 | is no text",
                "{'__metadata__':'text'} | 0 | is no object",
                "[1] | 0 | begin with {",
                "{'a':{}} more | 0 | no JSON",
                "{'a':{} | 0 | no JSON",
            })
    void a_header_that_could_be_read_in_two_ways_or_out_of_its_bounds_is_refused(String json, int data, String why) {
        refused(file(json.replace('\'', '"'), data), why);
    }

    @Test
    void a_header_longer_than_its_file_or_than_the_format_allows_is_refused() {
        byte[] file = file("{%s}".formatted(F32).replace('\'', '"'), 8);
        for (long length : new long[] {0, 1, file.length, SafeTensors.MOST_HEADER + 1, Long.MAX_VALUE, -1}) {
            byte[] lying = file.clone();
            ByteBuffer.wrap(lying).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
            refused(lying, "bytes");
        }
    }

    @Test
    void each_beginning_of_a_file_is_refused() throws IOException {
        byte[] whole = byPython();
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> SafeTensorsReader.read("part", part)).isInstanceOf(BasculeException.class);
        }
    }

    private static void refused(byte[] file, String why) {
        assertThatThrownBy(() -> SafeTensorsReader.read("x.safetensors", file))
                .isInstanceOfSatisfying(BasculeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_INVALID);
                    assertThat(e).hasMessageContaining("x.safetensors").hasMessageContaining(why);
                });
    }

    private static byte[] file(String json, int data) {
        byte[] header = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + header.length + data)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(header.length)
                .put(header)
                .array();
    }

    static byte[] written(SafeTensors content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SafeTensorsWriter.write(content, bytes);
        return bytes.toByteArray();
    }

    private static byte[] byPython() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(SafeTensorsTest.class.getResourceAsStream("by-python.safetensors"))) {
            return in.readAllBytes();
        }
    }
}
