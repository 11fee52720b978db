package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;

@FuzzTarget
class NpyFuzzTest {
    @FuzzTest
    void an_array_is_refused_or_has_as_many_elements_as_its_shape_says(byte[] data) {
        Refusals.read(() -> NpyFiles.read(FuzzInput.file(data, "x.npy")))
                .ifPresent(tensor -> assertThat((long) tensor.data().remaining())
                        .isEqualTo(tensor.dtype().bytes(tensor.shape().elements())));
    }
}
