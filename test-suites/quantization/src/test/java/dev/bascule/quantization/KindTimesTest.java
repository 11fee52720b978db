package dev.bascule.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KindTimesTest {
    private static Ratio ratio(double value, double low, double high) {
        return new Ratio(value, Optional.of(new Interval(low, high)), 8);
    }

    private static final KindTimes TIMES = new KindTimes(
            List.of(
                    new KindTimes.Kind(
                            "Conv",
                            Map.of("a", 0.75, "b", 0.25),
                            Map.of(LayerPrecision.FLOAT16, ratio(1.2, 0.9, 1.5), LayerPrecision.INT8, ratio(3, 2, 4))),
                    new KindTimes.Kind(
                            "MatMul",
                            Map.of("c", 1.0),
                            Map.of(
                                    LayerPrecision.INT8,
                                    ratio(0.5, 0.4, 0.6),
                                    LayerPrecision.INT4,
                                    new Ratio(0.5, Optional.empty(), 3)))),
            1);

    @Test
    void a_layer_has_its_share_of_what_its_kind_surely_takes() {
        assertThat(TIMES.price("a", LayerPrecision.INT8)).hasValue(1.5);
        assertThat(TIMES.price("b", LayerPrecision.INT8)).hasValue(0.5);
        assertThat(TIMES.price("c", LayerPrecision.INT8)).hasValue(-0.5);
    }

    @Test
    void what_cannot_be_told_from_nothing_costs_nothing_and_what_did_not_run_has_no_price() {
        assertThat(TIMES.price("a", LayerPrecision.FLOAT16)).hasValue(0);
        assertThat(TIMES.price("c", LayerPrecision.INT4)).hasValue(0);
        assertThat(TIMES.price("c", LayerPrecision.FLOAT32)).hasValue(0);
        assertThat(TIMES.price("b", LayerPrecision.INT4)).isEmpty();
        assertThat(TIMES.price("d", LayerPrecision.INT8)).isEmpty();
    }

    @Test
    void the_ends_of_intervals_are_shared_out_as_well() {
        Interval ends = TIMES.between(
                        Map.of("a", LayerPrecision.FLOAT16, "b", LayerPrecision.FLOAT32, "c", LayerPrecision.INT8))
                .orElseThrow();

        assertThat(ends.low()).isCloseTo(1 - 0.75 * 0.1 - 0.6, within(1e-12));
        assertThat(ends.high()).isCloseTo(1 + 0.75 * 0.5 - 0.4, within(1e-12));
        assertThat(TIMES.between(Map.of("c", LayerPrecision.INT4))).isEmpty();
    }

    @Test
    void what_cannot_be_told_from_nothing_is_foretold_by_its_centre() {
        Map<String, LayerPrecision> both = Map.of("a", LayerPrecision.FLOAT16, "c", LayerPrecision.INT4);

        assertThat(TIMES.foretold(both)).isCloseTo(1 + 0.75 * 0.2 - 0.5, within(1e-12));
        assertThat(TIMES.foretold(Map.of("c", LayerPrecision.FLOAT32, "d", LayerPrecision.FLOAT32)))
                .isEqualTo(1);
        assertThatThrownBy(() -> TIMES.foretold(Map.of("b", LayerPrecision.INT4)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("b did not run in INT4");
    }

    @Test
    void nothing_takes_less_than_no_time() {
        Map<LayerPrecision, Ratio> fast = Map.of(LayerPrecision.INT8, ratio(0.4, 0.35, 0.45));
        KindTimes two = new KindTimes(
                List.of(
                        new KindTimes.Kind("Conv", Map.of("a", 1.0), fast),
                        new KindTimes.Kind("MatMul", Map.of("b", 1.0), fast)),
                1);
        Map<String, LayerPrecision> both = Map.of("a", LayerPrecision.INT8, "b", LayerPrecision.INT8);

        assertThat(two.foretold(both)).isEqualTo(0);
        assertThat(two.between(both)).contains(new Interval(0, 0));
    }

    @Test
    void a_limit_of_nothing_is_none() {
        assertThatThrownBy(() -> new KindTimes(List.of(), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KindTimes(List.of(), Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
