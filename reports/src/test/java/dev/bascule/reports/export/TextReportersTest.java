package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.scoring.Formula;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class TextReportersTest {
    private static final RunRecord RUN = ShowcaseRun.record();

    private static Document xml(RunRecord record) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(new JunitReporter().render(record))));
    }

    private static RunRecord failing(String message) {
        CaseRun run = strict(
                TEXT,
                Verdict.FAILED,
                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, message)
                        .build());
        return record("1", run);
    }

    @Test
    void junit_counts_add_up_and_a_failure_s_type_is_its_error_code() throws Exception {
        Element suite = xml(RUN).getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("18");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(18);
        assertThat(suite.getElementsByTagName("failure").getLength())
                .isEqualTo(Integer.parseInt(suite.getAttribute("failures")))
                .isEqualTo(6);
        assertThat(suite.getElementsByTagName("skipped").getLength()).isEqualTo(2);
        List<String> types = IntStream.range(0, 6)
                .mapToObj(i -> ((Element) suite.getElementsByTagName("failure").item(i)).getAttribute("type"))
                .toList();
        assertThat(types)
                .containsExactly(
                        "NUMERICS_WRONG",
                        "FLAKY",
                        "ATTEMPT_TIMED_OUT",
                        "WASM_TRAP",
                        "EXECUTION_FAILED",
                        "EXECUTION_FAILED");
    }

    @Test
    void junit_survives_characters_that_xml_has_no_place_for() throws Exception {
        assertThat(xml(failing("]]> <b> & \u0000 \u001b[31m"))
                        .getDocumentElement()
                        .getTextContent())
                .contains("]]> <b> & ?");
    }

    @Test
    void every_failed_junit_case_says_how_to_reproduce_it() throws Exception {
        var failures = xml(RUN).getElementsByTagName("failure");
        for (int i = 0; i < failures.getLength(); i++) {
            assertThat(failures.item(i).getTextContent()).contains("reproduce: bascule run");
        }
    }

    @Test
    void csv_has_a_line_for_each_attempt_and_as_many_fields_as_heads() {
        String csv = new CsvReporter().render(RUN);
        long attempts =
                RUN.runs().stream().mapToLong(run -> run.attempts().size()).sum();
        assertThat(csv.split("\r\n")).hasSize((int) attempts + 1);
        int heads = csv.split("\r\n")[0].split(",", -1).length;
        assertThat(csv.split("\r\n"))
                .allSatisfy(line -> assertThat(
                                line.replaceAll("\"(?:[^\"]|\"\")*\"", "x").split(",", -1))
                        .hasSize(heads));
        assertThat(csv).doesNotContain(",NaN,").doesNotContain(",-1,").doesNotContain("Optional");
    }

    @Test
    void csv_quotes_and_disarms_formulas() {
        assertThat(new CsvReporter().render(failing("=cmd|'/c calc', \"x\"")))
                .contains("\"'=cmd|'/c calc', \"\"x\"\"\"");
    }

    @Test
    void github_gets_ten_annotations_at_most_and_hears_of_the_rest() {
        RunRecord many = record(
                "many",
                IntStream.range(0, 30)
                        .mapToObj(i -> strict(
                                Fixtures.model("model-" + i, "a" + i, Family.OTHER, "unknown"),
                                Verdict.FAILED,
                                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, "reason " + i)
                                        .build()))
                        .toArray(CaseRun[]::new));
        assertThat(new GithubReporter().render(many).lines())
                .hasSize(10)
                .last()
                .asString()
                .contains("21 more");
    }

    @Test
    void github_commands_cannot_be_broken_out_of() {
        String text = new GithubReporter().render(failing("100 %\n::error::forged"));
        assertThat(text.lines()).hasSize(1);
        assertThat(text).contains("100 %25%0A::error::forged").startsWith("::error title=FAILED bert-tiny on wasm::");
    }

    @Test
    void a_run_of_passes_has_nothing_to_annotate() {
        assertThat(new GithubReporter().render(record("1", strict(TEXT, Verdict.PASS, on(WASM).build()))))
                .isEmpty();
    }

    @Test
    void markdown_has_the_matrix_the_reasons_the_formula_and_an_example() {
        String page = new MarkdownReporter().render(RUN);
        assertThat(page)
                .contains("**WRONG** ●")
                .contains("no NVIDIA driver")
                .contains(Formula.LINE)
                .contains("Rounded: **75**")
                .contains("software adapter");
        assertThat(page.lines()
                        .filter(line -> line.startsWith("| model |"))
                        .findFirst()
                        .orElseThrow())
                .contains("webgpu\\*");
    }

    @Test
    void markdown_tables_have_as_many_cells_in_each_row_as_in_the_head() {
        List<String> lines = new MarkdownReporter().render(RUN).lines().toList();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith("| ") && lines.get(i - 1).startsWith("| ")) {
                assertThat(pipes(lines.get(i))).as(lines.get(i)).isEqualTo(pipes(lines.get(i - 1)));
            }
        }
    }

    private static long pipes(String line) {
        return line.replace("\\|", "").chars().filter(c -> c == '|').count();
    }

    @Test
    void markdown_takes_nothing_from_outside_for_markup() {
        String page = new MarkdownReporter().render(failing("<img src=x> [link](x) | `code` *bold*"));
        assertThat(page).doesNotContain("<img").contains("\\[link\\](x) \\| \\`code\\` \\*bold\\*");
    }
}
