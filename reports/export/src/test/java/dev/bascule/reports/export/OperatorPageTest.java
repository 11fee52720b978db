package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.webnn.OpSupport;
import dev.bascule.reports.coverage.OperatorCell;
import dev.bascule.reports.coverage.OperatorCoverage;
import dev.bascule.reports.coverage.VerdictCounts;
import dev.bascule.reports.coverage.WebNnCoverage;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.format.Times;
import dev.bascule.reports.matrix.Matrix;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OperatorPageTest {
    private static final String PAGE = OperatorPage.render(
            OperatorCoverage.of(Matrix.of(ConformanceFixtures.record("run", 200))),
            WebNnCoverage.of(Matrix.of(ConformanceFixtures.record("run", 200))),
            List.of(),
            Fixtures.START);

    @Test
    void a_cell_tells_its_count_with_a_word_and_a_sign_beside_the_colour() {
        assertThat(PAGE)
                .contains("<b>1/1</b> <i>right</i>")
                .contains("<i>crashed</i>")
                .contains("<i>unsupported</i>")
                .contains("✗")
                .contains("∅");
    }

    @Test
    void every_cell_that_is_not_right_leads_to_its_reasons() {
        Matcher links = Pattern.compile("href=\"#(gap-\\d+)\"").matcher(PAGE);
        int count = 0;
        while (links.find()) {
            count++;
            assertThat(PAGE).contains("id=\"" + links.group(1) + "\"");
        }
        assertThat(count).isGreaterThan(20);
        assertThat(PAGE).contains("WASM_TRAP").contains("onnx-node:ai.onnx:test_");
    }

    @Test
    void a_cell_has_the_sign_of_every_verdict_that_occurs_and_counts_partial_ones() {
        assertThat(OperatorPage.sign(cell(Map.of(Verdict.PASS, 2)))).isEqualTo("✓");
        assertThat(OperatorPage.sign(cell(Map.of(Verdict.PARTIAL, 3)))).isEqualTo("◑");
        assertThat(OperatorPage.word(cell(Map.of(Verdict.PARTIAL, 3)))).isEqualTo("some nodes elsewhere");
        assertThat(OperatorPage.counts(cell(Map.of(Verdict.PARTIAL, 3)))).isEqualTo("0/3 + 3 partial");
        assertThat(OperatorPage.sign(cell(Map.of(Verdict.PARTIAL, 5, Verdict.CRASHED, 3))))
                .isEqualTo("◑✗");
        assertThat(OperatorPage.sign(cell(Map.of(Verdict.PASS, 5, Verdict.UNSUPPORTED, 3))))
                .isEqualTo("✓∅");
        assertThat(OperatorPage.word(
                        new OperatorCell(VerdictCounts.NONE, List.of(), new VerdictCounts(Map.of(Verdict.PARTIAL, 5)))))
                .isEqualTo("none wholly there, among others");
        assertThat(OperatorPage.word(
                        new OperatorCell(VerdictCounts.NONE, List.of(), new VerdictCounts(Map.of(Verdict.WRONG, 5)))))
                .isEqualTo("none right among others");
        assertThat(OperatorPage.sign(cell(Map.of(Verdict.WRONG, 1, Verdict.CRASHED, 1))))
                .as("the negative control: nothing right, no sign of it, and each sign once")
                .isEqualTo("✗");
        assertThat(OperatorPage.signed(new VerdictCounts(Map.of(Verdict.UNSUPPORTED, 2))))
                .as("WebNN's table has the same signs")
                .isEqualTo("∅ 0/2");
    }

    private static OperatorCell cell(Map<Verdict, Integer> verdicts) {
        return new OperatorCell(new VerdictCounts(verdicts), List.of(), VerdictCounts.NONE);
    }

    @Test
    void no_reason_is_told_with_its_figures_left_out() {
        assertThat(PAGE)
                .contains("such as: Could not find an implementation for Softmax(18) node with name 'n117'")
                .doesNotContain("Softmax(#)")
                .doesNotContain("# of #")
                .doesNotContain("'#'")
                .doesNotContain("&#39;#&#39;");
    }

    @Test
    void the_head_of_a_software_adapters_column_says_so_and_no_other_does() {
        String page = OperatorPage.render(
                OperatorCoverage.of(Matrix.of(Fixtures.record(
                        "run",
                        ConformanceFixtures.passed(
                                ConformanceFixtures.model("m", ConformanceFixtures.onnx("Add", 14, DType.FLOAT32)),
                                Backends.WEBGPU),
                        ConformanceFixtures.passed(
                                ConformanceFixtures.model("m", ConformanceFixtures.onnx("Add", 14, DType.FLOAT32)),
                                Backends.WASM)))),
                List.of(),
                List.of(),
                Fixtures.START);
        assertThat(page).contains("<b>webgpu (software)</b></th>").contains("<b>wasm</b></th>");
    }

    @Test
    void the_page_asks_nobody_and_lets_its_own_script_run_alone() throws Exception {
        assertThat(PAGE).doesNotContain("http://").doesNotContain("https://").doesNotContain(" src=");
        Matcher script =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(PAGE);
        assertThat(script.find()).isTrue();
        String hash = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256")
                        .digest(script.group(1).getBytes(StandardCharsets.UTF_8)));
        assertThat(PAGE).contains("script-src 'sha256-" + hash + "'");
        assertThat(script.find()).isFalse();
    }

    @Test
    void webnn_stands_in_three_columns() {
        assertThat(PAGE)
                .contains("Specification", "its claim is not known", "convTranspose2d", "✓ required")
                .contains("<td class=\"\">allowed</td>")
                .contains("the draft of " + OpSupport.draft());
    }

    @Test
    void how_targets_add_up_has_a_section_with_when_and_by_what_and_an_adapters_name_is_no_markup() {
        String page = OperatorPage.render(
                OperatorCoverage.of(Matrix.of(ConformanceFixtures.record("run", 200))),
                List.of(),
                List.of(new ArithmeticPart(
                        "webgpu in Chrome 153, on <script>alert(1)</script>",
                        Fixtures.START,
                        List.of("sums of fp32: fp32 (Gemm)", "sums of fp16: no answer: <img src=x> (Gemm)"))),
                Fixtures.START);

        assertThat(page)
                .contains("<a href=\"#arithmetic\">")
                .contains(
                        "<code>bascule doctor --test-hardware</code>",
                        "Of the machine that this page was written on alone")
                .contains("asked " + Times.minute(Fixtures.START))
                .contains("<li>sums of fp32: fp32 (Gemm)</li>")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("<script>alert")
                .doesNotContain("<img");
        assertThat(PAGE).as("where nothing was found there is no section").doesNotContain("id=\"arithmetic\"");
    }

    @Test
    void what_an_engine_says_is_no_markup() {
        String page = OperatorPage.render(
                OperatorCoverage.of(Matrix.of(Fixtures.record(
                        "run",
                        ConformanceFixtures.failed(
                                ConformanceFixtures.model("m", ConformanceFixtures.onnx("Add", 14, DType.FLOAT32)),
                                Backends.WASM,
                                Outcome.FAILED,
                                ErrorCode.EXECUTION_FAILED,
                                "<script>alert(1)</script>\" onclick=\"x")))),
                List.of(),
                List.of(),
                Fixtures.START);
        assertThat(page)
                .doesNotContain("<script>alert")
                .as("in an attribute quotes are escaped too")
                .doesNotContainPattern("title=\"[^\"]*\" onclick")
                .contains("&#34; onclick=&#34;x");
    }
}
