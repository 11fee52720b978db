package dev.bascule.exact.array;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FloatFormatTest {

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"})
    void every_number_of_a_format_is_its_own_nearest_and_written_as_it_was_read(DType dtype) {
        int count = 1 << dtype.bits();
        ByteBuffer bytes = ByteBuffer.allocate((int) dtype.bytes(count)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            if (dtype.bits() == Byte.SIZE) {
                bytes.put((byte) i);
            } else {
                bytes.putShort((short) i);
            }
        }
        Tensor all = Tensor.of(dtype, Shape.of(count), bytes.flip());
        Elements.Reader before = Elements.of(all);
        Elements.Reader after = Elements.of(ArrayTensors.toTensor(ArrayTensors.of(all)));
        for (int i = 0; i < count; i++) {
            assertThat(after.at(i)).as("bits %x", i).isEqualTo(Double.valueOf(before.at(i)));
            assertThat(FloatFormat.nearest(dtype, before.at(i))).isEqualTo(Double.valueOf(before.at(i)));
        }
    }

    @Test
    void ties_go_to_the_even_one() {
        assertThat(FloatFormat.nearest(DType.FLOAT16, 1 + 0x1p-11)).isEqualTo(1);
        assertThat(FloatFormat.nearest(DType.FLOAT16, 1 + 3 * 0x1p-11)).isEqualTo(1 + 0x1p-9);
        // To float32 first it would be the tie, and then the even one.
        assertThat(FloatFormat.nearest(DType.FLOAT16, 1 + 0x1p-11 + 0x1p-40)).isEqualTo(1 + 0x1p-10);
        assertThat(FloatFormat.nearest(DType.FLOAT16, 0x1p-25)).isZero();
        assertThat(FloatFormat.nearest(DType.FLOAT16, 0x1.8p-24)).isEqualTo(0x1p-23);
    }

    @Test
    void what_is_beyond_the_greatest_is_infinite_or_no_number() {
        assertThat(FloatFormat.nearest(DType.FLOAT16, 65519)).isEqualTo(65504);
        assertThat(FloatFormat.nearest(DType.FLOAT16, 65520)).isInfinite();
        assertThat(FloatFormat.nearest(DType.FLOAT8E4M3FN, 1000)).isNaN();
        assertThat(FloatFormat.nearest(DType.FLOAT8E5M2, -1e6)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(FloatFormat.of(DType.FLOAT16).overflow()).isEqualTo(65520);
    }
}
