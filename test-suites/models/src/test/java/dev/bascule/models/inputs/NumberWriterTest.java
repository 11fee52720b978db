package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class NumberWriterTest {

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FLOAT16", "BFLOAT16", "FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"})
    void every_finite_bit_pattern_survives_reading_and_writing(DType dtype) {
        int codes = 1 << dtype.bits();
        byte[] bits = new byte[(int) dtype.bytes(codes)];
        for (int code = 0; code < codes; code++) {
            if (dtype.bits() == 8) {
                bits[code] = (byte) code;
            } else {
                bits[2 * code] = (byte) code;
                bits[2 * code + 1] = (byte) (code >> 8);
            }
        }
        Elements.Reader all = Elements.of(Tensor.of(dtype, Shape.of(codes), bits));
        for (int code = 0; code < codes; code++) {
            double value = all.at(code);
            if (Double.isFinite(value) && value != 0) {
                Tensor written = new NumberWriter(dtype, Shape.of()).put(value).tensor();
                assertThat(Elements.of(written).at(0)).as("code %s", code).isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 0x3c00",
        "-2.0, 0xc000",
        "65504, 0x7bff",
        "65519, 0x7bff",
        "65520, 0x7c00",
        "5.9604645e-8, 0x0001",
        "2.9802322e-8, 0x0000",
        "1.00048828125, 0x3c00",
        "1.00146484375, 0x3c02",
        "0.99999, 0x3c00",
        "NaN, 0x7e00",
    })
    void a_half_is_rounded_to_the_nearest_with_ties_to_even(float value, String bits) {
        assertThat(NumberWriter.half(value) & 0xFFFF).isEqualTo(Integer.decode(bits));
    }

    @Test
    void four_bit_numbers_are_packed_low_first() {
        Tensor tensor = new NumberWriter(DType.INT4, Shape.of(3))
                .put(1L)
                .put(-2L)
                .put(7L)
                .tensor();
        assertThat(tensor.bytes()).containsExactly(0xE1, 0x07);
    }

    @Test
    void every_numeric_type_takes_a_small_whole_number_either_way() {
        for (DType dtype : EnumSet.complementOf(EnumSet.of(DType.STRING))) {
            for (Tensor tensor : new Tensor[] {
                new NumberWriter(dtype, Shape.of(1)).put(1L).tensor(),
                new NumberWriter(dtype, Shape.of(1)).put(1.0).tensor(),
            }) {
                assertThat(Elements.of(tensor).at(0)).as(dtype.wireName()).isEqualTo(1);
            }
        }
    }
}
