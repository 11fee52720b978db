package dev.bascule.suites.distribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.suites.distribute.TransferModel.Way;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostModelTest {
    @Test
    void the_ways_are_a_line_through_what_was_measured() {
        TransferModel line = TransferModel.of(List.of(new Way(0, 1), new Way(1000, 2), new Way(3000, 4)));
        assertThat(line.latencyMillis()).isCloseTo(1, within(1e-9));
        assertThat(line.millis(2000)).isCloseTo(3, within(1e-9));
        assertThat(line.bandwidth()).isCloseTo(1e6, within(1e-3));
    }

    @Test
    void more_bytes_never_take_less_time() {
        TransferModel odd = TransferModel.of(List.of(new Way(10, 5), new Way(1000, 1)));
        assertThat(odd.millisPerByte()).isZero();
        assertThat(odd.latencyMillis()).isEqualTo(3);
        assertThat(TransferModel.of(List.of(new Way(1000, 0), new Way(2000, 10)))
                        .latencyMillis())
                .isZero();
    }

    @Test
    void where_costs_lie_on_a_line_the_prediction_is_exact_and_sure() {
        // Twice as long a node on the first device.
        CostModel costs = new CostModel(
                10,
                20,
                10,
                List.of(new CostModel.Probe(2, 4, 8), new CostModel.Probe(5, 10, 5), new CostModel.Probe(8, 16, 2)),
                new TransferModel(1, 0));
        List<CostModel.Predicted> best = costs.best(Map.of(3, List.of(1L, 1L), 7, List.of(1L, 1L)));
        assertThat(best).extracting(CostModel.Predicted::cut).containsExactly(3, 7);
        assertThat(best.get(0).millis()).isCloseTo(6 + 7 + 2, within(1e-9));
        assertThat(best.get(0).low()).isCloseTo(best.get(0).high(), within(1e-9));
    }

    @Test
    void a_measured_cut_is_predicted_from_the_others_and_its_miss_makes_all_unsure() {
        CostModel costs = new CostModel(10, 20, 10, List.of(new CostModel.Probe(5, 30, 5)), new TransferModel(0, 0));
        CostModel.Predicted one = costs.best(Map.of(5, List.of(0L))).get(0);
        // From the ends alone, 15 ms are expected where 35 were seen.
        assertThat(one.millis()).isCloseTo(15, within(1e-9));
        assertThat(one.high()).isCloseTo(35, within(1e-9));
        assertThat(one.low()).isCloseTo(15 * 15.0 / 35, within(1e-9));
        // Elsewhere the measured cut is used: two fifths of the way to it.
        CostModel.Predicted other =
                costs.best(Map.of(2, List.of(0L), 5, List.of(0L))).get(1);
        assertThat(other.cut()).isEqualTo(2);
        assertThat(other.millis()).isCloseTo(30 * 0.4 + 10 - 5 * 0.4, within(1e-9));
        assertThat(other.high()).isCloseTo(other.millis() * 35 / 15, within(1e-9));
    }
}
