package dev.bascule.models.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.models.zoo.DecoderWeights;
import dev.bascule.models.zoo.Fill;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GgmlBlocksTest {
    private static final int COLUMNS = 64;
    private static final int ROWS = 6;

    @TempDir
    Path folder;

    /** The definition of ggml-quants.c, {@code dequantize_row_*}, written down once more and in double, where it is exact. */
    private static double defined(GgmlType type, ByteBuffer data, int element) {
        int block = element / type.block() * type.bytes();
        int at = element % type.block();
        double scale = Elements.halfToFloat(data.getShort(block));
        return switch (type) {
            case F32 -> data.getFloat(block);
            case F16 -> scale;
            case Q8_0 -> scale * data.get(block + 2 + at);
            case Q4_0 -> {
                int octet = data.get(block + 2 + at % 16) & 0xFF;
                yield scale * ((at < 16 ? octet & 0xF : octet >> 4) - 8);
            }
            case Q4_1 -> {
                int octet = data.get(block + 4 + at % 16) & 0xFF;
                double least = Elements.halfToFloat(data.getShort(block + 2));
                yield scale * (at < 16 ? octet & 0xF : octet >> 4) + least;
            }
        };
    }

    @ParameterizedTest
    @EnumSource(GgmlType.class)
    void values_are_the_definition_rounded_once_a_step(GgmlType type) throws IOException {
        ByteBuffer data = data(type);
        ByteBuffer values = written(matrix(type).values(), ROWS * COLUMNS * 4);

        for (int element = 0; element < ROWS * COLUMNS; element++) {
            // A product of these is exact in float32, so the sum alone rounds.
            assertThat(values.getFloat(4 * element)).isEqualTo((float) defined(type, data, element));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GgmlType.class,
            names = {"Q4_0", "Q4_1", "Q8_0"})
    void what_MatMulNBits_is_given_is_the_definition_exactly(GgmlType type) throws IOException {
        ByteBuffer data = data(type);
        double[] sums = new double[ROWS * COLUMNS];
        for (DecoderWeights.Blocks part : matrix(type).parts()) {
            ByteBuffer codes = written(part.codes(), ROWS * COLUMNS / 2);
            ByteBuffer scales = written(part.scales(), ROWS * COLUMNS / 32 * 4);
            for (int element = 0; element < sums.length; element++) {
                int octet = codes.get(element / 2) & 0xFF;
                int code = element % 2 == 0 ? octet & 0xF : octet >> 4;
                sums[element] += (code - (part.centred() ? 8 : 0)) * (double) scales.getFloat(element / 32 * 4);
            }
            if (part.offsets().isPresent()) {
                ByteBuffer offsets = written(part.offsets().get(), ROWS * COLUMNS / 32 * 4);
                for (int element = 0; element < sums.length; element++) {
                    int row = element / COLUMNS;
                    int block = element % COLUMNS / 32;
                    sums[element] += offsets.getFloat((block * ROWS + row) * 4);
                }
            }
        }

        assertThat(sums)
                .containsExactly(IntStream.range(0, sums.length)
                        .mapToDouble(element -> defined(type, data, element))
                        .toArray());
    }

    /** Hugging Face's rows [head, half, channel] lie in the file as [head, channel, half]. */
    @Test
    void rows_that_llama_cpp_reordered_go_back() {
        RowOrder order = new RowOrder(0, 4);

        assertThat(IntStream.range(0, 8).mapToLong(order::source)).containsExactly(0L, 2L, 1L, 3L, 4L, 6L, 5L, 7L);
        assertThat(new RowOrder(5, 0).source(2)).isEqualTo(7);
    }

    private DecoderWeights.Matrix matrix(GgmlType type) {
        GgufWriter writer = SmallGguf.llama();
        SmallGguf.matrix(writer, "some.weight", type, COLUMNS, ROWS);
        GgufFile file = GgufFile.open(writer.to(folder.resolve(type + ".gguf")));
        return new GgufWeights(file, GgufModels.config(file), false).matrix("some.weight", ROWS, COLUMNS);
    }

    private static ByteBuffer data(GgmlType type) {
        return ByteBuffer.wrap(SmallGguf.data("some.weight", type, COLUMNS * ROWS, 0))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer written(Fill fill, int bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        fill.write("any", bytes, (piece, length) -> out.write(piece, 0, length));
        assertThat(out.size()).isEqualTo(bytes);
        return ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
