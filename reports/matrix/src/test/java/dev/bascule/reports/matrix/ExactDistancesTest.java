package dev.bascule.reports.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.OptionalDouble;
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
                .contains("  %s: %s".formatted(first.label(), String.join(", ", first.ranks())));
    }

    @Test
    void targets_that_are_equally_near_as_far_as_is_shown_are_told_together() {
        ExactDistances one = new ExactDistances(
                "resnet-micro",
                List.of(
                        distance("wasm 1.20.1", 0.33801, true),
                        distance("wasm 1.22.0", 0.33802, true),
                        distance("wasm 1.30.0", 0.33849, true),
                        distance("webgpu", 0.4401, true),
                        distance("webnn", 4e6, false)));

        assertThat(one.ranks())
                .containsExactly(
                        "wasm 1.20.1, wasm 1.22.0 and wasm 1.30.0 0.338 σ each",
                        "webgpu 0.440 σ",
                        "webnn " + Figures.sigma(4e6) + " (wrong)");
    }

    private static ExactDistances.Distance distance(String target, double rms, boolean right) {
        return new ExactDistances.Distance(target, rms, 2 * rms, OptionalDouble.empty(), right);
    }
}
