package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.RunVariants;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** Every report tells what was expected from what was not. */
class KnownFailuresTest {
    private static final String LINK = "https://example.org/issues/1?a=<b>";
    private static final RunRecord RUN = Fixtures.record(
            "1",
            cell("known", Verdict.CRASHED, Outcome.CRASHED),
            cell("passes", Verdict.PASS, Outcome.SUCCEEDED),
            cell("otherwise", Verdict.UNSUPPORTED, Outcome.UNSUPPORTED),
            cell("unlisted", Verdict.WRONG, Outcome.WRONG),
            cell("absent", Verdict.UNSUPPORTED, Outcome.UNSUPPORTED),
            cell("lacking", Verdict.UNSUPPORTED, Outcome.UNSUPPORTED),
            cell("right", Verdict.PASS, Outcome.SUCCEEDED));

    private static final Map<String, KnownFailure> EXPECTED = Map.of(
            "known", expecting(true, "CRASHED", 2),
            "passes", expecting(false, "WRONG", 6),
            "otherwise", expecting(false, "CRASHED", 10),
            "absent", expecting(true, "UNSUPPORTED", 14),
            "right", expecting(true, "PASS", 18));

    private static final KnownFailures KNOWN =
            run -> Optional.ofNullable(EXPECTED.get(run.model().name()));

    private static KnownFailure expecting(boolean holds, String verdict, int line) {
        return new KnownFailure(
                holds,
                verdict,
                Optional.of("a trap in <conv>"),
                Optional.of(LINK),
                "known.yaml:" + line,
                "remove known.yaml:" + line);
    }

    private static CaseRun cell(String name, Verdict verdict, Outcome outcome) {
        var attempt = on(WASM);
        return strict(
                Fixtures.model(name, name.hashCode() + "a", Family.OTHER, "conformance"),
                verdict,
                (outcome == Outcome.SUCCEEDED
                                ? attempt
                                : attempt.failed(outcome, ErrorCode.EXECUTION_FAILED, "it ended in " + name))
                        .build());
    }

