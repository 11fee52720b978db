package dev.bascule.reports.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.format.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExactDistancesTest {

    @Test
    void each_case_that_was_held_against_the_exact_reference_has_its_strict_targets_the_nearest_first() {
        List<ExactDistances> cases = ExactDistances.of(Matrix.of(ShowcaseRun.record()));

        assertThat(cases).isNotEmpty().allSatisfy(one -> {
            assertThat(one.targets()).isNotEmpty();
            assertThat(one.targets()).extracting(ExactDistances.Distance::rms).isSorted();
            assertThat(one.targets())
                    .extracting(ExactDistances.Distance::target)
                    .doesNotHaveDuplicates()
                    .noneMatch(target -> target.contains("→"));
        });
        assertThat(cases.get(0).targets().get(0).rms()).isEqualTo(0.31);
    }

    @Test
    void below_the_table_stand_the_targets_of_a_case_the_nearest_first() {
        Matrix matrix = Matrix.of(ShowcaseRun.record());
        ExactDistances first = ExactDistances.of(matrix).stream()
                .filter(one -> one.targets().size() > 1)
                .findFirst()
                .orElseThrow();

        String text = MatrixText.render(matrix, new TextStyle(300, true, false));

        assertThat(text)
                .contains("Nearest to the exact result")
                .contains("  %s: %s %s, %s "
                        .formatted(
                                first.label(),
                                first.targets().get(0).target(),
                                Figures.sigma(first.targets().get(0).rms()),
                                first.targets().get(1).target()));
    }
}
