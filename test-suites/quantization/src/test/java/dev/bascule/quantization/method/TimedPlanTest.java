package dev.bascule.quantization.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.method.HybridPlan.Option;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimedPlanTest {
    private static final List<LayerPrecision> PRECISIONS =
            List.of(LayerPrecision.FLOAT32, LayerPrecision.INT8, LayerPrecision.INT4);

    private static List<Option> options(long elements, double loss, double atEight, double atFour) {
        return List.of(
                new Option(LayerPrecision.FLOAT32, 4 * elements, 0, 0),
                new Option(LayerPrecision.INT8, elements, loss, atEight),
                new Option(LayerPrecision.INT4, elements / 2, 10 * loss, atFour));
    }

    /** The first loses least; what it costs in time is given. */
    private static Map<String, List<Option>> two(double price) {
        Map<String, List<Option>> layers = new LinkedHashMap<>();
        layers.put("conv", options(100, 0.001, price, price));
        layers.put("gemm", options(100, 0.002, 0, 0));
        return layers;
    }

    private static LayerPrecision of(String weight, Optional<TimedPlan.Choice> choice) {
        return choice.orElseThrow().plan().get(weight).precision();
    }

    @Test
    void a_layer_whose_kind_takes_three_times_the_time_stays_as_it_is_where_the_size_allows() {
        assertThat(of("conv", TimedPlan.of(two(0), 500, 0))).isEqualTo(LayerPrecision.INT8);

        Optional<TimedPlan.Choice> dear = TimedPlan.of(two(2), 500, 0);

        assertThat(of("conv", dear)).isEqualTo(LayerPrecision.FLOAT32);
        assertThat(of("gemm", dear)).isEqualTo(LayerPrecision.INT8);
        assertThat(dear.orElseThrow().keepsTime()).isTrue();
        assertThat(of("conv", TimedPlan.of(two(2), 500, 2))).isEqualTo(LayerPrecision.INT8);
    }

    @Test
    void where_the_size_does_not_allow_it_the_least_time_is_taken_and_told() {
        Map<String, List<Option>> layers = new LinkedHashMap<>();
        layers.put("conv", options(100, 0.001, 2, 1));
        layers.put("gemm", options(100, 0.002, 0, 0));

        Optional<TimedPlan.Choice> choice = TimedPlan.of(layers, 200, 0);

        assertThat(choice.orElseThrow().keepsTime()).isFalse();
        assertThat(of("conv", choice)).isEqualTo(LayerPrecision.INT4);
        assertThat(of("gemm", choice)).isEqualTo(LayerPrecision.INT8);
        assertThat(HybridPlan.time(choice.orElseThrow().plan())).isEqualTo(1);
        assertThat(TimedPlan.fewestBytes(layers, 0)).hasValue(450);
        assertThat(TimedPlan.fewestBytes(layers, 1)).hasValue(100);
        assertThat(TimedPlan.fewestBytes(layers, -0.1)).isEmpty();
    }

    @Test
    void what_takes_less_time_pays_for_what_takes_more() {
        Map<String, List<Option>> layers = two(0.3);
        layers.put("gemm", options(100, 0.002, -0.4, -0.4));

        assertThat(of("conv", TimedPlan.of(layers, 200, 0))).isEqualTo(LayerPrecision.INT8);
        assertThat(TimedPlan.of(layers, 200, 0).orElseThrow().keepsTime()).isTrue();
    }

    @Test
    void too_few_bytes_have_no_plan() {
        assertThat(TimedPlan.of(two(2), 99, 0)).isEmpty();
    }

    @Test
    void without_prices_it_is_the_plan_without_a_time() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 300; round++) {
            Map<String, List<Option>> layers = drawn(random, 8, 0);
            long most = bytes(layers) / 4;

            assertThat(TimedPlan.of(layers, most, 0).map(TimedPlan.Choice::plan))
                    .isEqualTo(HybridPlan.of(layers, most));
        }
    }

    /** Against all of 3 to the power of 6 plans. */
    @Test
    void plans_keep_both_limits_where_any_does_and_are_near_the_best() {
        SplittableRandom random = new SplittableRandom(9);
        double lost = 0;
        double least = 0;
        int missed = 0;
        int possible = 0;
        for (int round = 0; round < 400; round++) {
            Map<String, List<Option>> layers = drawn(random, 6, 1);
            long most = (long) (bytes(layers) * (0.3 + 0.5 * random.nextDouble()));
            double mostTime = 0.4 * random.nextDouble() - 0.1;
            Optional<TimedPlan.Choice> choice = TimedPlan.of(layers, most, mostTime);
            double best = best(layers, most, mostTime);
            Map<String, Option> plan = choice.orElseThrow().plan();

            assertThat(HybridPlan.bytes(plan)).isLessThanOrEqualTo(most);
            if (choice.orElseThrow().keepsTime()) {
                assertThat(HybridPlan.time(plan)).isLessThanOrEqualTo(mostTime + 1e-8);
                assertThat(HybridPlan.loss(plan)).isGreaterThanOrEqualTo(best * (1 - 1e-12));
                lost += HybridPlan.loss(plan);
                least += best;
            }
            possible += Double.isFinite(best) ? 1 : 0;
            missed += Double.isFinite(best) && !choice.orElseThrow().keepsTime() ? 1 : 0;
        }
        assertThat(possible).isGreaterThan(100);
        assertThat(missed).isLessThan(possible / 20);
        assertThat(lost / least).isCloseTo(1, within(0.1));
    }

    private static long bytes(Map<String, List<Option>> layers) {
        return layers.values().stream().mapToLong(own -> own.get(0).bytes()).sum();
    }

    private static Map<String, List<Option>> drawn(SplittableRandom random, int count, double price) {
        Map<String, List<Option>> layers = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            double share = price * (random.nextDouble() - 0.2);
            layers.put(
                    "w" + i,
                    options(
                            20 + random.nextInt(400),
                            random.nextDouble() * random.nextDouble(),
                            share * random.nextDouble(),
                            share * random.nextDouble()));
        }
        return layers;
    }

    private static double best(Map<String, List<Option>> layers, long most, double mostTime) {
        double best = Double.POSITIVE_INFINITY;
        List<List<Option>> all = new ArrayList<>(layers.values());
        for (int plan = 0; plan < Math.pow(PRECISIONS.size(), all.size()); plan++) {
            long bytes = 0;
            double time = 0;
            double loss = 0;
            int left = plan;
            for (List<Option> options : all) {
                Option option = options.get(left % PRECISIONS.size());
                left /= PRECISIONS.size();
                bytes += option.bytes();
                time += option.time();
                loss += option.loss();
            }
            best = bytes <= most && time <= mostTime ? Math.min(best, loss) : best;
        }
        return best;
    }
}
