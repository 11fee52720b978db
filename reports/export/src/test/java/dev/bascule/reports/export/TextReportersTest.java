package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.fixture.RunVariants.withScenarios;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparedSide;
import dev.bascule.reports.comparison.Comparer;
import dev.bascule.reports.comparison.ComparisonOptions;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.fixture.ScenarioFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixText;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.matrix.TextStyle;
import dev.bascule.reports.scoring.Formula;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
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
        assertThat(suite.getAttribute("tests")).isEqualTo("25");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(25);
        assertThat(suite.getElementsByTagName("failure").getLength())
                .isEqualTo(Integer.parseInt(suite.getAttribute("failures")))
                .isEqualTo(8);
        assertThat(suite.getElementsByTagName("skipped").getLength()).isEqualTo(2);
        List<String> types = IntStream.range(0, 8)
                .mapToObj(i -> ((Element) suite.getElementsByTagName("failure").item(i)).getAttribute("type"))
                .toList();
        assertThat(types)
                .containsExactly(
                        "NUMERICS_WRONG",
                        "ATTEMPT_TIMED_OUT",
                        "ATTEMPT_TIMED_OUT",
                        "WASM_TRAP",
                        "EXECUTION_FAILED",
                        "EXECUTION_FAILED",
                        "NUMERICS_WRONG",
                        "RUNNER_CRASHED");
    }

    private static Element junitCase(String part) throws Exception {
        var cases = xml(RUN).getElementsByTagName("testcase");
        return IntStream.range(0, cases.getLength())
                .mapToObj(i -> (Element) cases.item(i))
                .filter(each -> each.getAttribute("name").contains(part))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_flaky_junit_case_is_a_failure_that_tells_both_attempts() throws Exception {
        Element failure = (Element) junitCase("mobilenet-tiny;batch=1 on wasm")
                .getElementsByTagName("failure")
                .item(0);
        assertThat(failure.getAttribute("message"))
                .isEqualTo("FLAKY: failed first with ATTEMPT_TIMED_OUT, passed on retry 1 in a clean browser");
        assertThat(failure.getTextContent())
                .contains("wasm: no answer within 60 s")
                .contains("wasm, retry 1 in a clean browser: passed");
    }

    @Test
    void a_retry_that_failed_too_is_a_rerun_failure_in_junit() throws Exception {
        Element crashed = junitCase("whisper-encoder-tiny;batch=1 on webnn");
        assertThat(crashed.getElementsByTagName("failure").getLength()).isEqualTo(1);
        Element again = (Element) crashed.getElementsByTagName("rerunFailure").item(0);
        assertThat(again.getAttribute("type")).isEqualTo("WASM_TRAP");
        assertThat(again.getAttribute("message")).startsWith("webnn, retry 1 in a clean browser");
    }

    @Test
    void a_case_that_could_not_be_read_is_an_error_in_junit() throws Exception {
        Element suite = xml(RunVariants.ofShard(RUN)).getDocumentElement();

        assertThat(suite.getAttribute("tests")).isEqualTo("26");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        Element error = (Element) suite.getElementsByTagName("error").item(0);
        assertThat(error.getAttribute("type")).isEqualTo("MODEL_TRUNCATED");
        assertThat(error.getAttribute("message")).isEqualTo("cannot be read: the model ends too soon");
    }

    @Test
    void a_cell_that_was_not_run_is_skipped_in_junit_and_counted() throws Exception {
        Element whole = xml(RUN).getDocumentElement();
        Element suite = xml(RunVariants.stopped(RUN)).getDocumentElement();

        assertThat(number(suite, "tests")).isEqualTo(number(whole, "tests") + 2);
        assertThat(number(suite, "skipped")).isEqualTo(number(whole, "skipped") + 2);
        assertThat(number(suite, "failures")).isEqualTo(number(whole, "failures"));
        assertThat(new JunitReporter().render(RunVariants.stopped(RUN)))
                .contains("quickstart:text:late;batch=1 on webgpu→wasm in Chromium &amp; &lt;156&gt;")
                .contains("not run: the run was stopped before it")
                .contains("not run: no worker can do it: mac: no &lt;abacus&gt;");
    }

    private static int number(Element suite, String attribute) {
        return Integer.parseInt(suite.getAttribute(attribute));
    }

    @Test
    void failures_of_one_kind_are_counted_in_junits_properties() throws Exception {
        Element suite = xml(RUN).getDocumentElement();
        NodeList properties = suite.getElementsByTagName("property");
        int counted = 0;
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            if (property.getAttribute("name").startsWith("failures.")) {
                counted += Integer.parseInt(property.getAttribute("value"));
            }
        }
        assertThat(counted)
                .isPositive()
                .isEqualTo(RUN.runs().stream()
                        .filter(one -> one.verdict().isFailure())
                        .count());
    }

    @Test
    void cells_that_were_not_run_are_one_annotation_and_a_section() {
        RunRecord stopped = RunVariants.stopped(RUN);

        assertThat(new GithubReporter().render(stopped))
                .containsOnlyOnce("::error title=2 cells not run::")
                .contains("quickstart:text:late;batch=1 on abacus: no worker can do it: mac");
        assertThat(new GithubReporter().render(RUN)).doesNotContain("not run");
        assertThat(new MarkdownReporter().render(stopped))
                .contains("## Not run", "`quickstart:text:late;batch=1` on abacus: no worker can do it")
                .contains("## Downloads", "`hf:org/<repo>` in 12.3 s");
        assertThat(new MarkdownReporter().render(RUN)).doesNotContain("Not run", "Downloads");
    }

    @Test
    void a_junit_case_of_a_scenario_has_its_figures() throws Exception {
        Element soak = junitCase("soak of quickstart:embedding:bert-tiny;batch=1 on wasm");
        assertThat(soak.getAttribute("classname")).isEqualTo("quickstart.scenarios.Chrome_Headless_Shell_153");
        assertThat(soak.getElementsByTagName("failure").getLength()).isZero();
        assertThat(soak.getTextContent()).contains("growth, total: +6").contains("kB/cycle (+5");
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
        long attempts = RUN.runs().stream()
                .mapToLong(run -> NumberedAttempt.allOf(run).size())
                .sum();
        assertThat(csv.split("\r\n")).hasSize((int) attempts + 1);
        int heads = csv.split("\r\n")[0].split(",", -1).length;
        assertThat(csv.split("\r\n"))
                .allSatisfy(line -> assertThat(
                                line.replaceAll("\"(?:[^\"]|\"\")*\"", "x").split(",", -1))
                        .hasSize(heads));
        assertThat(csv).doesNotContain(",NaN,").doesNotContain(",-1,").doesNotContain("Optional");
    }

    private static List<String> column(String csv, String head) {
        List<String> lines = csv.lines().toList();
        int place = List.of(lines.get(0).split(",", -1)).indexOf(head);
        return lines.stream()
                .skip(1)
                .map(line -> line.replaceAll("\"(?:[^\"]|\"\")*\"", "x").split(",", -1)[place])
                .toList();
    }

    @Test
    void csv_tells_retries_and_what_memory_was_made_of() {
        String csv = new CsvReporter().render(RUN);
        assertThat(column(csv, "retry")).filteredOn("1"::equals).hasSize(2);
        assertThat(column(csv, "memory_parts_bytes"))
                .contains("gpu-process=61000000 js-heap=9400000 renderer=188100000");
        assertThat(column(csv, "memory_after_bytes")).contains("241900000", "");
    }

    @Test
    void a_line_of_csv_that_another_cell_measured_says_so_and_such_noise_counts_once() {
        CaseRun strict = Fixtures.strict(
                Fixtures.TEXT, Verdict.PASS, Fixtures.on(WASM).onBusyMachine().build());
        RunRecord run = Fixtures.record(
                "shared", strict, Fixtures.run(Fixtures.TEXT, Chain.of(WEBGPU, WASM), Verdict.PASS, strict.attempts()));
        assertThat(column(new CsvReporter().render(run), "measured_in")).containsExactly("", "wasm");
        assertThat(Matrix.of(run).noise())
                .hasValueSatisfying(noise -> assertThat(noise.toString()).startsWith("1 of 1 timed cell was"));
    }

    @Test
    void every_sample_of_every_scenario_has_a_line_in_a_file_beside_the_attempts(@TempDir Path folder)
            throws IOException {
        List<Path> files = new CsvReporter().writeAll(RUN, KnownFailures.NONE, folder.resolve("attempts.csv"));
        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("attempts.csv", "scenarios.csv");
        String csv = Files.readString(files.get(1));
        List<Double> samples = RUN.scenarios().stream()
                .flatMap(run -> run.observed().figures().stream())
                .flatMap(figure -> figure.samples().stream())
                .toList();
        assertThat(column(csv, "sample").stream().map(Double::valueOf)).containsExactlyElementsOf(samples);
        assertThat(csv.split("\r\n"))
                .allSatisfy(line -> assertThat(
                                line.replaceAll("\"(?:[^\"]|\"\")*\"", "x").split(",", -1))
                        .hasSize(20));
        assertThat(new CsvReporter().writeAll(RUN, KnownFailures.NONE, folder.resolve("mine.csv")))
                .last()
                .isEqualTo(folder.resolve("mine-scenarios.csv"));
        assertThat(new CsvReporter().writeAll(record("1"), KnownFailures.NONE, folder.resolve("none.csv")))
                .as("no scenario, no file of them")
                .hasSize(1);
    }

    @Test
    void a_scenario_without_a_figure_has_its_line_all_the_same() {
        RunRecord run = withScenarios(
                record("1"),
                List.of(ScenarioFixtures.run(
                        "soak",
                        TEXT,
                        WASM,
                        Verdict.FAILED,
                        Optional.of(ScenarioFixtures.LEAKED),
                        List.of(),
                        List.of())));
        String csv = ScenarioCsv.render(run);
        assertThat(column(csv, "verdict")).containsExactly("FAILED");
        assertThat(column(csv, "sample")).containsExactly("");
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
        assertThat(text)
                .contains("100 %25%0A::error::forged")
                .startsWith("::error title=FAILED bert-tiny on wasm in Chrome Headless Shell 153::");
    }

    @Test
    void github_hears_of_scenarios_that_failed_before_it_hears_of_fallbacks() {
        List<String> lines = new GithubReporter().render(RUN).lines().toList();
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "::error title=WRONG state-leak of bert-tiny on webgpu in Chrome Headless Shell 153::")
                        .contains("reproduce: bascule run quickstart --scenario state-leak"));
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("passed on retry 1 in a clean browser"));
        int lastError = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith("::error"))
                .max()
                .orElseThrow();
        assertThat(lines.subList(0, lastError))
                .allSatisfy(line -> assertThat(line).startsWith("::error"));
    }

    @Test
    void markdown_has_scenarios_side_by_side_and_what_was_remarked() {
        String page = new MarkdownReporter().render(RUN);
        assertThat(page)
                .contains("| model | on | verdict | of | fresh profile | same page | second visit |")
                .contains("Scenarios: 5 PASS, 1 WRONG, 1 CRASHED.")
                .containsPattern("\\+6\\d\\.\\d kB/cycle \\(\\+5\\d\\.\\d to \\+7")
                .contains("NUMERICS\\_WRONG: after webgpu → wasm → webgpu in one page")
                .contains("&lt;GPU process&gt;")
                .contains("ok, retry 1")
                .contains("| too few or too quick (n = 3) |")
                .contains("no figure of the retry stands for the cell");
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
                .contains("Rounded: **78**")
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
    void a_baseline_s_name_is_escaped_once_and_a_comparison_takes_nothing_for_markup() {
        RunRecord run = record("1", strict(TEXT, Verdict.PASS, on(WASM).build()));
        String attack = "<img> [x](y) *z*";
        CaseRun wrong = strict(
                TEXT,
                Verdict.FAILED,
                on(WASM).failed(Outcome.FAILED, ErrorCode.EXECUTION_FAILED, attack)
                        .build());
        var comparison = Comparer.compare(
                new ComparedSide("my_base", CaseResult.allOf(run)),
                new ComparedSide("now", CaseResult.allOf(record("2", wrong))),
                Set.of(),
                List.of(),
                ComparisonOptions.DEFAULT);
        assertThat(new MarkdownReporter().with(comparison).render(run))
                .contains("## Against my\\_base\n")
                .contains("Baseline: `my_base`")
                .contains("&lt;img&gt; \\[x\\](y) \\*z\\*")
                .doesNotContain(attack);
    }

    @Test
    void markdown_takes_nothing_from_outside_for_markup() {
        String page = new MarkdownReporter().render(failing("<img src=x> [link](x) | `code` *bold*"));
        assertThat(page).doesNotContain("<img").contains("\\[link\\](x) \\| \\`code\\` \\*bold\\*");
    }

    /** In 14 of 36 cells of a real run it was faster. */
    @Test
    void that_the_cpu_beside_a_browser_is_another_is_said_alike_everywhere() {
        String either = "that CPU may be slower or faster than in its own cell";
        assertThat(new MarkdownReporter().render(RUN)).contains(either);
        assertThat(new HtmlReporter().render(RUN)).contains(either);
        assertThat(MatrixText.render(Matrix.of(RUN), new TextStyle(10_000, true, false)))
                .contains(either);
    }
}
