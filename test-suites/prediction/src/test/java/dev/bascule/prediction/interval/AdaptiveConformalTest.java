package dev.bascule.prediction.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.prediction.World;
import dev.bascule.prediction.fit.Circumstance;
import dev.bascule.prediction.fit.Miss;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Errors that grow with what is known beforehand must make widths that do; errors that do not must not. */
class AdaptiveConformalTest {
    private static final Circumstance EASY = new Circumstance(0.02, 0.3, 15);
    private static final Circumstance HARD = new Circumstance(1.0, 0.3, 15);

    private final Random random = new Random(11);

    private List<Miss> misses(int architectures, boolean telling) {
        List<Miss> misses = new ArrayList<>();
        for (int a = 0; a < architectures; a++) {
            for (int m = 0; m < 3; m++) {
                boolean hard = random.nextBoolean();
                double size = (telling ? (hard ? 0.4 : 0.05) : 0.2) * random.nextGaussian();
                misses.add(new Miss("net" + a, World.WASM, hard ? HARD : EASY, size));
            }
        }
        return misses;
    }

    private static double bound(AdaptiveConformal bounds, Circumstance at) {
        return bounds.bound(World.WASM, at, 0.9).orElseThrow();
    }

    @Test
    void intervals_are_narrow_where_predictions_are_near() {
        AdaptiveConformal bounds = AdaptiveConformal.of(misses(40, true));

        assertThat(bound(bounds, EASY)).isLessThan(0.4 * bound(bounds, HARD));
    }

    @Test
    void what_tells_nothing_of_errors_makes_no_width() {
        AdaptiveConformal bounds = AdaptiveConformal.of(misses(40, false));

        assertThat(bound(bounds, EASY) / bound(bounds, HARD)).isBetween(0.6, 1.6);
    }

    @Test
    void fresh_architectures_are_held_as_often_as_the_level_says() {
        int held = 0;
        int of = 0;
        for (int round = 0; round < 150; round++) {
            AdaptiveConformal bounds = AdaptiveConformal.of(misses(25, true));
            for (Miss fresh : misses(4, true)) {
                held += Math.abs(fresh.size()) <= bound(bounds, fresh.at()) ? 1 : 0;
                of++;
            }
        }

        assertThat((double) held / of).isCloseTo(0.91, within(0.04));
    }

    @Test
    void too_few_architectures_and_a_target_without_errors_have_no_bound() {
        assertThat(AdaptiveConformal.of(misses(8, true)).bound(World.WASM, EASY, 0.9))
                .isEmpty();
        assertThat(AdaptiveConformal.of(misses(20, true)).bound(World.WEBNN, EASY, 0.9))
                .isEmpty();
        assertThat(AdaptiveConformal.of(List.of()).groups(World.WASM)).isZero();
    }

    @Test
    void a_target_of_two_architectures_has_no_bound_however_many_others_have() {
        List<Miss> misses = new ArrayList<>(misses(30, true));
        misses(2, true)
                .forEach(miss -> misses.add(new Miss(miss.architecture(), World.WEBNN, miss.at(), 0.01 * miss.size())));
        AdaptiveConformal bounds = AdaptiveConformal.of(misses);

        assertThat(bounds.bound(World.WASM, EASY, 0.9)).isPresent();
        assertThat(bounds.bound(World.WEBNN, EASY, 0.9)).isEmpty();
        assertThat(bounds.groups(World.WEBNN)).isEqualTo(2);
    }
}
