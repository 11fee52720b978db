package dev.bascule.reports.matrix;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixTextTest {
    private static final Matrix SHOWCASE = Matrix.of(ShowcaseRun.record());

    private static String text(int width) {
        return MatrixText.render(SHOWCASE, new TextStyle(width, true, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100, 120, 200})
    void no_line_is_wider_than_the_terminal_but_the_commands_to_copy(int width) {
        assertThat(text(width).lines().filter(line -> !line.startsWith("  reproduce: ")))
                .allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                        .as(line)
                        .isLessThanOrEqualTo(width));
    }

    @Test
    void every_verdict_of_the_run_is_in_the_table() {
        for (Verdict verdict : Verdict.values()) {
            assertThat(text(120)).contains(verdict.name());
        }
    }

    @Test
    void a_software_adapter_is_marked_in_the_head_and_explained() {
        assertThat(text(120)).contains("webgpu*").contains("* software adapter");
        RunRecord without = record("1", strict(TEXT, Verdict.PASS, on(WASM).build()));
        assertThat(MatrixText.render(Matrix.of(without), new TextStyle(120, true, false)))
                .doesNotContain("*");
    }

    @Test
    void a_fallback_names_what_was_reached_why_the_remedy_and_how_to_reproduce_it() {
        assertThat(text(120))
                .contains("→ cpu")
                .contains("cuda: libcuda.so.1 cannot be loaded: no NVIDIA driver on this machine")
                .contains("try: bascule doctor")
                .contains("reproduce: bascule run quickstart --filter");
    }

    @Test
    void no_time_stands_where_no_sample_does() {
        RunRecord run =
                record("1", strict(TEXT, Verdict.PASS, on(WASM).samples(0).build()));
        assertThat(MatrixText.render(Matrix.of(run), new TextStyle(120, true, false))
                        .lines()
                        .limit(5))
                .noneMatch(line -> line.contains(" ms"));
    }

    @Test
    void no_time_stands_beside_wrong_outputs() {
        RunRecord run =
                record("1", strict(TEXT, Verdict.WRONG, on(WASM).wrongNumbers().build()));
        assertThat(MatrixText.render(Matrix.of(run), new TextStyle(120, true, false))
                        .lines()
                        .limit(5))
                .noneMatch(line -> line.contains(" ms"));
    }

    @Test
    void ascii_terminals_get_ascii_and_no_colour_unless_asked() {
        String ascii = MatrixText.render(SHOWCASE, new TextStyle(100, false, false));
        assertThat(ascii).matches("[\\p{ASCII}]*").doesNotContain("\u001b");
        assertThat(MatrixText.render(SHOWCASE, new TextStyle(100, true, true))).contains("\u001b[31m");
    }

    @Test
    void control_characters_of_a_model_s_name_do_not_reach_the_terminal() {
        var plain = strict(TEXT, Verdict.PASS, on(WASM).build());
        var evil = new dev.bascule.fallback.attempt.CaseRun(
                plain.caseId(),
                Fixtures.model("evil\u001b[2Jname", "dd", Family.OTHER, "unknown"),
                plain.chain(),
                plain.attempts(),
                plain.verdict(),
                plain.fallbackCost(),
                plain.reproduce());
        RunRecord run = record("1", evil);
        assertThat(MatrixText.render(Matrix.of(run), new TextStyle(100, true, false)))
                .doesNotContain("\u001b");
    }

    @Test
    void columns_stand_browser_first_strict_before_chains() {
        assertThat(SHOWCASE.columns())
                .extracting(Matrix.Column::label)
                .containsExactly(
                        "webgpu", "webnn cpu", "wasm", "webgpu→webnn→wasm", "cpu", "cuda", "cuda→openvino→cpu");
        assertThat(SHOWCASE.groups().keySet()).containsExactly("Chrome Headless Shell 153", "native");
    }

    @Test
    void cells_of_several_machines_stand_in_columns_of_their_own() {
        RunRecord here = record("1", strict(TEXT, Verdict.PASS, on(NATIVE_CPU).build()));
        var sighting = Sighting.allOf(here).get(0);
        var elsewhere = new Sighting(
                "2",
                sighting.startedAt(),
                new dev.bascule.fallback.target.Machine(
                        "0123456789abcdef", "macOS 16 arm64", sighting.machine().cpu(), 1L << 34, java.util.List.of()),
                sighting.run(),
                sighting.nativeCpu());
        assertThat(Matrix.of(java.util.List.of(sighting, elsewhere)).groups().keySet())
                .containsExactly("native @f1e2d3c4", "native @01234567");
    }

    @Test
    void a_model_with_several_cases_has_a_row_for_each() {
        var one = strict(TEXT, Verdict.PASS, on(WEBNN).build());
        var other = new dev.bascule.fallback.attempt.CaseRun(
                dev.bascule.fallback.cases.CaseId.of(
                        "quickstart", "embedding", TEXT.name(), java.util.Map.of("batch", "8")),
                one.model(),
                one.chain(),
                one.attempts(),
                one.verdict(),
                one.fallbackCost(),
                one.reproduce());
        assertThat(Matrix.of(record("1", one, other)).rows())
                .extracting(Matrix.Row::label)
                .containsExactly("bert-tiny bert-tiny batch=1", "bert-tiny bert-tiny batch=8");
    }

    @Test
    void the_same_cell_twice_shows_the_first() {
        var slow = strict(TEXT, Verdict.PASS, on(WEBGPU).median(90).build());
        var fast = strict(TEXT, Verdict.PASS, on(WEBGPU).median(9).build());
        Matrix matrix = Matrix.of(record("1", fast, slow));
        assertThat(matrix.inOrder()).hasSize(1);
        assertThat(matrix.inOrder().get(0).summary().orElseThrow().median()).isLessThan(20);
    }
}
