package dev.bascule.prediction.feasible;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OperatorUse;
import dev.bascule.prediction.data.TargetKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeclaredLimitsTest {
    private static ModelInspection model(long irVersion, long opset) {
        return new ModelInspection(
                new ModelArtifact("a".repeat(64), 100, Path.of("relu"), ModelFormat.ONNX),
                new ModelInspection.Header(irVersion, "", Map.of("ai.onnx", opset), List.of()),
                List.of(),
                List.of(),
                Map.of(),
                List.of(new OperatorUse("ai.onnx", "Relu", 1)),
                List.of(),
                Map.of(),
                new ModelInspection.Weights(0, List.of()));
    }

    private static Optional<String> refusal(long irVersion, long opset, String target) {
        return DeclaredLimits.refusal(model(irVersion, opset), new TargetKey("machine", target, 1));
    }

    @Test
    void an_opset_beyond_what_the_engine_of_the_target_reads_takes_the_number_away() {
        assertThat(refusal(8, 26, "native/onnxruntime-1.24.1/openvino-cpu"))
                .hasValueSatisfying(why -> assertThat(why).contains("opset 26").contains("up to 25"));
        assertThat(refusal(8, 26, "native/onnxruntime-1.29.0/cpu-cpu")).isEmpty();
        assertThat(refusal(8, 27, "chromium-156.0.1/onnxruntime-web-1.29.0+ort.jspi/webnn-cpu"))
                .isPresent();
        assertThat(refusal(14, 17, "chromium-156.0.1/onnxruntime-web-1.29.0+ort.jspi/webnn-cpu"))
                .hasValueSatisfying(why -> assertThat(why).contains("IR version 14"));
    }

    @Test
    void of_engines_whose_limits_nobody_knows_nothing_is_said() {
        assertThat(refusal(99, 99, "native/pytorch-2.9.0/cpu-cpu")).isEmpty();
        assertThat(refusal(8, 26, "native/onnxruntime-1.28.0/cpu-cpu")).isEmpty();
    }
}
