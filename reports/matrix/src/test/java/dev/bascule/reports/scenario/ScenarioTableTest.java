package dev.bascule.reports.scenario;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.fixture.ScenarioFixtures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioTableTest {

    private static ScenarioRun with(Figure... figures) {
        return ScenarioFixtures.run("soak", TEXT, WASM, Verdict.PASS, Optional.empty(), List.of(figures), List.of());
    }

    @Test
    void names_of_two_parts_make_columns_and_rows() {
        ScenarioTable table = ScenarioTable.allOf(
                        List.of(ScenarioFixtures.visits(WASM, 1), ScenarioFixtures.visits(WEBNN, 2)))
                .get(0);
        assertThat(table.columns()).containsExactly("fresh profile", "same page", "second visit");
        assertThat(table.rows())
                .extracting(ScenarioTable.Row::part)
                .containsExactly("create", "first inference", "create", "first inference");
        assertThat(table.rows()).allSatisfy(row -> assertThat(row.cells()).doesNotContain(Optional.empty()));
        assertThat(table.runs()).hasSize(2);
    }

    @Test
    void plain_names_stand_in_one_row() {
        ScenarioTable table = ScenarioTable.allOf(ScenarioFixtures.all()).get(3);
        assertThat(table.scenario()).isEqualTo("stream");
        assertThat(table.hasParts()).isFalse();
        assertThat(table.columns())
                .containsExactly("real-time factor", "dropped frames", "latency, median", "latency, p90");
        assertThat(table.rows()).hasSize(1);
    }

    @Test
    void plain_names_among_names_of_two_parts_stand_under_value_and_nothing_is_dropped() {
        ScenarioRun run = with(
                Figure.single("growth, total", "bytes/cycle", 1),
                Figure.single("drift, warm inference", "ms/cycle", 2),
                Figure.single("warm inference", "ms", 3));
        ScenarioTable table = ScenarioTable.allOf(List.of(run)).get(0);
        assertThat(table.columns()).containsExactly("growth", "drift", "value");
        assertThat(table.rows().stream().flatMap(row -> row.cells().stream()).flatMap(Optional::stream))
                .containsExactlyInAnyOrderElementsOf(run.observed().figures());
        assertThat(table.rows()).extracting(ScenarioTable.Row::part).containsExactly("total", "warm inference");
    }

    @Test
    void figures_of_one_name_are_all_kept() {
        ScenarioRun run = with(Figure.single("latency", "ms", 1), Figure.single("latency", "ms", 2));
        assertThat(ScenarioTable.allOf(List.of(run)).get(0).rows().stream()
                        .flatMap(row -> row.cells().stream())
                        .flatMap(Optional::stream))
                .containsExactlyInAnyOrderElementsOf(run.observed().figures());
    }

    @Test
    void a_run_without_figures_has_a_row() {
        assertThat(ScenarioTable.allOf(List.of(with())).get(0).rows())
                .singleElement()
                .satisfies(row -> assertThat(row.cells()).isEmpty());
    }

    @Test
    void figures_carry_their_unit_their_sign_and_their_interval() {
        assertThat(FigureText.of(new Figure(
                        "g",
                        "bytes/cycle",
                        List.of(1.0),
                        Optional.of(-64_200.0),
                        Optional.of(new Interval(-70_000, 12)))))
                .isEqualTo("−64.2 kB/cycle (−70.0 kB/cycle to +12 B/cycle)");
        assertThat(FigureText.of(new Figure(
                        "g",
                        "bytes/cycle",
                        List.of(1.0),
                        Optional.of(64_200.0),
                        Optional.of(new Interval(-1_200, 70_000)))))
                .as("one unit is said once")
                .isEqualTo("+64.2 kB/cycle (−1.20 to +70.0)");
        assertThat(FigureText.of(Figure.single("f", "frames", 2))).isEqualTo("2 frames");
        assertThat(FigureText.of(Figure.single("f", "1", 0.3))).isEqualTo("0.300");
        assertThat(FigureText.of(Figure.single("f", "1", 3.6e-7))).isEqualTo("3.6e-7");
        assertThat(FigureText.of(Figure.single("f", "ms", 12.5))).isEqualTo("12.5 ms");
        assertThat(FigureText.of(Figure.single("f", "bytes", 42e6))).isEqualTo("42.0 MB");
        assertThat(FigureText.of(new Figure("f", "ms", List.of(1.0, 2.0), Optional.empty(), Optional.empty())))
                .isEqualTo("too few or too quick (n = 2)");
    }

    @Test
    void readings_know_the_growth_found_in_them_and_no_other() {
        ScenarioRun soak = ScenarioFixtures.soak();
        Figure readings = soak.observed().figures().get(1);
        assertThat(ScenarioWords.growthOf(readings, soak))
                .contains(soak.observed().figures().get(0));
        Figure times = soak.observed().figures().get(soak.observed().figures().size() - 1);
        assertThat(ScenarioWords.growthOf(times, soak)).isEmpty();
    }

    @Test
    void a_scenario_of_which_nothing_is_known_is_called_by_its_id() {
        assertThat(ScenarioWords.title("new-one")).isEqualTo("new-one");
        assertThat(ScenarioWords.meaning("new-one")).isEmpty();
    }
}
