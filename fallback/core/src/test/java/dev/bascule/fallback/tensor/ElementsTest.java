package dev.bascule.fallback.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.longs;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ElementsTest {

    /** Every bit pattern, against NumPy's float16 and ml_dtypes' other formats widened to float64. */
    @ParameterizedTest
    @CsvSource({
        "FLOAT16, ecc18b9b372011f0402dc5e75578328f4b1582c725748617e1451a3ccc7981a5",
        "BFLOAT16, 6a00f29e7303e153fd9ec155cefb51fd665981aa463226c50006bc72f6739520",
        "FLOAT8E4M3FN, 98959cdf4be234fd2c6642943d11510f6dd8cbf68b437ddcb4bf4ca7a004e444",
        "FLOAT8E4M3FNUZ, 10ad41a5ddbd0da6168954bade20482aeedd69e0295ddef42da4703067b24be6",
        "FLOAT8E5M2, 0ebeb4cd681ba45cb07e8f6b4ab91af1056631d20f320d9f24715be364b12fc9",
        "FLOAT8E5M2FNUZ, 0480d2f04b2d4dad466fe8d5cbdd1b52cb2d952f449d7db61b4baf47d9eb8e34"
    })
    void every_pattern_of_a_narrow_float_reads_as_the_known_table_says(DType dtype, String sha256) {
        int patterns = 1 << dtype.bits();
        ByteBuffer bytes = ByteBuffer.allocate(patterns * dtype.bits() / 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int pattern = 0; pattern < patterns; pattern++) {
            if (dtype.bits() == 8) {
                bytes.put((byte) pattern);
            } else {
                bytes.putShort((short) pattern);
            }
        }
        Elements.Reader values = Elements.of(Tensor.of(dtype, Shape.of(patterns), bytes.flip()));
        ByteBuffer table = ByteBuffer.allocate(patterns * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < patterns; i++) {
            table.putLong(Double.doubleToLongBits(values.at(i)));
        }
        assertThat(hash(table.array())).isEqualTo(sha256);
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT16, 0001, 0x1p-24",
        "FLOAT16, 03ff, 0x1.ff8p-15",
        "FLOAT16, 0400, 0x1p-14",
        "FLOAT16, 3c00, 1",
        "FLOAT16, 7bff, 65504",
        "FLOAT16, 7c00, Infinity",
        "FLOAT16, fc00, -Infinity",
        "FLOAT16, 7e00, NaN",
        "FLOAT16, 8000, -0.0",
        "BFLOAT16, 3f80, 1",
        "BFLOAT16, 0001, 0x1p-133",
        "BFLOAT16, ff80, -Infinity",
        "FLOAT8E4M3FN, 7e, 448",
        "FLOAT8E4M3FN, 7f, NaN",
        "FLOAT8E4M3FN, 01, 0x1p-9",
        "FLOAT8E4M3FNUZ, 7f, 240",
        "FLOAT8E4M3FNUZ, 80, NaN",
        "FLOAT8E5M2, 7b, 57344",
        "FLOAT8E5M2, 7c, Infinity",
        "FLOAT8E5M2, 7d, NaN",
        "FLOAT8E5M2FNUZ, 7f, 57344",
        "FLOAT8E5M2FNUZ, 80, NaN"
    })
    void the_corners_of_a_narrow_float(DType dtype, String bigEndianHex, String value) {
        byte[] bytes = HexFormat.of().parseHex(bigEndianHex);
        if (bytes.length == 2) {
            bytes = new byte[] {bytes[1], bytes[0]};
        }
        assertThat(Elements.of(Tensor.of(dtype, Shape.of(), bytes)).at(0)).isEqualTo(Double.valueOf(value));
    }

    @Test
    void four_bit_integers_are_packed_low_nibble_first() {
        byte[] bytes = {(byte) 0x7F, (byte) 0x80, 0x0A};
        assertThat(all(Tensor.of(DType.INT4, Shape.of(5), bytes))).containsExactly(-1, 7, 0, -8, -6);
        assertThat(all(Tensor.of(DType.UINT4, Shape.of(5), bytes))).containsExactly(15, 7, 0, 8, 10);
    }

    @Test
    void integers_keep_their_sign_or_have_none() {
        byte[] ones = {-1, -1, -1, -1, -1, -1, -1, -1};
        assertThat(all(Tensor.of(DType.INT8, Shape.of(8), ones))).containsOnly(-1);
        assertThat(all(Tensor.of(DType.UINT8, Shape.of(8), ones))).containsOnly(255);
        assertThat(all(Tensor.of(DType.INT16, Shape.of(4), ones))).containsOnly(-1);
        assertThat(all(Tensor.of(DType.UINT16, Shape.of(4), ones))).containsOnly(65535);
        assertThat(all(Tensor.of(DType.INT32, Shape.of(2), ones))).containsOnly(-1);
        assertThat(all(Tensor.of(DType.UINT32, Shape.of(2), ones))).containsOnly(4294967295.0);
        assertThat(all(Tensor.of(DType.INT64, Shape.of(1), ones))).containsOnly(-1);
        assertThat(all(Tensor.of(DType.UINT64, Shape.of(1), ones))).containsOnly(0x1p64);
        assertThat(all(Tensor.of(DType.BOOL, Shape.of(2), new byte[] {0, 1}))).containsExactly(0, 1);
    }

    @Test
    void wide_floats_are_read_as_they_are() {
        assertThat(all(Tensor.floats(Shape.of(3), 1.5f, -0f, Float.MIN_VALUE)))
                .containsExactly(1.5, -0.0, Float.MIN_VALUE);
        ByteBuffer doubles = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        doubles.putDouble(Math.PI).putDouble(Double.MIN_VALUE).flip();
        assertThat(all(Tensor.of(DType.FLOAT64, Shape.of(2), doubles))).containsExactly(Math.PI, Double.MIN_VALUE);
    }

    @Test
    void an_unsigned_64_bit_integer_is_rounded_to_the_nearest_double() {
        qt().withFixedSeed(20261121).forAll(longs().all()).checkAssert(value -> {
            ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(0, value);
            double expected = new BigInteger(Long.toUnsignedString(value)).doubleValue();
            assertThat(all(Tensor.of(DType.UINT64, Shape.of(1), bytes))).containsExactly(expected);
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STRING")
    void every_numeric_dtype_has_a_reader_and_zero_bytes_are_zero_where_there_is_one(DType dtype) {
        Tensor zeros = Tensor.of(dtype, Shape.of(3), new byte[(int) dtype.bytes(3)]);
        assertThat(all(zeros)).containsOnly(dtype == DType.FLOAT8E8M0 ? 0x1p-127 : 0);
    }

    @Test
    void strings_have_no_numbers() {
        Tensor words = Tensor.strings(Shape.of(1), List.of("a"));
        assertThatIllegalArgumentException().isThrownBy(() -> Elements.of(words));
    }

    private static double[] all(Tensor tensor) {
        Elements.Reader reader = Elements.of(tensor);
        double[] values = new double[(int) tensor.shape().elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = reader.at(i);
        }
        return values;
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
