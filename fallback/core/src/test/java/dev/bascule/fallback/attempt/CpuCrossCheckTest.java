package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CpuCrossCheckTest {

    private static Outputs outputs(float... values) {
        return new Outputs(List.of(new Outputs.Output("y", 0, 0, Tensor.floats(Shape.of(values.length), values))));
    }

    private static CpuCrossCheck twin(boolean sameBits, double value, double low, double high) {
        return new CpuCrossCheck(
                DeviceType.GPU,
                "deviceType 'cpu'",
                sameBits,
                Optional.of(new Ratio(value, Optional.of(new Interval(low, high)), 6)));
    }

    @Test
    @Tag("red-team")
    void equal_bits_at_an_equal_pace_are_noted_with_the_figures() {
        assertThat(twin(true, 1.02, 0.97, 1.08).note())
                .contains("outputs equal those of deviceType 'cpu' bit for bit and the ratio is 1.02 [0.97, 1.08]: "
                        + "nothing shows that a GPU ran this");
    }

    @Test
    void equal_bits_and_slower_than_the_cpu_are_noted() {
        assertThat(twin(true, 1.4, 1.2, 1.6).note()).isPresent();
    }

    @Test
    void clearly_faster_or_different_bits_speak_for_the_claim() {
        assertThat(twin(true, 0.4, 0.35, 0.47).note()).isEmpty();
        assertThat(twin(false, 1.02, 0.97, 1.08).note()).isEmpty();
    }

    @Test
    void a_ratio_without_an_interval_accuses_nobody() {
        assertThat(new CpuCrossCheck(DeviceType.NPU, "wasm", true, Optional.of(new Ratio(1, Optional.empty(), 2)))
                        .note())
                .isEmpty();
        assertThat(new CpuCrossCheck(DeviceType.NPU, "wasm", true, Optional.empty()).note())
                .isEmpty();
    }

    @Test
    void what_was_seen_is_told_in_any_case() {
        assertThat(twin(false, 0.5, 0.4, 0.6).facts())
                .containsEntry("cpuTwin.sameBits", "false")
                .containsEntry("cpuTwin.ratio", "0.500")
                .containsEntry("cpuTwin.ci95", "0.400..0.600");
    }

    @Test
    void one_bit_is_a_difference_and_no_outputs_are_no_equality() {
        assertThat(CpuCrossCheck.sameBits(outputs(1, 2), outputs(1, 2))).isTrue();
        assertThat(CpuCrossCheck.sameBits(outputs(1, 2), outputs(1, Math.nextUp(2f))))
                .isFalse();
        assertThat(CpuCrossCheck.sameBits(outputs(0f), outputs(-0f))).isFalse();
        assertThat(CpuCrossCheck.sameBits(Outputs.NONE, Outputs.NONE)).isFalse();
        assertThat(CpuCrossCheck.sameBits(outputs(1), Outputs.NONE)).isFalse();
    }
}
