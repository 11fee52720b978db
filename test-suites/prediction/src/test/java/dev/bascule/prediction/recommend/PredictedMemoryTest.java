package dev.bascule.prediction.recommend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.memory.MemoryBounds;
import dev.bascule.prediction.memory.MemorySample;
import dev.bascule.prediction.memory.MemoryTable;
import dev.bascule.prediction.memory.TargetKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PredictedMemoryTest {
    private static final long MIB = 1L << 20;
    private static final Remedy RUN = Remedy.of("bascule run it");
    private static final TargetKind SHELL = new TargetKind("chrome headless shell", "wasm");
    private static final TargetKey TARGET =
            new TargetKey("m", "chrome-headless-shell-153.0.8010.0/onnxruntime-web-1.29.0+ort.wasm/wasm-cpu", 1);
    /** Twice the tensors and the 48 MiB that count with each. */
    private static final MemoryBounds TWICE =
            MemoryBounds.of(List.of(new MemorySample(SHELL, "m", "a", 2 * MIB, 100 * MIB)));

    private static final CandidateModel MODEL = new CandidateModel(
            "m", "zoo:m", Optional.of(new PredictedModel.Key("sha", "b float32[1], a int64[2]")), OptionalLong.empty());
    private static final List<MemoryTable.Model> RECKONED =
            List.of(new MemoryTable.Model("m", "sha", "a int64[2], b float32[1]", "a", 52 * MIB));

    private static Figure bound(List<MemoryTable.Model> models, Map<TargetKind, Long> held, TargetKey target) {
        return new PredictedMemory(TWICE, models, held).of(Quantity.MEMORY, MODEL, target, RUN);
    }

    @Test
    void a_peak_is_what_was_held_before_and_the_bound_of_the_growth() {
        Figure.Predicted peak = (Figure.Predicted) bound(RECKONED, Map.of(SHELL, 300 * MIB), TARGET);

        assertThat(peak.high()).isEqualTo(500.0 * MIB);
        assertThat(peak.low()).isEqualTo(352.0 * MIB);
        assertThat(peak.middle()).isEqualTo(OptionalDouble.empty());
        assertThat(peak.covers()).isEqualTo(0.5);
    }

    @Test
    void without_tensors_growth_or_what_was_held_before_there_is_no_number() {
        Map<TargetKind, Long> held = Map.of(SHELL, 300 * MIB);

        assertThat(bound(List.of(), held, TARGET)).isEqualTo(new Figure.Unknown("its tensors were not reckoned", RUN));
        assertThat(bound(RECKONED, held, new TargetKey("m", "native/onnxruntime-1.29.0/cpu-cpu", 1)))
                .isEqualTo(new Figure.Unknown("no process's growth was measured on such a target", RUN));
        assertThat(((Figure.Unknown) bound(RECKONED, Map.of(), TARGET)).reason())
                .isEqualTo("its processes grow by 210 MB at most, and nobody saw what they hold before");
    }
}
