package dev.bascule.suites.expectations;

import static dev.bascule.suites.expectations.Cells.LINUX;
import static dev.bascule.suites.expectations.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.suites.expectations.ExpectationResult.AsExpected;
import dev.bascule.suites.expectations.ExpectationResult.UnexpectedFailure;
import dev.bascule.suites.expectations.ExpectationResult.UnexpectedPass;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("red-team")
class ExpectationsTest {

    private static Expectations read(String... entries) {
        return ExpectationReader.parse("expectations:\n  - " + String.join("\n  - ", entries) + "\n", "known.yaml");
    }

    private static ExpectationResult judge(Expectations expectations, CaseRun run) {
        return expectations.judge(run, LINUX);
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void what_is_not_listed_is_expected_to_be_no_failure(Verdict verdict) {
        ExpectationResult result = judge(Expectations.NONE, cell("test_a", verdict));

        assertThat(result).isInstanceOf(verdict.isFailure() ? UnexpectedFailure.class : AsExpected.class);
    }

    @Test
    void a_listed_failure_is_as_expected_another_is_not_and_a_pass_is_reported_with_its_line() {
        Expectations known = read("{case: 'node:onnx:test_a', expect: WRONG}");

        assertThat(judge(known, cell("test_a", Verdict.WRONG)))
                .isEqualTo(new AsExpected(cell("test_a", Verdict.WRONG), true));
        assertThat(judge(known, cell("test_a", Verdict.CRASHED)))
                .isEqualTo(new UnexpectedFailure(cell("test_a", Verdict.CRASHED), "WRONG (known.yaml:2)"));
        assertThat(judge(known, cell("test_a", Verdict.PASS)))
                .isEqualTo(new UnexpectedPass(
                        cell("test_a", Verdict.PASS),
                        "WRONG",
                        new ObsoletePattern(
                                "known.yaml:2", "node:onnx:test_a", "known.yaml:2", false, 1, Optional.empty())));
        assertThat(judge(known, cell("test_b", Verdict.WRONG))).isInstanceOf(UnexpectedFailure.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'*'", "'node:onnx:test_?'", "['node:onnx:test_a', 'node:*']"})
    void a_glob_that_takes_passes_and_failures_alike_is_refused(String cases) {
        String key = cases.startsWith("[") ? "cases" : "case";
        assertThatThrownBy(() -> read("{%s: %s, expect: [PASS, WRONG]}".formatted(key, cases)))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("is a glob, and would take passes and failures alike");
        assertThat(read("{%s: %s, expect: [WRONG, CRASHED]}".formatted(key, cases))
                        .isEmpty())
                .as("a pass of it is reported")
                .isFalse();
        assertThat(read("{%s: %s, expect: [PASS, UNSUPPORTED]}".formatted(key, cases))
                        .isEmpty())
                .isFalse();
        assertThat(read("{case: 'node:onnx:test_a', expect: [PASS, FLAKY]}").isEmpty())
                .as("of a single case it says that it is flaky")
                .isFalse();
    }

    private static String remedy(Expectations known, String name) {
        return judge(known, cell(name, Verdict.PASS)) instanceof UnexpectedPass pass
                ? pass.obsolete().remedy()
                : "";
    }

    @Test
    void what_is_to_be_removed_is_the_line_of_that_very_case_and_no_other() {
        Expectations known = read(
                "expect: WRONG\n    cases:\n      - node:onnx:test_a\n      # why\n      - node:onnx:test_b\n      - '*:test_c*'",
                "case: node:onnx:test_d\n    expect: WRONG");

        assertThat(remedy(known, "test_a")).isEqualTo("remove node:onnx:test_a at known.yaml:4");
        assertThat(remedy(known, "test_b")).isEqualTo("remove node:onnx:test_b at known.yaml:6");
        assertThat(remedy(known, "test_c1"))
                .startsWith("*:test_c* at known.yaml:7 is a glob, which may cover other cases: remove it once all")
                .contains("'expect: PASS'");
        assertThat(remedy(known, "test_d")).isEqualTo("remove the entry of node:onnx:test_d at known.yaml:8");
    }

    @Test
    void the_reports_name_the_line_of_that_very_case() {
        Expectations known = read("expect: WRONG\n    cases:\n      - node:onnx:test_a\n      - node:onnx:test_b");
        CaseRun run = cell("test_b", Verdict.PASS);

        assertThat(known.known(Cells.whole(run)).of(run)).hasValueSatisfying(failure -> {
            assertThat(failure.place()).isEqualTo("known.yaml:5");
            assertThat(failure.remedy()).isEqualTo("remove node:onnx:test_b at known.yaml:5");
        });
    }

    @Test
    void an_entry_all_of_whose_cases_pass_goes_as_a_whole_and_one_with_a_case_left_does_not() {
        Expectations known = read("expect: WRONG\n    cases:\n      - node:onnx:test_a\n      - node:onnx:test_b");
        List<ObsoletePattern> both = Stream.of("test_a", "test_b")
                .map(name -> judge(known, cell(name, Verdict.PASS)))
                .map(result -> ((UnexpectedPass) result).obsolete())
                .toList();

        assertThat(ObsoletePattern.remedies(both)).containsExactly("remove the entry of these 2 cases at known.yaml:2");
        assertThat(ObsoletePattern.remedies(both.subList(0, 1)))
                .containsExactly("remove node:onnx:test_a at known.yaml:4");
    }

    @Test
    void an_entry_that_still_holds_in_another_column_is_not_to_be_removed() {
        CaseRun right = cell("test_a", Backends.WASM, Verdict.PASS, "x");
        RunRecord run = Cells.whole(right, cell("test_a", Verdict.CRASHED), cell("test_b", Verdict.PASS));
        String kept = "node:onnx:test_a at known.yaml:%d still holds elsewhere in this run: leave it, and add an entry"
                + " for this case with 'backend: wasm', 'browser: chrome-headless-shell' and 'expect: PASS' behind it";

        Expectations one = read("{case: 'node:onnx:test_a', expect: CRASHED}");
        assertThat(remedies(one, run)).containsExactly(kept.formatted(2));
        assertThat(one.known(run).of(right).orElseThrow().remedy()).isEqualTo(kept.formatted(2));

        Expectations both = read("expect: CRASHED\n    cases:\n      - node:onnx:test_a\n      - node:onnx:test_b");
        assertThat(remedies(both, run)).containsExactly(kept.formatted(4), "remove node:onnx:test_b at known.yaml:5");

        assertThat(remedies(read("{case: 'node:onnx:test_a', expect: CRASHED, backend: wasm}"), run))
                .containsExactly("remove the entry of node:onnx:test_a at known.yaml:2");
    }

    private static List<String> remedies(Expectations known, RunRecord run) {
        return ObsoletePattern.remedies(known.judge(run).stream()
                .flatMap(result -> result instanceof UnexpectedPass pass ? Stream.of(pass.obsolete()) : Stream.of())
                .toList());
    }

    @Test
    void becoming_supported_is_an_unexpected_pass_and_becoming_unsupported_is_unexpected_too() {
        Expectations known = read("{case: '*:test_a', expect: UNSUPPORTED}", "{case: '*:test_b', expect: CRASHED}");

        assertThat(judge(known, cell("test_a", Verdict.UNSUPPORTED))).isInstanceOf(AsExpected.class);
        assertThat(judge(known, cell("test_a", Verdict.PARTIAL))).isInstanceOf(UnexpectedPass.class);
        assertThat(judge(known, cell("test_b", Verdict.UNSUPPORTED))).isInstanceOf(UnexpectedFailure.class);
    }

    @Test
    void what_is_flaky_lists_several_verdicts() {
        Expectations known = read("{case: 'node:onnx:test_a', expect: [TIMED_OUT, PASS]}");

        assertThat(judge(known, cell("test_a", Verdict.TIMED_OUT))).isInstanceOf(AsExpected.class);
        assertThat(judge(known, cell("test_a", Verdict.PASS))).isInstanceOf(AsExpected.class);
        assertThat(judge(known, cell("test_a", Verdict.PARTIAL))).isInstanceOf(AsExpected.class);
        assertThat(judge(known, cell("test_a", Verdict.WRONG))).isInstanceOf(UnexpectedFailure.class);
    }

    @Test
    void a_cell_that_was_skipped_tells_nothing() {
        assertThat(judge(read("{case: '*', expect: WRONG}"), cell("test_a", Verdict.SKIPPED)))
                .isInstanceOf(AsExpected.class);
    }

    @Test
    void later_entries_win_in_a_file_and_across_files() {
        Expectations file = read("{case: '*', expect: WRONG}", "{case: '*:test_a', expect: PASS}");
        Expectations later = read("{case: '*:test_a', expect: CRASHED}");

        assertThat(judge(file, cell("test_a", Verdict.PASS))).isInstanceOf(AsExpected.class);
        assertThat(judge(file, cell("test_a", Verdict.WRONG))).isInstanceOf(UnexpectedFailure.class);
        assertThat(judge(file.and(later), cell("test_a", Verdict.CRASHED))).isInstanceOf(AsExpected.class);
        assertThat(judge(later.and(file), cell("test_a", Verdict.CRASHED))).isInstanceOf(UnexpectedFailure.class);
    }

    @ParameterizedTest
    @CsvSource({
        "backend: webnn, true",
        "backend: web*, true",
        "backend: wasm, false",
        "browser: chrome*, true",
        "browser: chrome* >=153 <156, true",
        "browser: chrome-headless-shell, true",
        "browser: CHROME HEADLESS SHELL =153.0, true",
        "browser: \">=153\", true",
        "browser: firefox, false",
        "browser: chrome* >153, false",
        "browser: chrome* <153, false",
        "browser: chrome* <=153, true",
        "engine: onnxruntime-web >=1.29 <1.30, true",
        "engine: onnxruntime-web >=1.30, false",
        "engine: onnxruntime, false",
        "os: linux, true",
        "os: windows, false",
    })
    void an_entry_applies_where_its_conditions_hold(String condition, boolean applies) {
        Expectations known = read("case: '*'\n    expect: WRONG\n    " + condition);

        assertThat(judge(known, cell("test_a", Verdict.WRONG)))
                .isInstanceOf(applies ? AsExpected.class : UnexpectedFailure.class);
    }

    @Test
    void nothing_native_has_a_browser() {
        CaseRun onCpu = cell("test_a", Backends.NATIVE_CPU, Verdict.WRONG, "x");

        assertThat(judge(read("{case: '*', expect: WRONG, browser: '*'}"), onCpu))
                .isInstanceOf(UnexpectedFailure.class);
        assertThat(judge(read("{case: '*', expect: WRONG, engine: onnxruntime}"), onCpu))
                .isInstanceOf(AsExpected.class);
    }

    @ParameterizedTest
    @CsvSource({
        ">=153 <156, 155.9, true",
        ">=153 <156, 156.0.1, false",
        ">=1.9, 1.10.0, true",
        "=1.29, 1.29.3-dev.2026, true",
        "=1.29.0, 1.29, true",
        ">1.29.0, 1.29.0, false",
        ">1.29.0, 1.29.1, true",
        "=1.29, 1.30.0, false",
        "=1.29, 1.28.9, false",
        "<=153, 153.0.7, true",
        "<=153, 154, false",
        "<153, 153.0.7, false",
        "<153, 152.9, true",
        ">=153, unknown, false",
    })
    void versions_are_compared_part_by_part_as_far_as_the_bound_goes(String range, String version, boolean inside) {
        assertThat(VersionRange.parse(List.of(range.split(" "))).orElseThrow().contains(version))
                .isEqualTo(inside);
    }

    @ParameterizedTest
    @CsvSource({
        "153.0.7112.4, >=153",
        "153, >=153",
        "2.48.1, >=2.48",
        "26.0, >=26",
        "9, >=9",
        "unknown, ''",
    })
    void what_is_written_of_a_version_is_its_release_and_what_follows(String version, String range) {
        assertThat(VersionRange.from(version)).hasToString(range);
        assertThat(VersionRange.from(version).contains(version)).isTrue();
    }

    @Test
    void entries_that_name_no_case_of_a_run_are_strangers_whatever_their_conditions() {
        Expectations known =
                read("{case: '*:test_gone', expect: WRONG}", "{case: '*:test_a', expect: WRONG, os: windows}");

        assertThat(known.strangers(Cells.whole(cell("test_a", Verdict.PASS))))
                .map(UnmatchedEntry::toString)
                .containsExactly("known.yaml:2: *:test_gone is no case of this run; remove it");
    }

    @Test
    void one_stranger_in_a_list_is_named_with_its_line_and_the_case_that_was_meant() {
        Expectations known = read(
                "expect: WRONG\n    cases:\n      - node:onnx:test_abs\n      - node:onnx:test_stfft\n      - node:onnx:test_sfft",
                "case: node:STFT:test_stft\n    expect: WRONG",
                "case: other:onnx:test_stfft\n    expect: WRONG",
                "case: node:onnx:test_entirely_different\n    expect: WRONG");

        assertThat(known.strangers(Cells.whole(cell("test_abs", Verdict.PASS), cell("test_stft", Verdict.PASS))))
                .map(UnmatchedEntry::toString)
                .containsExactly(
                        "known.yaml:5: node:onnx:test_stfft is no case of this run, nor is another of that entry;"
                                + " did you mean test_stft?",
                        "known.yaml:7: node:STFT:test_stft is no case of this run; did you mean node:onnx:test_stft?",
                        "known.yaml:11: node:onnx:test_entirely_different is no case of this run; remove it");
    }

    /** All WebNN files are one suite, and two folders may have the same name. */
    @Test
    void an_id_of_a_path_of_which_nothing_ran_is_no_stranger() {
        Expectations known = read(
                "{case: 'node:Elsewhere:test_b', expect: WRONG}",
                "{case: 'node:Elsewhere:test_a', expect: WRONG}",
                "{case: 'node:onnx:test_b', expect: WRONG}");

        assertThat(known.strangers(Cells.whole(cell("test_a", Verdict.PASS))))
                .map(UnmatchedEntry::place)
                .containsExactly("known.yaml:3", "known.yaml:4");
    }

    @Test
    void a_case_that_could_not_be_read_is_no_stranger() {
        RunRecord run = Cells.whole(cell("test_a", Verdict.PASS));
        Expectations known = read("{case: 'node:onnx:test_b', expect: WRONG}");
        Selection.Unread unread = new Selection.Unread(
                CaseId.of("node", "onnx", "test_b", Map.of()), ErrorCode.NOT_ONNX, "it is no ONNX");

        assertThat(known.strangers(run)).hasSize(1);
        assertThat(known.strangers(
                        run.with(run.extent().selection().orElseThrow().with(List.of(unread)))))
                .isEmpty();
    }

    @Test
    void a_file_that_is_not_there_is_told_without_the_names_of_classes() {
        assertThatThrownBy(() -> ExpectationReader.read(Path.of("nonexist.yaml")))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        e -> assertThat(e.failure().remedies())
                                .containsExactly("check the path; --update-expectations makes a new file"))
                .hasMessage("the expectations nonexist.yaml cannot be read: there is no such file");
        assertThatThrownBy(() -> ExpectationReader.read(Path.of(".")))
                .hasMessage("the expectations . cannot be read: it is a folder");
    }

    @Test
    void a_file_without_entries_expects_nothing() {
        assertThat(ExpectationReader.parse("", "x").isEmpty()).isTrue();
        assertThat(ExpectationReader.parse("# nothing yet\nexpectations:\n", "x")
                        .isEmpty())
                .isTrue();
        assertThat(ExpectationReader.parse("expectations: []\n", "x").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{case: a, expect: WORNG}|there is no verdict 'WORNG'; did you mean 'WRONG'?",
                "{case: a, expects: WRONG}|unknown key 'expects' in 'expectations[0]'; did you mean 'expect'?",
                "{case: a}|the key 'expect' is missing",
                "{expect: WRONG}|an expectation has either 'case', an id or a glob, or 'cases'",
                "{case: a, cases: [b], expect: WRONG}|an expectation has either 'case'",
                "{cases: [], expect: WRONG}|must be a list of at least one id or glob",
                "{case: a, expect: []}|must be a verdict or a list of them",
                "{case: a, expect: WRONG, backend: wsam}|there is no backend 'wsam'; did you mean 'wasm'?",
                "{case: a, expect: WRONG, browser: chrome >=x}|must be a name with versions",
            })
    void what_is_wrong_in_a_file_is_told_with_its_line(String entryAndComplaint) {
        String[] parts = entryAndComplaint.split("\\|", 2);

        assertThatThrownBy(() -> read(parts[0]))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SUITE_INVALID))
                .hasMessageContaining("known.yaml:2")
                .hasMessageContaining(parts[1]);
    }
}
