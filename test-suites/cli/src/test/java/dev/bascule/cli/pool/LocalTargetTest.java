package dev.bascule.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.collect.PredictionData;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.prediction.data.Observation;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.memory.TargetKind;
import dev.bascule.prediction.work.WorkSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalTargetTest {
    private static final Instant THEN = Instant.parse("2026-11-28T10:00:00Z");
    private static final PredictedModel MODEL =
            new PredictedModel("m", "1", "x float32[1]", "m", new WorkSummary(Map.of()));

    private static Observation on(String machine, String target, int threads, int day) {
        return new Observation(
                MODEL.key(), new TargetKey(machine, target, threads), "s" + day, THEN.plusSeconds(86_400L * day), 1);
    }

    private static List<LocalTarget> here(Observation... observations) {
        return LocalTarget.of(
                new PredictionData(TrainingSet.of(List.of(MODEL), List.of(observations)), List.of()), "here");
    }

    @Test
    void of_several_versions_the_one_measured_last_counts() {
        assertThat(here(
                        on("here", "chromium-150.1/onnxruntime-web-1.20.0/wasm-cpu", 2, 3),
                        on("here", "chromium-156.0/onnxruntime-web-1.29.0/wasm-cpu", 2, 5),
                        on("here", "chromium-155.0/onnxruntime-web-1.29.0/wasm-cpu", 2, 1)))
                .singleElement()
                .satisfies(target -> {
                    assertThat(target.key().target()).startsWith("chromium-156.0");
                    assertThat(target.kind()).isEqualTo(new TargetKind("chromium", "wasm"));
                    assertThat(target.type()).isEqualTo(DeviceType.CPU);
                    assertThat(target.software()).isEmpty();
                });
    }

    @Test
    void threads_backends_and_engines_are_told_apart_and_other_machines_left_out() {
        assertThat(here(
                        on("here", "native/onnxruntime-1.29.0/cpu-cpu", 1, 1),
                        on("here", "native/onnxruntime-1.29.0/cpu-cpu", 2, 1),
                        on("here", "native/onnxruntime-1.29.0/cuda-gpu", 1, 1),
                        on("there", "native/onnxruntime-1.29.0/openvino-cpu", 1, 1)))
                .extracting(target -> target.key().toString())
                .containsExactlyInAnyOrder(
                        "native/onnxruntime-1.29.0/cpu-cpu",
                        "native/onnxruntime-1.29.0/cpu-cpu, 2 threads",
                        "native/onnxruntime-1.29.0/cuda-gpu");
    }
}
