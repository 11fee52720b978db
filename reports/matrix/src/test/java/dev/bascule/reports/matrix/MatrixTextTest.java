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

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.AttemptBuilder;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ManyBrowsers;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.scoring.RelativeSpeed;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixTextTest {
    private static final Matrix SHOWCASE = Matrix.of(ShowcaseRun.record());

    private static final Matrix MANY = Matrix.of(ManyBrowsers.record());

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

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 100, 120, 200})
    void many_browsers_stay_within_the_terminal_and_no_browser_s_columns_are_parted_needlessly(int width) {
        String text = MatrixText.render(MANY, new TextStyle(width, true, false));
        assertThat(text.lines().filter(line -> !line.startsWith("  reproduce: ")))
                .allSatisfy(line -> assertThat(TextStyle.length(line)).as(line).isLessThanOrEqualTo(width));
        if (width >= 80) {
            assertThat(text.lines().filter(line -> line.contains("│ webgpu*")))
                    .as("one head a browser")
                    .hasSizeBetween(2, 4);
            assertThat(text).contains("Firefox ESR 153").contains(ManyBrowsers.WEBKIT.label());
        }
    }

    @Test
    void a_terminal_of_ascii_keeps_the_signs_of_figures() {
        TextStyle ascii = new TextStyle(80, false, false);
        assertThat(ascii.plain("−1.2 % to +3.4 %, ×2\u00a0294, ≤ 5 µs ±4"))
                .isEqualTo("-1.2 % to +3.4 %, x2 294, <= 5 us +-4");
    }

    @Test
    void rows_that_differ_differ_when_they_are_cut() {
        for (int width : new int[] {60, 80, 120}) {
            List<String> lines = MatrixText.render(MANY, new TextStyle(width, true, false))
                    .lines()
                    .toList();
            assertThat(IntStream.range(1, lines.size())
                            .filter(i -> lines.get(i).startsWith("embedding "))
                            .mapToObj(i -> lines.get(i - 1))
                            .map(line -> line.substring(0, line.indexOf(" │")))
                            .distinct())
                    .as("at %d", width)
                    .hasSize(2);
        }
    }

    /** Letters, which they once had, shifted between the matrix of a run and that over history. */
    @Test
    void a_chain_is_named_by_itself_whatever_stands_beside_it() {
        CaseRun browser = SHOWCASE.inOrder().get(3).run();
        CaseRun ofNative = SHOWCASE.inOrder().get(5).run();
        assertThat(browser.chain().isStrict() || ofNative.chain().isStrict()).isFalse();
        for (RunRecord run : List.of(record("1", ofNative), record("2", browser, ofNative))) {
            String table = MatrixText.render(Matrix.of(run), new TextStyle(120, true, false));
            assertThat(table.split("┼")[0]).contains("cuda→").doesNotContain("chain");
        }
    }

    @Test
    void a_ratio_that_was_interleaved_tells_its_interval_and_one_of_medians_has_none() {
        assertThat(text(120))
                .containsPattern("│ ×2\\.\\d+±\\d+%")
                .containsPattern("│ ≈×\\d+ \\[")
                .contains("± half its 95 %");
    }

    @Test
    void half_an_interval_is_the_wider_half_rounded_up() {
        assertThat(CellSymbols.ratio(new RelativeSpeed(
                        2, Optional.of(new Interval(1.9, 2.121)), "native", RelativeSpeed.Basis.INTERLEAVED)))
                .isEqualTo("×2.00±7%");
        assertThat(interleaved(2, 1.9, 2.1)).isEqualTo("×2.00±5%");
        assertThat(CellSymbols.ratio(new RelativeSpeed(2, Optional.empty(), "native", RelativeSpeed.Basis.INTERLEAVED)))
                .isEqualTo("×2.00");
    }

    @Test
    void of_an_interval_that_is_wide_or_uneven_both_ends_are_told() {
        assertThat(interleaved(7.74, 2.94, 20.4)).isEqualTo("×7.74 (2.94–20.4)");
        assertThat(interleaved(2, 1.9, 2.5)).isEqualTo("×2.00 (1.90–2.50)");
        assertThat(interleaved(2, 1.6, 2.5)).isEqualTo("×2.00±25%");
        assertThat(interleaved(2, 1.99, 2.1)).isEqualTo("×2.00±5%");
    }

    private static String interleaved(double ratio, double low, double high) {
        return CellSymbols.ratio(new RelativeSpeed(
                ratio, Optional.of(new Interval(low, high)), "native", RelativeSpeed.Basis.INTERLEAVED));
    }

    @Test
    void a_flaky_cell_says_that_a_retry_passed_shows_no_time_of_it_and_is_explained() {
        String text = MatrixText.render(Matrix.of(record("1", ShowcaseRun.FLAKY)), new TextStyle(120, true, false));
        assertThat(text)
                .contains("ok, retry 1")
                .contains("[0]")
                .contains("FLAKY  mobilenet-tiny, wasm in Chrome Headless Shell 153: failed first with"
                        + " ATTEMPT_TIMED_OUT, passed on retry")
                .contains("wasm, retry 1 in a clean browser: passed")
                .contains("no figure of the retry stands for the cell");
        assertThat(text.lines().limit(7)).noneMatch(line -> line.contains(" ms"));
        assertThat(text(120)).contains("webnn, retry 1 in a clean browser: the same again");
        assertThat(MatrixText.render(MANY, new TextStyle(120, true, false)))
                .as("no legend of what is not there")
                .doesNotContain("FLAKY");
    }

    @Test
    void a_flaky_chain_that_fell_back_says_where_it_got_to() {
        CaseRun fell = SHOWCASE.inOrder().stream()
                .map(MatrixCell::run)
                .filter(run -> run.verdict() == Verdict.FELL_BACK
                        && run.attempts().get(0).outcome() == Outcome.WRONG)
                .findFirst()
                .orElseThrow();
        MatrixCell cell = Matrix.of(record("1", fell.retried(List.of(on(WEBGPU).build()))))
                .inOrder()
                .get(0);
        assertThat(cell.verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(cell.reached()).contains("webnn");
    }

    @Test
    void what_is_true_in_several_browsers_is_said_once_and_names_them() {
        assertThat(Explanation.of(MANY))
                .filteredOn(each -> each.chain().equals("webnn"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.browsers())
                            .containsExactly("Chromium 156", "Firefox ESR 153", ManyBrowsers.WEBKIT.label());
                    assertThat(each.models()).hasSize(2);
                });
    }

    @Test
    void what_is_true_of_other_models_in_another_browser_is_said_apart() {
        var here = strict(TEXT, Verdict.FAILED, failing().build());
        var there = strict(
                Fixtures.VISION,
                Verdict.FAILED,
                failing().in(ManyBrowsers.FIREFOX).build());
        assertThat(Explanation.of(Matrix.of(record("1", here, there))))
                .extracting(Explanation::on)
                .containsExactly("wasm in Chrome Headless Shell 153", "wasm in Firefox ESR 153");
    }

    private static AttemptBuilder failing() {
        return on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "the same");
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
        var caseResult = CaseResult.allOf(here).get(0);
        var elsewhere = new CaseResult(
                "2",
                caseResult.startedAt(),
                new dev.bascule.fallback.target.Machine(
                        "0123456789abcdef",
                        "macOS 16 arm64",
                        caseResult.machine().cpu(),
                        1L << 34,
                        java.util.List.of()),
                caseResult.run(),
                caseResult.nativeCpu());
        assertThat(Matrix.of(java.util.List.of(caseResult, elsewhere)).groups().keySet())
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
                one.fallbackCost(),
                one.reproduce());
        assertThat(Matrix.of(record("1", one, other)).rows())
                .extracting(Matrix.Row::label)
                .containsExactly("bert-tiny bert-tiny batch=1", "bert-tiny bert-tiny batch=8");
    }

    @Test
    void of_a_cell_that_one_run_has_several_times_the_worst_is_shown_and_the_others_are_kept() {
        var good = strict(TEXT, Verdict.PASS, on(WEBGPU).build());
        var bad = strict(TEXT, Verdict.WRONG, on(WEBGPU).wrongNumbers().build());
        Matrix matrix = Matrix.of(record("1", good, bad, good));
        assertThat(matrix.inOrder()).singleElement().satisfies(cell -> {
            assertThat(cell.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(cell.merged()).extracting(MatrixCell::verdict).containsExactly(Verdict.PASS, Verdict.PASS);
            assertThat(cell.summary()).isEmpty();
        });
        assertThat(MatrixText.render(matrix, new TextStyle(120, true, false)))
                .contains("worst of 3")
                .contains("the report all");
    }

    @Test
    void an_older_run_s_worse_cell_does_not_come_back() {
        var good = strict(TEXT, Verdict.PASS, on(WEBGPU).build());
        var bad = strict(TEXT, Verdict.WRONG, on(WEBGPU).wrongNumbers().build());
        List<CaseResult> newestFirst = Stream.concat(
                        CaseResult.allOf(record("new", good)).stream(), CaseResult.allOf(record("old", bad)).stream())
                .toList();
        assertThat(Matrix.of(newestFirst).inOrder())
                .singleElement()
                .satisfies(cell -> assertThat(cell.verdict()).isEqualTo(Verdict.PASS));
    }

    @Test
    void models_of_one_name_have_rows_that_tell_their_hash() {
        var one = strict(TEXT, Verdict.PASS, on(WASM).build());
        var other = strict(
                Fixtures.model(TEXT.name(), "be", Family.EMBEDDING, "feature-extraction"),
                Verdict.PASS,
                on(WASM).build());
        assertThat(Matrix.of(record("1", one, other)).rows())
                .extracting(Matrix.Row::label)
                .containsExactly(
                        "bert-tiny bert-tiny batch=1 sha aa000000", "bert-tiny bert-tiny batch=1 sha be000000");
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
