package dev.bascule.models.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GgufFileTest {
    private static final byte[] ROW = new byte[4 * 32];

    @TempDir
    Path folder;

    @Test
    void metadata_and_tensors_are_read_where_they_are() {
        GgufFile file = GgufFile.open(SmallGguf.llama().to(folder.resolve("small.gguf")));

        assertThat(file.text("general.architecture")).contains("llama");
        assertThat(file.whole("llama.block_count")).hasValue(1);
        assertThat(file.real("llama.rope.freq_base")).contains(10_000.0);
        assertThat(file.items("tokenizer.ggml.merges"))
                .containsExactly(new GgufValue.Text("t h"), new GgufValue.Text("th e"));
        assertThat(file.tensor("blk.0.attn_k.weight"))
                .hasValueSatisfying(tensor -> assertThat(tensor.dims()).isEqualTo(List.of(64L, 32L)));
        assertThat(file.tensor("other")).isEmpty();
    }

    @Test
    void every_type_of_a_value_is_read() {
        byte[] nested = GgufWriter.buffer(4 + 8 + 4 + 8 + 1)
                .putInt(9)
                .putLong(1)
                .putInt(1)
                .putLong(1)
                .put((byte) -3)
                .array();
        GgufFile file = GgufFile.open(new GgufWriter()
                .raw("u8", 0, new byte[] {-1})
                .raw("i8", 1, new byte[] {-1})
                .raw("u16", 2, new byte[] {-1, -1})
                .raw("i16", 3, new byte[] {-1, -1})
                .raw("i32", 5, new byte[] {-1, -1, -1, -1})
                .raw("truth", 7, new byte[] {1})
                .raw("i64", 11, GgufWriter.buffer(8).putLong(-5).array())
                .raw("f64", 12, GgufWriter.buffer(8).putDouble(0.1).array())
                .raw("nested", 9, nested)
                .to(folder.resolve("all.gguf")));

        assertThat(file.metadata().values())
                .containsExactly(
                        new GgufValue.Whole(255),
                        new GgufValue.Whole(-1),
                        new GgufValue.Whole(65_535),
                        new GgufValue.Whole(-1),
                        new GgufValue.Whole(-1),
                        new GgufValue.Truth(true),
                        new GgufValue.Whole(-5),
                        new GgufValue.Real(0.1),
                        new GgufValue.Items(List.of(new GgufValue.Items(List.of(new GgufValue.Whole(-3))))));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 4, 7, 12, 23, 24, 40, 100, 400, 4000, 8000})
    void a_file_that_was_cut_says_where(int length) throws IOException {
        byte[] whole = SmallGguf.llama().bytes();
        Path file = Files.write(folder.resolve("cut.gguf"), Arrays.copyOf(whole, length));

        assertThatThrownBy(() -> GgufFile.open(file)).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isIn(ErrorCode.MODEL_TRUNCATED, ErrorCode.GGUF_INVALID);
            assertThat(e).hasMessageContaining("cut.gguf");
        });
    }

    @Test
    void another_file_a_version_and_an_order_of_bytes_that_are_not_handled_are_told() {
        GgufWriter other = new GgufWriter();
        other.magic = 0x04034b50;
        refused(other, ErrorCode.GGUF_INVALID, "does not begin with GGUF");
        GgufWriter old = new GgufWriter();
        old.version = 1;
        refused(old, ErrorCode.GGUF_INVALID, "version is 1, not 2 or 3");
        GgufWriter big = new GgufWriter();
        big.version = 0x03000000;
        refused(big, ErrorCode.GGUF_INVALID, "big-endian");
    }

    @Test
    void counts_that_the_file_has_no_room_for_are_not_believed() {
        GgufWriter tensors = new GgufWriter();
        tensors.extraTensors = 1L << 40;
        refused(tensors, ErrorCode.MODEL_TRUNCATED, "1099511627776 tensors");
        GgufWriter keys = new GgufWriter();
        keys.extraKeys = 1L << 40;
        refused(keys.whole("a", 1), ErrorCode.MODEL_TRUNCATED, "1099511627777 keys");
        byte[] items = GgufWriter.buffer(12).putInt(0).putLong(1L << 50).array();
        refused(new GgufWriter().raw("many", 9, items), ErrorCode.MODEL_TRUNCATED, "items of key 'many'");
        byte[] text = GgufWriter.buffer(8).putLong(-1).array();
        refused(new GgufWriter().raw("long", 8, text), ErrorCode.MODEL_TRUNCATED, "18446744073709551615 bytes");
    }

    @Test
    void tensors_that_cannot_be_are_told_by_name() {
        refused(
                new GgufWriter().tensor("blk.0.ffn_up.weight", 12, ROW, 0, 256),
                ErrorCode.GGUF_INVALID,
                "tensor 'blk.0.ffn_up.weight' is Q4_K, which is not converted");
        refused(new GgufWriter().tensor("odd", 99, ROW, 0, 32), ErrorCode.GGUF_INVALID, "'odd' is of number 99");
        refused(
                new GgufWriter().tensor("far", 0, ROW, 1 << 20, 32),
                ErrorCode.MODEL_TRUNCATED,
                "tensor 'far' ends behind the file's");
        refused(new GgufWriter().tensor("huge", 0, ROW, 0, 1L << 62, 4), ErrorCode.MODEL_TRUNCATED, "'huge'");
        refused(new GgufWriter().tensor("none", 0, ROW, 0, 0, 4), ErrorCode.GGUF_INVALID, "a dimension of 0");
        refused(new GgufWriter().tensor("ragged", 2, ROW, 0, 40), ErrorCode.GGUF_INVALID, "blocks of 32 do not fill");
        refused(new GgufWriter().tensor("askew", 0, ROW, 8, 4), ErrorCode.GGUF_INVALID, "no multiple of 32");
        refused(new GgufWriter().tensor("deep", 0, ROW, 0, 1, 1, 1, 1, 1), ErrorCode.GGUF_INVALID, "5 dimensions");
        refused(
                new GgufWriter().tensor("two", 0, ROW, 0, 32).tensor("two", 0, ROW, 0, 32),
                ErrorCode.GGUF_INVALID,
                "tensor 'two' is there twice");
    }

    @Test
    void an_unknown_type_of_value_and_arrays_without_end_are_told() {
        refused(
                new GgufWriter().raw("odd", 13, new byte[8]),
                ErrorCode.GGUF_INVALID,
                "key 'odd' is of the unknown type");
        ByteBuffer nested = GgufWriter.buffer(12 * 10);
        while (nested.hasRemaining()) {
            nested.putInt(9).putLong(1);
        }
        refused(new GgufWriter().raw("deep", 9, nested.array()), ErrorCode.GGUF_INVALID, "arrays in arrays");
        refused(new GgufWriter().whole("general.alignment", 33), ErrorCode.GGUF_INVALID, "general.alignment");
    }

    private void refused(GgufWriter writer, ErrorCode code, String words) {
        Path file = writer.to(folder.resolve("wrong.gguf"));
        assertThatThrownBy(() -> GgufFile.open(file))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }
}
