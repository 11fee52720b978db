package dev.bascule.models.graph;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import java.nio.file.Path;

@FuzzTarget
class OnnxModelFuzzTest {
    @FuzzTest
    void a_model_is_refused_or_told_of(byte[] data) {
        Path file = FuzzInput.file(data, "model.onnx");
        Refusals.read(() -> OnnxModelFile.open(file).inspect()).ifPresent(ModelInspection::describeInputs);
    }
}
