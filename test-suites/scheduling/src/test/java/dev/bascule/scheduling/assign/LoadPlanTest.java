package dev.bascule.scheduling.assign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
    private static final double NEVER = Double.POSITIVE_INFINITY;

    @Test
    void each_job_goes_where_it_is_good_though_both_are_quicker_on_one() {
        assertThat(LoadPlan.of(new double[][] {{1, 10}, {5, 5.5}}, new double[] {0, 0}, 4))
                .containsExactly(0, 1);
    }

    @Test
    void a_job_waits_for_a_much_better_machine_and_not_for_one_that_is_busy_for_long() {
        double[][] time = {{1, 30}};

        assertThat(LoadPlan.of(time, new double[] {5, 0}, 4)).containsExactly(0);
        assertThat(LoadPlan.of(time, new double[] {500, 0}, 4)).containsExactly(1);
    }

    @Test
    void what_cannot_be_is_not_planned() {
        assertThat(LoadPlan.of(new double[][] {{NEVER, 100}, {NEVER, 100}}, new double[] {0, 0}, 2))
                .containsExactly(1, 1);
        assertThatThrownBy(() -> LoadPlan.of(new double[][] {{NEVER, NEVER}}, new double[] {0, 0}, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_former_plan_that_is_no_longer_possible_is_mended() {
        double[][] time = {{1, NEVER}, {1, 1}};

        int[] plan = LoadPlan.from(time, new double[] {0, 0}, 4, List.of(OptionalInt.of(1), OptionalInt.empty()));

        assertThat(plan).containsExactly(0, 1);
    }

    /** Random unrelated machines; the optimum by trying all. The bar of five in a hundred is judged on the whole in OptimumTest. */
    @Test
    void its_last_end_is_never_far_from_the_least_on_small_cases() {
        Random random = new Random(3);
        for (int trial = 0; trial < 200; trial++) {
            double[][] time = times(random, 6, 3);
            double least = least(time, new double[3], 0);

            double got = last(time, LoadPlan.of(time, new double[3], 8));

            assertThat(got).isBetween(least - 1e-9, 1.5 * least);
        }
    }

    @Test
    void from_any_former_plan_it_is_not_worse_than_that_plan() {
        Random random = new Random(4);
        for (int trial = 0; trial < 100; trial++) {
            double[][] time = times(random, 20, 4);
            List<OptionalInt> worst = Collections.nCopies(20, OptionalInt.of(3));
            int[] all = Collections.nCopies(20, 3).stream()
                    .mapToInt(Integer::intValue)
                    .toArray();

            assertThat(powers(time, LoadPlan.from(time, new double[4], 4, worst)))
                    .isLessThan(powers(time, all));
        }
    }

    @Test
    void one_machine_that_is_busy_for_long_changes_nothing_of_what_is_planned_on_the_others() {
        Random random = new Random(5);
        for (int trial = 0; trial < 20; trial++) {
            double[][] time = times(random, 20, 4);
            double[][] wider = new double[time.length][];
            for (int job = 0; job < time.length; job++) {
                wider[job] = Arrays.copyOf(time[job], 5);
                wider[job][4] = NEVER;
            }
            List<OptionalInt> worst = Collections.nCopies(20, OptionalInt.of(3));

            assertThat(LoadPlan.from(wider, new double[] {0, 0, 0, 0, 1e6}, 4, worst))
                    .isEqualTo(LoadPlan.from(wider, new double[5], 4, worst));
        }
    }

    private static double[][] times(Random random, int jobs, int machines) {
        double[][] time = new double[jobs][machines];
        for (double[] job : time) {
            for (int machine = 0; machine < machines; machine++) {
                job[machine] = 1 + 20 * random.nextDouble();
            }
        }
        return time;
    }

    private static double last(double[][] time, int[] plan) {
        double last = 0;
        for (double load : loads(time, plan)) {
            last = Math.max(last, load);
        }
        return last;
    }

    private static double powers(double[][] time, int[] plan) {
        double sum = 0;
        for (double load : loads(time, plan)) {
            sum += Math.pow(load, 4);
        }
        return sum;
    }

    private static double[] loads(double[][] time, int[] plan) {
        double[] loads = new double[time[0].length];
        for (int job = 0; job < plan.length; job++) {
            loads[plan[job]] += time[job][plan[job]];
        }
        return loads;
    }

    private static double least(double[][] time, double[] loads, int job) {
        if (job == time.length) {
            double last = 0;
            for (double load : loads) {
                last = Math.max(last, load);
            }
            return last;
        }
        double least = NEVER;
        for (int machine = 0; machine < loads.length; machine++) {
            loads[machine] += time[job][machine];
            least = Math.min(least, least(time, loads, job + 1));
            loads[machine] -= time[job][machine];
        }
        return least;
    }
}
