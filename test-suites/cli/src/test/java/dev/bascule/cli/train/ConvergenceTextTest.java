package dev.bascule.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.training.ReferenceConvergence;
import dev.bascule.reports.training.StepsToTarget;
import dev.bascule.studies.training.Convergence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ConvergenceTextTest {
    private static final OptionalLong NEVER = OptionalLong.empty();

    private static String words(List<OptionalLong> here, List<OptionalLong> reference) {
        return ConvergenceText.of(new Convergence(
                new Target(
                        Backends.WASM,
                        Optional.empty(),
                        new Engine("onnxruntime", "1.29.0", Optional.empty()),
                        DeviceType.CPU,
                        Optional.empty(),
                        Map.of()),
                CarryLocation.CPU,
                ReferenceConvergence.of(here, reference),
                StepsToTarget.of(here),
                StepsToTarget.of(reference),
                0));
    }

    private static List<OptionalLong> reached(long... steps) {
        return LongStream.of(steps).mapToObj(OptionalLong::of).toList();
    }

    @Test
    void steps_of_both_and_their_ratio_are_told() {
        assertThat(words(reached(120, 210, 310, 410, 510, 800), reached(100, 200, 300, 300, 500, 600)))
                .isEqualTo(
                        "wasm, onnxruntime 1.29.0: the target accuracy by 6 of 6 seeds (steps: fewest 120, median 360,"
                                + " most 800), native CPU by 6 of 6 (steps: fewest 100, median 300, most 600); in the median"
                                + " ×1.20 the steps of native CPU; later than native CPU (p 0.0313)");
    }

    @Test
    void what_too_few_seeds_reached_has_no_median_and_no_ratio() {
        assertThat(words(List.of(OptionalLong.of(40), NEVER, NEVER), reached(10, 20, 30)))
                .contains("by 1 of 3 seeds (steps: fewest 40), native CPU by 3 of 3 (steps: fewest 10")
                .doesNotContain("in the median");
        assertThat(words(List.of(NEVER, NEVER), reached(10, 20))).contains("by 0 of 2 seeds, native CPU");
    }
}
