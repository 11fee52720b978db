package dev.bascule.fallback.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TensorTest {

    @Test
    void bytes_that_do_not_fit_the_shape_are_refused_with_both_numbers() {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> Tensor.of(DType.FLOAT32, Shape.of(2, 3), new byte[23]))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .withMessageContaining("24")
                .withMessageContaining("23");
    }

    @Test
    void a_shape_too_large_for_any_memory_is_refused_and_not_wrapped_round_to_nothing() {
        assertThatExceptionOfType(dev.bascule.fallback.error.BasculeException.class)
                .isThrownBy(() -> Tensor.of(DType.FLOAT32, Shape.of(1L << 60), new byte[0]));
    }

    @Test
    void four_bit_elements_take_half_a_byte_rounded_up() {
        assertThat(DType.INT4.bytes(0)).isZero();
        assertThat(DType.INT4.bytes(1)).isEqualTo(1);
        assertThat(DType.UINT4.bytes(5)).isEqualTo(3);
    }

    @Test
    void a_scalar_has_one_element_and_an_empty_dimension_none() {
        assertThat(Shape.of().elements()).isEqualTo(1);
        assertThat(Shape.of(3, 0, 5).elements()).isZero();
        assertThat(Shape.of(1L << 40, 1L << 40, 0).elements()).isZero();
        assertThat(Tensor.of(DType.FLOAT32, Shape.of(0), new byte[0]).bytes()).isEmpty();
    }

    @Test
    void a_negative_dimension_is_no_shape() {
        assertThatIllegalArgumentException().isThrownBy(() -> Shape.of(-1));
    }

    @Test
    void strings_are_kept_whatever_is_in_them() {
        List<String> words = List.of("", "\"quoted\"", "a\nb", "日本", "\u0000");
        assertThat(Tensor.strings(Shape.of(5), words).asStrings()).isEqualTo(words);
    }

    @Test
    void as_many_strings_as_the_shape_says() {
        assertThatExceptionOfType(BasculeException.class)
                .isThrownBy(() -> Tensor.strings(Shape.of(2), List.of("one")))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[1]", "[null]", "[\"a\"", "\"a\""})
    void what_is_no_array_of_strings_is_no_string_tensor(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        assertThatExceptionOfType(BasculeException.class).isThrownBy(() -> Tensor.of(DType.STRING, Shape.of(1), bytes));
    }

    @Test
    void equal_means_same_dtype_shape_and_bytes() {
        Tensor tensor = Tensor.floats(Shape.of(2), 1, 2);
        assertThat(tensor)
                .isEqualTo(Tensor.floats(Shape.of(2), 1, 2))
                .hasSameHashCodeAs(Tensor.floats(Shape.of(2), 1, 2))
                .isNotEqualTo(Tensor.floats(Shape.of(2), 1, 3))
                .isNotEqualTo(Tensor.floats(Shape.of(1, 2), 1, 2))
                .isNotEqualTo(Tensor.of(DType.INT32, Shape.of(2), tensor.bytes()));
        assertThat(Tensor.floats(Shape.of(), 0f)).isNotEqualTo(Tensor.floats(Shape.of(), -0f));
    }

    @Test
    void its_bytes_cannot_be_changed_from_outside() {
        Tensor tensor = Tensor.floats(Shape.of(1), 1);
        tensor.bytes()[0] = 9;
        assertThat(tensor.data().getFloat(0)).isEqualTo(1f);
        assertThatExceptionOfType(ReadOnlyBufferException.class)
                .isThrownBy(() -> tensor.data().putFloat(0, 2));
    }

    @Test
    void a_buffer_is_taken_from_its_position_to_its_limit() {
        ByteBuffer buffer = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(1).putInt(2).putInt(3).position(4).limit(8);
        Tensor tensor = Tensor.of(DType.INT32, Shape.of(), buffer);
        assertThat(tensor.data().getInt(0)).isEqualTo(2);
        assertThat(tensor.data().order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    }

    @ParameterizedTest
    @EnumSource
    void a_dtype_is_found_by_its_onnx_number_and_its_word(DType dtype) {
        assertThat(DType.ofOnnx(dtype.onnx())).contains(dtype);
        assertThat(DType.ofWireName(dtype.wireName())).contains(dtype);
    }

    @Test
    void onnx_numbers_are_those_of_its_tensor_proto() {
        assertThat(Stream.of(DType.FLOAT32, DType.INT64, DType.STRING, DType.BOOL, DType.BFLOAT16, DType.INT4))
                .extracting(DType::onnx)
                .containsExactly(1, 7, 8, 9, 16, 22);
        assertThat(DType.ofOnnx(0)).isEmpty();
        assertThat(DType.ofWireName("float")).isEmpty();
    }
}
