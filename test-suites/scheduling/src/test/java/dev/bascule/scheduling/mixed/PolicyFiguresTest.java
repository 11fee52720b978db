package dev.bascule.scheduling.mixed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bar of the project, on few seeds and small workloads; docs/design/scheduling.md has more of them. */
class PolicyFiguresTest {

    @ParameterizedTest
    @EnumSource
    void ours_is_matched_at_least_thirty_percent_better_than_the_best_simple_policy(MixedWork work) {
        PolicyFigures figures = PolicyFigures.of(work, 60, 1, 4);
        String best = figures.bestMatched();

        assertThat(figures.ratio(best, PolicyFigures::matching).low()).isGreaterThan(1.3);
        assertThat(figures.ratio(best, each -> PolicyFigures.seconds(each.meanFlow()))
                        .high())
                .isLessThan(1);
    }

    /** They take whatever they can whenever they can: nobody who waits for a better worker is as busy. */
    @ParameterizedTest
    @EnumSource
    void simple_policies_leave_no_worker_idle_while_work_waits(MixedWork work) {
        PolicyFigures figures = PolicyFigures.of(work, 30, 1, 1);

        assertThat(PolicyFigures.SIMPLE)
                .allSatisfy(name -> assertThat(figures.mean(name, each -> PolicyFigures.seconds(each.idle()))
                                .mean())
                        .isZero());
    }
}
