package dev.bascule.studies.conformance.webnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorDataTest {

    @Test
    void whole_numbers_beyond_a_double_are_strings() {
        Tensor tensor =
                read("int64", "[3]", "[\"-9223372036854775808n\", \"9223372036854775807n\", \"9007199254740993\"]");
        assertThat(tensor).isEqualTo(Tensor.longs(Shape.of(3), Long.MIN_VALUE, Long.MAX_VALUE, 9007199254740993L));
        Tensor unsigned = read("uint64", "[1]", "[\"18446744073709551615n\"]");
        assertThat(unsigned.data().getLong(0)).isEqualTo(-1);
    }

    @Test
    void what_json_has_no_number_for_is_a_word() {
        Tensor tensor = read("float32", "[3]", "[\"NaN\", \"Infinity\", \"-Infinity\"]");
        assertThat(tensor)
                .isEqualTo(Tensor.floats(Shape.of(3), Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));
    }

    @Test
    void one_number_fills_any_shape() {
        assertThat(read("float32", "[2,2]", "0.5")).isEqualTo(Tensor.floats(Shape.of(2, 2), 0.5f, 0.5f, 0.5f, 0.5f));
        assertThat(read("float32", "[]", "7")).isEqualTo(Tensor.floats(Shape.of(), 7));
        assertThat(read("float32", "[0]", "[]").shape().elements()).isZero();
        assertThat(read("int4", "[3]", "-1").bytes()).containsExactly(0xFF, 0x0F);
    }

    @Test
    void nested_lists_are_taken_row_by_row() {
        assertThat(read("float32", "[2,2]", "[[1,2],[3,4]]")).isEqualTo(Tensor.floats(Shape.of(2, 2), 1, 2, 3, 4));
    }

    @Test
    void four_bit_numbers_are_packed_low_nibble_first() {
        // The example in the utilities of web-platform-tests.
        assertThat(read("uint4", "[2,5]", "[1,2,3,4,5,6,7,8,9,10]").bytes())
                .containsExactly(0x21, 0x43, 0x65, 0x87, 0xA9);
        assertThat(read("int4", "[3]", "[-8,7,-1]").bytes()).containsExactly(0x78, 0x0F);
    }

    @Test
    void every_half_float_reads_back_as_itself() {
        for (int bits = 0; bits < 0x10000; bits++) {
            byte[] bytes = {(byte) bits, (byte) (bits >> 8)};
            double value =
                    Elements.of(Tensor.of(DType.FLOAT16, Shape.of(), bytes)).at(0);
            if (!Double.isNaN(value)) {
                assertThat(HalfFloat.bits(value) & 0xFFFF).isEqualTo(bits);
            }
        }
        assertThat(HalfFloat.bits(Double.NaN) & 0x7C00).isEqualTo(0x7C00);
        assertThat(HalfFloat.bits(Double.NaN) & 0x03FF).isNotZero();
    }

    @ParameterizedTest
    @CsvSource({
        "2049, 0x6800", // between 2048 and 2050: to even
        "2051, 0x6802", // between 2050 and 2052
        "2049.0000001, 0x6801", // would be lost if rounded to float32 first
        "65519.99, 0x7BFF",
        "65520, 0x7C00",
        "-1e9, 0xFC00",
        "0x1p-25, 0x0000", // half the smallest: to even
        "0x1.8p-25, 0x0001",
        "-0.0, 0x8000",
        "0x1.ff8p-15, 0x03FF", // the greatest subnormal
        "0x1.ffcp-15, 0x0400" // and half a step above: into the normal ones
    })
    void half_floats_are_rounded_to_nearest_even(double value, String bits) {
        assertThat(HalfFloat.bits(value) & 0xFFFF).isEqualTo(Integer.decode(bits));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "uint8 | [1] | [256] | 256 is no uint8 | from 0 to 255",
                "int8 | [1] | [-129] | -129 is no int8 | from -128 to 127",
                "int4 | [1] | [8] | 8 is no int4 | from -8 to 7",
                "int64 | [1] | [\"9223372036854775808n\"] | is no int64 | with an n behind",
                "int32 | [1] | [0.5] | 0.5 is no int32 | a whole number",
                "float32 | [1] | [\"one\"] | \"one\" is no number | Infinity",
                "float32 | [2] | [1] | 1 elements, but the shape [2] has 2 | agree",
                "float32 | [-1] | [1] | [-1] is no shape | list of sizes",
                "float64 | [1] | [1] | WebNN has no type 'float64' | float32, float16"
            })
    void what_is_wrong_is_told_with_its_place_and_a_remedy(
            String dtype, String shape, String data, String message, String remedy) {
        assertThatThrownBy(() -> read(dtype, shape, data))
                .isInstanceOfSatisfying(
                        BadCase.class, bad -> assertThat(bad.remedy()).contains(remedy))
                .hasMessageStartingWith("graph.inputs.a.")
                .hasMessageContaining(message);
    }

    private static Tensor read(String dtype, String shape, String data) {
        try {
            JsonNode operand =
                    Json.MAPPER.readTree("{\"data\": %s, \"descriptor\": {\"dataType\": \"%s\", \"shape\": %s}}"
                            .formatted(data, dtype, shape));
            return TensorData.read("graph.inputs.a", operand);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
