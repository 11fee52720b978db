package dev.bascule.studies.distribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.studies.distribute.CostModel.Bytes;
import dev.bascule.studies.distribute.CostModel.Predicted;
import dev.bascule.studies.distribute.CostModel.Probe;
import dev.bascule.studies.distribute.CostModel.Share;
import dev.bascule.studies.distribute.TransferModel.Way;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostModelTest {
    private static final int NODES = 10;

    /** Bytes that cross each cut of the constructed surface: much in the middle. */
    private static long crossing(int cut) {
        return 1000L * cut * (NODES - cut);
    }

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

    /**
     * The constructed surface: 2 ms a node on the first device and 1 ms on the second, whose ways take 1 ms and 3 ms and 1
     * µs and 2 µs a kB.
     */
    private static double way(int device, long bytes) {
        return device == 0 ? 1 + bytes * 1e-6 : 3 + bytes * 2e-6;
    }

    private static Share whole(int device) {
        return new Share(
                device == 0 ? 2 * NODES : NODES, List.of(new Way(400, way(device, 400)), new Way(40, way(device, 40))));
    }

    private static Probe probe(int cut, double oddWay) {
        long bytes = crossing(cut);
        return new Probe(
                cut,
                new Share(2 * cut, List.of(new Way(400, way(0, 400)), new Way(bytes, way(0, bytes) + oddWay))),
                new Share(NODES - cut, List.of(new Way(bytes, way(1, bytes)), new Way(40, way(1, 40)))));
    }

    private static double truth(int cut) {
        long bytes = crossing(cut);
        return 2.0 * cut + NODES - cut + way(0, 400) + way(0, bytes) + way(1, bytes) + way(1, 40);
    }

    private static Bytes bytes(int cut) {
        return new Bytes(List.of(400L, crossing(cut)), List.of(crossing(cut), 40L));
    }

    @Test
    void where_costs_lie_on_lines_the_prediction_is_exact_and_sure() {
        CostModel costs = new CostModel(NODES, whole(0), whole(1), List.of(probe(2, 0), probe(5, 0), probe(8, 0)));
        List<Predicted> best = costs.best(Map.of(3, bytes(3), 5, bytes(5), 7, bytes(7)));

        assertThat(best).extracting(Predicted::cut).containsExactly(3, 5, 7);
        assertThat(best).allSatisfy(one -> {
            assertThat(one.millis()).isCloseTo(truth(one.cut()), within(1e-6));
            assertThat(one.low()).isCloseTo(one.high(), within(1e-6));
        });
    }

    @Test
    void each_device_has_ways_of_its_own() {
        List<TransferModel> lines =
                new CostModel(NODES, whole(0), whole(1), List.of(probe(2, 0), probe(5, 0))).transfers();

        assertThat(lines.get(0).latencyMillis()).isCloseTo(1, within(1e-6));
        assertThat(lines.get(1).latencyMillis()).isCloseTo(3, within(1e-6));
        assertThat(lines.get(1).millisPerByte()).isCloseTo(2e-6, within(1e-12));
    }

    @Test
    void a_measured_cuts_own_ways_do_not_make_its_prediction() {
        // The way back of cut 5 took 40 ms too long when it was measured: its own prediction does not know that.
        CostModel odd = new CostModel(NODES, whole(0), whole(1), List.of(probe(2, 0), probe(5, 40), probe(8, 0)));
        Predicted itself = odd.best(Map.of(5, bytes(5))).get(0);

        assertThat(itself.millis()).isCloseTo(truth(5), within(1e-6));
        assertThat(itself.high()).as("the miss makes it unsure").isGreaterThanOrEqualTo(truth(5) + 40 - 1e-6);
        // Another cut is predicted from all, and so from the odd way as well.
        assertThat(odd.best(Map.of(4, bytes(4))).get(0).millis()).isGreaterThan(truth(4) + 1);
    }

    @Test
    void a_single_probe_is_predicted_from_the_whole_on_each_device() {
        Predicted one = new CostModel(NODES, whole(0), whole(1), List.of(probe(5, 0)))
                .best(Map.of(5, bytes(5)))
                .get(0);

        // Both lines are known from the ends alone, for the surface has no bends.
        assertThat(one.millis()).isCloseTo(truth(5), within(1e-6));
    }

    @Test
    void a_measured_cut_is_predicted_from_the_others_and_its_miss_makes_all_unsure() {
        Share first = new Share(20, List.of(new Way(0, 0)));
        Share second = new Share(10, List.of(new Way(0, 0)));
        CostModel costs = new CostModel(
                NODES,
                first,
                second,
                List.of(new Probe(5, new Share(30, List.of(new Way(0, 0))), new Share(5, List.of(new Way(0, 0))))));
        Bytes none = new Bytes(List.of(0L), List.of(0L));
        Predicted one = costs.best(Map.of(5, none)).get(0);
        // From the ends alone, 15 ms are expected where 35 were seen.
        assertThat(one.millis()).isCloseTo(15, within(1e-9));
        assertThat(one.high()).isCloseTo(35, within(1e-9));
        assertThat(one.low()).isCloseTo(15 * 15.0 / 35, within(1e-9));
        // Elsewhere the measured cut is used: two fifths of the way to it.
        Predicted other = costs.best(Map.of(2, none, 5, none)).get(1);
        assertThat(other.cut()).isEqualTo(2);
        assertThat(other.millis()).isCloseTo(30 * 0.4 + 10 - 5 * 0.4, within(1e-9));
        assertThat(other.high()).isCloseTo(other.millis() * 35 / 15, within(1e-9));
    }
}
