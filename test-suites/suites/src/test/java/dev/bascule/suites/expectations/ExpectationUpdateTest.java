package dev.bascule.suites.expectations;

import static dev.bascule.suites.expectations.Cells.cell;
import static dev.bascule.suites.expectations.Cells.filtered;
import static dev.bascule.suites.expectations.Cells.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ExpectationUpdateTest {

    private static ExpectationUpdate of(String current, String source, Expectations base, RunRecord record) {
        return ExpectationUpdate.of(current, source, base, record, ExpectationUpdate.isWhole(record));
    }

    private static String update(String current, RunRecord record) {
        String text = of(current, "known.yaml", Expectations.NONE, record).text();
        assertIsGreen(text, Expectations.NONE, record);
        return text;
    }

    /** The same run again is as expected, and another update changes nothing. */
    private static void assertIsGreen(String text, Expectations base, RunRecord record) {
        assertThat(base.and(ExpectationReader.parse(text, "known.yaml")).judge(record))
                .as(text)
                .allSatisfy(judgement -> assertThat(judgement).isInstanceOf(ExpectationResult.AsExpected.class));
        ExpectationUpdate again = of(text, "known.yaml", base, record);
        assertThat(again.text()).isEqualTo(text);
        assertThat(again.changes()).isFalse();
    }

    @Test
    void new_failures_of_the_same_words_are_one_entry() {
        String text = update(
                "",
                whole(
                        cell("test_b", Backends.WEBNN, Verdict.CRASHED, "in phase 'run': trap in 'a'\nmore"),
                        cell("test_a", Backends.WEBNN, Verdict.CRASHED, "in phase 'run': trap in 'a'\nless"),
                        cell("test_c", Backends.WEBNN, Verdict.CRASHED, "in phase 'run': trap in '0'"),
                        cell("test_d", Verdict.PASS),
                        cell("test_e", Verdict.UNSUPPORTED),
                        cell("test_a", Backends.NATIVE_CPU, Verdict.WRONG, "y[3] is 4, not 5: too far")));

        assertThat(text.substring(text.indexOf("expectations:"))).isEqualTo("""
                        expectations:
                          - case: "node:onnx:test_a"
                            expect: WRONG
                            backend: cpu
                            engine: onnxruntime
                            os: linux
                            reason: "y[3] is 4, not 5: too far"
                          - case: "node:onnx:test_c"
                            expect: CRASHED
                            backend: webnn
                            browser: "chrome-headless-shell >=153"
                            engine: onnxruntime-web
                            os: linux
                            reason: "trap in '0'"
                          - cases:
                              - "node:onnx:test_a"
                              - "node:onnx:test_b"
                            expect: CRASHED
                            backend: webnn
                            browser: "chrome-headless-shell >=153"
                            engine: onnxruntime-web
                            os: linux
                            reason: "trap in 'a'"
                        """);
    }

    @Test
    void wrong_outputs_have_a_reason_that_is_true_of_every_case_of_the_entry() {
        String outside = " output values lie outside the tolerance; worst: output 'y'[";
        String text = update(
                "",
                whole(
                        cell("test_a", Backends.NATIVE_CPU, Verdict.WRONG, "1 of 2" + outside + "1] is 4.0"),
                        cell("test_b", Backends.NATIVE_CPU, Verdict.WRONG, "7 of 9" + outside + "8] is NaN"),
                        cell("test_c", Backends.NATIVE_CPU, Verdict.WRONG, "y is of another shape")));

        assertThat(text)
                .contains("test_b\"\n    expect: WRONG", "reason: output values lie outside the tolerance\n")
                .contains("- case: \"node:onnx:test_c\"", "reason: y is of another shape\n")
                .doesNotContain("worst", "1 of 2");
        assertThat(ExpectationReader.parse(text, "x").entries()).hasSize(2);
    }

    private static ExpectationUpdate counted(String current, RunRecord record) {
        return of(current, "known.yaml", Expectations.NONE, record);
    }

    @Test
    void every_entry_is_counted_once_however_many_cases_join_it() {
        String three = """
                expectations:
                  - {case: "*:test_x", expect: CRASHED}
                  - cases: ["node:onnx:test_a", "node:onnx:test_b"]
                    expect: WRONG
                    backend: webnn
                    browser: "chrome-headless-shell >=153"
                    engine: onnxruntime-web
                    os: linux
                    reason: it went wrong
                  - {case: "*:test_y", expect: CRASHED}
                """;

        ExpectationUpdate update = counted(
                three,
                whole(
                        cell("test_a", Verdict.WRONG),
                        cell("test_b", Verdict.PASS),
                        cell("test_c", Verdict.WRONG),
                        cell("test_d", Backends.WEBNN, Verdict.WRONG, "other words"),
                        cell("test_y", Verdict.CRASHED)));

        assertThat(update.summary()).isEqualTo("1 entries added, 1 changed, 1 removed, 1 kept");
        assertThat(counted(update.text(), whole(cell("test_a", Verdict.WRONG), cell("test_c", Verdict.WRONG)))
                        .summary())
                .isEqualTo("0 entries added, 0 changed, 2 removed, 1 kept");
    }

    @Test
    void where_nothing_fails_no_file_is_made() {
        assertThat(of("", "x", Expectations.NONE, whole(cell("test_a", Verdict.PASS)))
                        .changes())
                .isFalse();
    }

    @Test
    void entries_that_hold_stay_as_somebody_wrote_them() {
        String written = """
                # Ours.
                expectations:
                # The trap in pooling: all of it.
                - case: '*:test_a*'   # a glob
                  expect: [CRASHED,  TIMED_OUT]
                  link: https://example.org/1
                - {case: "*:test_b", expect: WRONG, reason: 'by hand'}
                """;

        String text = update(
                written,
                whole(
                        cell("test_a", Verdict.CRASHED),
                        cell("test_a2", Verdict.TIMED_OUT),
                        cell("test_b", Verdict.WRONG),
                        cell("test_c", Verdict.WRONG)));

        assertThat(text)
                .startsWith(written)
                .endsWith("  reason: it went wrong\n")
                .contains("\n- case: \"node:onnx:test_c\"");
    }

    @Test
    void an_entry_that_no_longer_holds_goes_with_its_comment() {
        String text = update("""
                expectations:
                  # about a
                  - case: "*:test_a"
                    expect: WRONG
                  # about b
                  - case: "*:test_b"
                    expect: WRONG
                """, whole(cell("test_a", Verdict.PASS), cell("test_b", Verdict.WRONG)));

        assertThat(text).doesNotContain("test_a", "about a").contains("# about b\n  - case: \"*:test_b\"");
    }

    @Test
    void a_list_of_ids_loses_those_that_pass_and_keeps_reason_link_and_comment() {
        String text = update("""
                expectations:
                  # about all three
                  - cases: ["node:onnx:test_a", "node:onnx:test_b", "node:onnx:test_gone"]
                    expect: WRONG
                    reason: as found
                    link: https://example.org/1
                """, whole(cell("test_a", Verdict.PASS), cell("test_b", Verdict.WRONG)));

        assertThat(text).isEqualTo("""
                        expectations:
                          # about all three
                          - case: "node:onnx:test_b"
                            expect: WRONG
                            reason: as found
                            link: "https://example.org/1"
                        """);
    }

    @Test
    void a_glob_that_holds_for_some_gets_an_exception_which_goes_when_the_glob_does() {
        String glob = "expectations:\n  - {case: '*:test_*', expect: WRONG}\n";

        String text = update(glob, whole(cell("test_a", Verdict.PASS), cell("test_b", Verdict.WRONG)));
        assertThat(text).startsWith(glob).contains("- case: \"node:onnx:test_a\"\n    expect: PASS");

        String later = update(text, whole(cell("test_a", Verdict.PASS), cell("test_b", Verdict.PASS)));
        assertThat(ExpectationReader.parse(later, "x").isEmpty()).as(later).isTrue();
    }

    @Test
    void another_case_of_a_known_kind_joins_the_entry() {
        String first = update("", whole(cell("test_b", Verdict.WRONG), cell("test_a", Verdict.PASS)));
        String second = update(first, whole(cell("test_b", Verdict.WRONG), cell("test_a", Verdict.WRONG)));

        assertThat(second).contains("  - cases:\n      - \"node:onnx:test_a\"\n      - \"node:onnx:test_b\"\n");
    }

    @Test
    void a_filtered_run_writes_only_of_what_ran() {
        String written = """
                expectations:
                  - {case: "*:test_gone", expect: WRONG}
                  - {case: "*:test_*", expect: CRASHED}
                  - {case: "node:onnx:test_a1", expect: WRONG}
                """;

        String text = update(written, filtered(cell("test_a1", Verdict.PASS), cell("test_a2", Verdict.PASS)));

        assertThat(text)
                .startsWith("""
                        expectations:
                          - {case: "*:test_gone", expect: WRONG}
                          - {case: "*:test_*", expect: CRASHED}
                        """)
                .contains("      - \"node:onnx:test_a1\"\n      - \"node:onnx:test_a2\"\n    expect: PASS")
                .doesNotContain("expect: WRONG}\n  - {case: \"node:onnx:test_a1\"");
    }

    @Test
    void entries_of_another_suite_stay() {
        String written = "expectations:\n  - {case: 'webnn:add:a', expect: WRONG}\n";
        RunRecord run = whole(cell("test_a", Verdict.PASS));

        assertThat(update(written, run)).isEqualTo(written);
        assertThat(update(written.replace("webnn:add", "node:onnx"), run)).doesNotContain("node:onnx:a");
    }

    /** As of another WebNN file, whose suite is the same. */
    @Test
    void entries_of_a_path_of_which_nothing_ran_stay() {
        String written = "expectations:\n  - {case: 'node:other:a', expect: WRONG}\n";
        RunRecord run = whole(cell("test_a", Verdict.PASS));

        assertThat(update(written, run)).isEqualTo(written);
        assertThat(update(written.replace("other", "onnx"), run)).doesNotContain("node:onnx:a");
    }

    @Test
    void a_run_of_single_cases_removes_no_other() {
        String written = "expectations:\n  - {case: 'node:onnx:b', expect: WRONG}\n";
        RunRecord run = whole(cell("test_a", Verdict.PASS));

        assertThat(ExpectationUpdate.of(written, "x", Expectations.NONE, run, false)
                        .changes())
                .isFalse();
        assertThat(ExpectationUpdate.of(written, "x", Expectations.NONE, run, true)
                        .changes())
                .isTrue();
    }

    @Test
    void entries_for_other_targets_stay() {
        String written = "expectations:\n  - {case: '*:test_a', expect: WRONG, os: windows}\n"
                + "  - {case: '*:test_a', expect: WRONG, backend: webgpu}\n";

        assertThat(update(written, whole(cell("test_a", Verdict.PASS)))).isEqualTo(written);
    }

    @Test
    void what_another_file_says_gets_an_exception_here() {
        Expectations base = ExpectationReader.parse("expectations: [{case: '*', expect: WRONG}]", "base.yaml");
        RunRecord run = whole(cell("test_a", Verdict.PASS), cell("test_b", Verdict.WRONG));

        String text = of("", "known.yaml", base, run).text();

        assertThat(text).contains("test_a").doesNotContain("test_b");
        assertIsGreen(text, base, run);
    }

    @Test
    void entries_on_one_line_are_written_anew() {
        String text = update(
                "expectations: [{case: '*:test_a', expect: WRONG, reason: why}, {case: '*:test_b', expect: WRONG}]",
                whole(cell("test_a", Verdict.WRONG), cell("test_b", Verdict.PASS)));

        assertThat(text)
                .contains("  - case: \"*:test_a\"\n    expect: WRONG\n    reason: why\n")
                .doesNotContain("test_b");
    }

    @Test
    void a_reason_survives_whatever_is_in_it() {
        String ugly = "no: \"quotes\" # or \\ tabs\t, 'single' — ünïcode \u0007 {[}]";
        String text = update("", whole(cell("test_a", Backends.WASM, Verdict.FAILED, ugly)));

        assertThat(ExpectationReader.parse(text, "x").entries().get(0).reason()).contains(ugly);
    }

    @Tag("sized")
    @Test
    void whatever_came_out_before_an_update_makes_the_run_green_in_any_order() {
        Random random = new Random(5);
        String text = "";
        String shuffled = "";
        for (int round = 0; round < TestSize.of(5, 40); round++) {
            List<CaseRun> cells = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                for (Backend backend : List.of(Backends.WASM, Backends.WEBNN, Backends.NATIVE_CPU)) {
                    Verdict verdict = random.nextInt(3) > 0
                            ? Verdict.PASS
                            : Verdict.values()[random.nextInt(Verdict.values().length)];
                    cells.add(cell("test_" + i, backend, verdict, "reason " + "abc".charAt(random.nextInt(3))));
                }
            }
            boolean whole = random.nextBoolean();
            CaseRun[] some = cells.subList(0, whole ? cells.size() : 30).toArray(CaseRun[]::new);
            RunRecord run = whole ? whole(some) : filtered(some);
            List<CaseRun> other = new ArrayList<>(Arrays.asList(some));
            Collections.shuffle(other, random);
            RunRecord turned = whole ? whole(other.toArray(CaseRun[]::new)) : filtered(other.toArray(CaseRun[]::new));
            ExpectationUpdate change = counted(text, run);
            assertThat(change.changed() + change.removed() + change.kept())
                    .as("what became of the entries that there were")
                    .isEqualTo(ExpectationReader.parse(text, "known.yaml")
                            .entries()
                            .size());
            assertThat(List.of(change.added(), change.changed(), change.removed(), change.kept()))
                    .allSatisfy(count -> assertThat(count).isNotNegative());
            assertThat(change.added() + change.changed() + change.kept())
                    .isEqualTo(ExpectationReader.parse(change.text(), "known.yaml")
                            .entries()
                            .size());
            text = update(text, run);
            shuffled = update(shuffled, turned);
            assertThat(shuffled).isEqualTo(text);
        }
    }
}
