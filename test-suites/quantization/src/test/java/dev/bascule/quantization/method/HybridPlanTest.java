package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.method.HybridPlan.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HybridPlanTest {
    private static List<Option> options(long elements, double atEight, double atFour) {
        return List.of(
                new Option(LayerPrecision.FLOAT32, 4 * elements, 0),
                new Option(LayerPrecision.INT8, elements, atEight),
                new Option(LayerPrecision.INT4, elements / 2, atFour));
    }

    private static Map<String, List<Option>> two() {
        Map<String, List<Option>> layers = new LinkedHashMap<>();
        layers.put("touchy", options(100, 1, 10));
        layers.put("calm", options(100, 0.001, 0.002));
        return layers;
    }

    @Test
    void the_layer_that_loses_least_gets_the_fewest_bits() {
        Map<String, Option> plan = HybridPlan.of(two(), 450).orElseThrow();

        assertThat(plan.get("calm").precision()).isEqualTo(LayerPrecision.INT4);
        assertThat(plan.get("touchy").precision()).isEqualTo(LayerPrecision.FLOAT32);
    }

    @Test
    void swapped_sensitivities_swap_the_plan() {
        Map<String, List<Option>> layers = new LinkedHashMap<>();
        layers.put("touchy", options(100, 0.001, 0.002));
        layers.put("calm", options(100, 1, 10));

        Map<String, Option> plan = HybridPlan.of(layers, 450).orElseThrow();

        assertThat(plan.get("calm").precision()).isEqualTo(LayerPrecision.FLOAT32);
        assertThat(plan.get("touchy").precision()).isEqualTo(LayerPrecision.INT4);
    }

    @Test
    void what_fits_nowhere_has_no_plan() {
        assertThat(HybridPlan.of(two(), 99)).isEmpty();
        assertThat(HybridPlan.of(two(), 100)).isPresent();
    }

    @Test
    void fewer_bits_that_lose_nothing_are_taken_at_once() {
        Map<String, List<Option>> layers = Map.of("w", options(100, 0.5, 0.5));

        assertThat(HybridPlan.of(layers, 200).orElseThrow().get("w").precision())
                .isEqualTo(LayerPrecision.INT4);
    }

    @Test
    void a_plan_never_takes_more_bytes_and_is_no_worse_than_uniform_eight_bits() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 3_000; round++) {
            Map<String, List<Option>> layers = new LinkedHashMap<>();
            long uniform = 0;
            double lost = 0;
            for (int i = 0; i < 8; i++) {
                long elements = 20 + random.nextInt(400);
                double eight = random.nextDouble() * random.nextDouble();
                layers.put("w" + i, options(elements, eight, eight * (2 + 20 * random.nextDouble())));
                uniform += elements;
                lost += eight;
            }

            Optional<Map<String, Option>> plan = HybridPlan.of(layers, uniform);

            assertThat(HybridPlan.bytes(plan.orElseThrow())).isLessThanOrEqualTo(uniform);
            assertThat(HybridPlan.loss(plan.orElseThrow())).isLessThanOrEqualTo(lost * (1 + 1e-12));
        }
    }
}
