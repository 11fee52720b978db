package dev.bascule.fallback.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTensorTest {

    @ParameterizedTest
    @ValueSource(strings = {"float[1,3,224,224]", "int64[]", "tensor(float16)[0]", "seq[x][7]"})
    void what_it_writes_is_what_it_reads(String text) {
        assertThat(KernelTensor.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "float", "float[", "[2]", "float[a]", "float[1,]", "float[-1]", "float[1]x"})
    void what_is_no_tensor_is_refused(String text) {
        assertThatThrownBy(() -> KernelTensor.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void elements_are_the_product_of_its_sizes() {
        assertThat(new KernelTensor("float", List.of(1L, 3L, 4L)).elements()).isEqualTo(12);
        assertThat(new KernelTensor("float", List.of()).elements()).isEqualTo(1);
        assertThat(new KernelTensor("float", List.of(1L << 40, 0L)).elements()).isZero();
    }
}
