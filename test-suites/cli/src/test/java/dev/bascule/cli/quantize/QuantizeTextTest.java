package dev.bascule.cli.quantize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.quantization.LayerChange;
import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.Points;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.TargetStudy;
import dev.bascule.studies.quantization.Variant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuantizeTextTest {
    private static String alone(Map<Integer, Double> measured) {
        return QuantizeText.alone(new LayerChange("n", "MatMul", "w", 4, 8, 16, 4, 0.1).with(measured));
    }

    @Test
    void a_trial_that_is_missing_shifts_no_other() {
        assertThat(alone(Map.of(4, 0.5, 8, 0.25, 16, 0.0))).isEqualTo("0.50, 0.25, 0");
        assertThat(alone(Map.of(8, 0.25, 16, 0.0))).isEqualTo("-, 0.25, 0");
        assertThat(alone(Map.of(4, 0.5, 16, 0.0))).isEqualTo("0.50, -, 0");
    }

    @Test
    void what_is_flagged_or_stands_alone_is_no_front() {
        Point base = Points.of(Variant.ORIGINAL, 4, 1, 1_000_000);
        Point small = Points.of("small", 4, 0.5, 260_000);
        Point left = Points.placed(Points.of("left", 4, 0.4, 260_000), Points.placing(2, 9));

        assertThat(fronts(Points.withCopies(base, small, left)))
                .startsWith("worse than small", "front", "flagged", "-");
        assertThat(fronts(List.of(small))).containsExactly("-");
    }

    private static List<String> fronts(List<Point> points) {
        return new TargetJudge(Points.split(false), List.of(), QuantizationBudget.NONE)
                .of("cpu", new TargetStudy.Outcome(points, Map.of(), List.of())).judged().stream()
                        .map(QuantizeText::front)
                        .toList();
    }
}
