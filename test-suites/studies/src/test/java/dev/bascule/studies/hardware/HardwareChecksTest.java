package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.OutputJudge;
import dev.bascule.studies.conformance.SelfCheck;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HardwareChecksTest {
    private static final List<HardwareCheck> ALL = HardwareChecks.all();

    @Test
    void each_check_has_an_id_of_its_own_and_the_same_model_each_time() throws Exception {
        Set<String> ids = new HashSet<>();
        List<HardwareCheck> again = HardwareChecks.all();
        for (int i = 0; i < ALL.size(); i++) {
            assertThat(ids.add(ALL.get(i).id())).as(ALL.get(i).id()).isTrue();
            assertThat(again.get(i).testCase().model().sha256())
                    .isEqualTo(ALL.get(i).testCase().model().sha256());
            assertThat(again.get(i).testCase().sets())
                    .isEqualTo(ALL.get(i).testCase().sets());
            ModelProto model =
                    ModelProto.parseFrom(((Program.Model) ALL.get(i).testCase().program()).onnx());
            assertThat(model.getGraph().getNodeCount()).isPositive();
        }
        assertThat(ids).hasSizeGreaterThan(35);
    }

    @Test
    void each_format_that_is_to_be_verified_has_several_checks() {
        for (var format : List.of(
                CapabilityRegistry.FP32, CapabilityRegistry.FP16, CapabilityRegistry.BF16, CapabilityRegistry.INT8)) {
            assertThat(ALL.stream().filter(check -> check.shows().contains(format)))
                    .as(format.id())
                    .hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void the_expected_answer_passes_and_a_corrupted_one_never_does() {
        SelfCheck control = new SelfCheck(7, ALL.size(), OutputJudge.STANDARD);
        ALL.forEach(check -> control.keep(check.testCase(), List.of(expected(check))));

        SelfCheck.Result result = control.result();

        assertThat(result.missed()).isEmpty();
        assertThat(result.corrupted()).isEqualTo(ALL.size());
    }

    /** A device that says fp32 and computes in 16 bits must not get away with it. */
    @Test
    @Tag("red-team")
    void answers_in_half_the_precision_are_noticed() {
        for (HardwareCheck check : ALL) {
            if (check.id().endsWith("-fp32") && check.shows().contains(CapabilityRegistry.FP32)) {
                Tensor right = ((Value.One) expected(check).get("y")).tensor();
                double[] values = new double[Math.toIntExact(right.shape().elements())];
                Elements.Reader reader = Elements.of(right);
                for (int i = 0; i < values.length; i++) {
                    // A sum of a hundred thousand is beyond 16 bits altogether.
                    values[i] = Math.abs(reader.at(i)) > 60000 ? reader.at(i) * 0.999 : reader.at(i);
                }
                Tensor coarse = dev.bascule.studies.profile.NumberFormats.tensor(
                        DType.FLOAT32, right.shape(), ExactNumbers.rounded(DType.FLOAT16, small(values)));

                assertThat(OutputJudge.STANDARD.areRight(check.testCase(), List.of(Map.of("y", Value.of(coarse)))))
                        .as(check.id())
                        .isFalse();
            }
        }
    }

    private static double[] small(double[] values) {
        return java.util.Arrays.stream(values)
                .map(value -> Math.abs(value) > 60000 ? 60000 : value)
                .toArray();
    }

    private static Map<String, Value> expected(HardwareCheck check) {
        return check.testCase().sets().get(0).expected();
    }
}
