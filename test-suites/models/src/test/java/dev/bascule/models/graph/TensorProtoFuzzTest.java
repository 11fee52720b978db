package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.fallback.tensor.DType;
import java.nio.file.Path;
import java.util.Optional;

/** The {@code .pb} of a published case: a tensor, a sequence or an optional. */
@FuzzTarget
class TensorProtoFuzzTest {
    private static final ValueType TENSOR = new ValueType.TensorType(DType.FLOAT32, Optional.empty());

    @FuzzTest
    void a_value_is_refused_or_holds_as_many_elements_as_its_shape_says(byte[] data) {
        Path file = FuzzInput.file(data, "input_0.pb");
        Refusals.read(() -> TensorProtos.read(file))
                .filter(tensor -> tensor.dtype() != DType.STRING)
                .ifPresent(tensor -> assertThat((long) tensor.data().remaining())
                        .isEqualTo(tensor.dtype().bytes(tensor.shape().elements())));
        Refusals.read(() -> ValueProtos.read(file, new ValueType.SequenceType(TENSOR)));
        Refusals.read(() -> ValueProtos.read(file, new ValueType.OptionalType(new ValueType.SequenceType(TENSOR))));
    }
}
