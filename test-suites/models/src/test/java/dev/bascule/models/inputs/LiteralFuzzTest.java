package dev.bascule.models.inputs;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.fallback.tensor.DType;

/** The value of an input, as a suite or a command line says it. */
@FuzzTarget
class LiteralFuzzTest {
    @FuzzTest
    void a_value_is_refused_or_read(byte[] data) {
        for (String text : FuzzInput.swollen(FuzzInput.text(data))) {
            Refusals.read(() -> InputSource.parse(text));
            Refusals.read(() -> Literals.parse("x", text)).ifPresent(literal -> {
                Refusals.read(() -> literal.tensor("x", DType.FLOAT32, literal.shape()));
                Refusals.read(() -> literal.tensor("x", DType.INT8, literal.shape()));
                Refusals.read(() -> literal.tensor("x", DType.STRING, literal.shape()));
            });
        }
    }
}