    private static Map<String, Element> junit(KnownFailures known) throws Exception {
        Element suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(new JunitReporter().render(RUN, known))))
                .getDocumentElement();
        var cases = suite.getElementsByTagName("testcase");
        Map<String, Element> byName = new java.util.HashMap<>(Map.of("", suite));
        for (int i = 0; i < cases.getLength(); i++) {
            Element one = (Element) cases.item(i);
            byName.put(one.getAttribute("name").replaceAll("^[^:]*:[^:]*:|[; ].*", ""), one);
        }
        return byName;
    }

    private static Optional<Element> child(Element one, String name) {
        return Optional.ofNullable((Element) one.getElementsByTagName(name).item(0));
    }

    @Test
    void junit_skips_what_is_expected_and_fails_what_is_otherwise_a_pass_included() throws Exception {
        Map<String, Element> cases = junit(KNOWN);
        Element suite = cases.get("");

        assertThat(suite.getAttribute("tests")).isEqualTo("7");
        assertThat(suite.getAttribute("failures")).isEqualTo("3");
        assertThat(suite.getAttribute("skipped")).isEqualTo("3");
        assertThat(child(cases.get("known"), "skipped").orElseThrow().getAttribute("message"))
                .isEqualTo("expected: a trap in <conv> (" + LINK + ")");
        assertThat(child(cases.get("known"), "failure")).isEmpty();
        Element pass = child(cases.get("passes"), "failure").orElseThrow();
        assertThat(pass.getAttribute("type")).isEqualTo("UNEXPECTED_PASS");
        assertThat(pass.getAttribute("message"))
                .isEqualTo("PASS; but expected WRONG: a trap in <conv> (" + LINK + "), says known.yaml:6");
        Element otherwise = child(cases.get("otherwise"), "failure").orElseThrow();
        assertThat(otherwise.getAttribute("type")).isEqualTo("EXECUTION_FAILED");
        assertThat(otherwise.getAttribute("message")).startsWith("UNSUPPORTED: it ended in otherwise; but expected");
        assertThat(child(cases.get("unlisted"), "failure").orElseThrow().getAttribute("message"))
                .isEqualTo("WRONG: it ended in unlisted");
        assertThat(child(cases.get("lacking"), "skipped").orElseThrow().getAttribute("message"))
                .startsWith("UNSUPPORTED");
        assertThat(child(cases.get("right"), "skipped")).isEmpty();
    }

    @Test
    void without_expectations_the_same_run_has_other_failures() throws Exception {
        Map<String, Element> cases = junit(KnownFailures.NONE);

        assertThat(cases.get("").getAttribute("failures")).isEqualTo("2");
        assertThat(child(cases.get("known"), "failure")).isPresent();
        assertThat(child(cases.get("passes"), "failure")).isEmpty();
    }

    @Test
    void github_annotates_only_the_unexpected() {
        List<String> lines = new GithubReporter().render(RUN, KNOWN).lines().toList();

        assertThat(lines).hasSize(3).allMatch(line -> line.startsWith("::error "));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .contains("PASS passes on wasm", "but expected WRONG: a trap", "try: remove known.yaml:6"))
                .anySatisfy(line -> assertThat(line).contains("UNSUPPORTED otherwise"))
                .anySatisfy(line -> assertThat(line).contains("WRONG unlisted"));
        assertThat(new GithubReporter().render(RUN)).contains("CRASHED known");
    }

    @Test
    void the_page_puts_the_unexpected_first_and_says_why_the_rest_was_expected() {
        Document page = Jsoup.parse(new HtmlReporter().render(RUN, KNOWN));

        assertThat(page.select(".top").text())
                .contains("Expectations: 2 cells did not pass, as expected; 3 are unexpected.");
        assertThat(page.select("section[aria-labelledby=why] h3").eachText())
                .startsWith("Unexpected", "No failure", "As expected");
        assertThat(page.select(".matrix tbody th").eachText().subList(0, 3))
                .allSatisfy(row -> assertThat(row).containsAnyOf("passes", "otherwise", "unlisted"));
        assertThat(page.select(".matrix tbody tr:contains(known) td").eachAttr("class"))
                .contains("none");
        assertThat(page.select(".matrix tbody tr:contains(known) td").text()).contains("CRASHED", "expected");
        assertThat(page.select(".matrix tbody tr:contains(passes) td").eachAttr("class"))
                .containsExactly("bad");
        assertThat(page.select(".matrix tbody tr:contains(passes) td").text()).contains("unexpected");
        assertThat(page.select(".story p.known").eachText())
                .anySatisfy(text -> assertThat(text)
                        .startsWith("expected: a trap in <conv>")
                        .contains("known.yaml:2"));
        assertThat(page.select(".story p.known a").eachAttr("href")).containsOnly(LINK);
    }

    @Test
    void a_link_that_is_none_is_shown_and_leads_nowhere() {
        KnownFailures evil = run -> Optional.of(new KnownFailure(
                true, "CRASHED", Optional.empty(), Optional.of("javascript:alert(1)"), "known.yaml:1", "remove it"));

        Document page = Jsoup.parse(new HtmlReporter().render(RUN, evil));

        assertThat(page.select("a[href^=javascript]")).isEmpty();
        assertThat(page.select("p.known").text()).contains("expected: CRASHED", "javascript:alert(1)");
    }

    @Test
    void markdown_tells_the_same() {
        String page = new MarkdownReporter().render(RUN, KNOWN);

        assertThat(page)
                .contains("Expectations: 2 cells did not pass, as expected; 3 are unexpected.")
                .contains(
                        "### Unexpected",
                        "### As expected",
                        "`known.yaml:2`",
                        "  - try: remove known.yaml:6\n",
                        "(<https://example.org/issues/1?a=b>)")
                .contains("**CRASHED** ●<br>expected")
                .contains("**PASS** ●<br>unexpected");
        assertThat(page.indexOf("### Unexpected")).isLessThan(page.indexOf("### As expected"));
        assertThat(new MarkdownReporter().render(RUN))
                .doesNotContain("### Unexpected", "Expectations", "<br>expected", "known.yaml");
    }

    @Test
    void what_cannot_be_read_is_on_every_page() {
        RunRecord shard = RunVariants.ofShard(RUN);

        assertThat(Jsoup.parse(new HtmlReporter().render(shard))
                        .select("section[aria-labelledby=unread] tr")
                        .text())
                .contains("onnx-node:node:test_abs_broken MODEL_TRUNCATED the model ends too soon");
        assertThat(new MarkdownReporter().render(shard))
                .contains("## Cannot be read", "`onnx-node:node:test_abs_broken`", "the model ends too soon");
        assertThat(new HtmlReporter().render(RUN)).doesNotContain("Cannot be read");
    }

    @Test
    void github_annotates_what_cannot_be_read_within_its_ten() {
        assertThat(new GithubReporter().render(RunVariants.ofShard(RUN), KNOWN).lines())
                .hasSize(4)
                .contains("::error title=onnx-node%3Anode%3Atest_abs_broken cannot be read::"
                        + "MODEL_TRUNCATED: the model ends too soon");

        Selection selection = RunVariants.ofShard(RUN).extent().selection().orElseThrow();
        RunRecord many = RUN.with(selection.with(IntStream.range(0, 20)
                .mapToObj(i -> new Selection.Unread(
                        CaseId.parse("onnx-node:node:test_" + i), ErrorCode.NOT_ONNX, "it is no ONNX"))
                .toList()));
        List<String> lines = new GithubReporter().render(many, KNOWN).lines().toList();
        assertThat(lines).hasSize(10).endsWith("::notice title=Bascule::14 more in the report");
        assertThat(lines.subList(0, 9)).allMatch(line -> line.contains("cannot be read"));
    }

    /** Two builds of a browser share a cell, and one of them failed in a way that nobody listed. */
    @Test
    void a_cell_of_several_runs_is_not_as_expected_where_one_of_them_fails_unlisted() {
        CaseRun listed = cell("twice", Verdict.CRASHED, Outcome.CRASHED);
        CaseRun other = cell("twice", Verdict.WRONG, Outcome.WRONG);
        RunRecord both = Fixtures.record("1", listed, other);
        KnownFailures one = run -> run == listed ? Optional.of(expecting(true, "CRASHED", 2)) : Optional.empty();
        KnownFailures each = run -> Optional.of(expecting(true, run.verdict().name(), 2));

        assertThat(new MarkdownReporter().render(both, one))
                .contains("**CRASHED** ●")
                .doesNotContain("**CRASHED** ●<br>expected");
        assertThat(Jsoup.parse(new HtmlReporter().render(both, one))
                        .select(".matrix tbody tr:contains(twice) td")
                        .eachAttr("class"))
                .containsExactly("bad");
        assertThat(new MarkdownReporter().render(both, each)).contains("**CRASHED** ●<br>expected");
    }

    @Test
    void many_names_of_one_story_are_told_to_who_asks() {
        CaseRun[] cells = IntStream.range(0, 40)
                .mapToObj(i -> strict(
                        Fixtures.model("test_%02d".formatted(i), "a" + i, Family.OTHER, "conformance"),
                        Verdict.CRASHED,
                        on(WASM).failed(Outcome.CRASHED, ErrorCode.WASM_TRAP, "it trapped")
                                .build()))
                .toArray(CaseRun[]::new);
        RunRecord many = Fixtures.record("1", cells);

        Document page = Jsoup.parse(new HtmlReporter().render(many));
        assertThat(page.select(".story > p").first().text()).contains("test_11 and 28 more on wasm");
        assertThat(page.select(".story details summary").text()).isEqualTo("all 40 names");
        assertThat(page.select(".story details p").text()).contains("test_00", "test_39");
        assertThat(new GithubReporter().render(many)).contains("test_04 and 35 more on wasm");
    }
}
