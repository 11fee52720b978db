package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalfFloatsTest {
    @ParameterizedTest
    @CsvSource({
        "0,0000",
        "-0.0,8000",
        "1,3c00",
        "-2,c000",
        "65504,7bff",
        "65519.9,7bff",
        "65520,7c00",
        "5.9604645E-8,0001",
        "2.9802322E-8,0000",
        "2.98023242E-8,0001",
        "6.1035156E-5,0400",
        "6.097555E-5,03ff",
        "1.0009765,3c01",
        "1.00048828125,3c00",
        "NaN,7e00"
    })
    void numbers_are_rounded_to_the_nearest_even(float value, String bits) {
        assertThat("%04x".formatted(HalfFloats.of(value) & 0xFFFF)).isEqualTo(bits);
    }

    /** Each finite float16 is a float, and must come back as itself. */
    @Test
    void every_float16_survives_the_round_trip() {
        ByteBuffer all = ByteBuffer.allocate(2 * 0x10000).order(ByteOrder.LITTLE_ENDIAN);
        for (int bits = 0; bits < 0x10000; bits++) {
            all.putShort((short) bits);
        }
        Elements.Reader values = Elements.of(Tensor.of(DType.FLOAT16, Shape.of(0x10000), all.flip()));
        for (int bits = 0; bits < 0x10000; bits++) {
            float value = (float) values.at(bits);
            if (!Float.isNaN(value)) {
                assertThat(HalfFloats.of(value) & 0xFFFF).isEqualTo(bits);
            }
        }
    }
}
