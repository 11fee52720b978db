package dev.bascule.suites.expectations;

import static dev.bascule.suites.expectations.Cells.cell;
import static dev.bascule.suites.expectations.Cells.filtered;
import static dev.bascule.suites.expectations.Cells.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExpectationUpdateTest {

    private static String update(String current, RunRecord record) {
        String text = ExpectationUpdate.of(current, "known.yaml", Expectations.NONE, record)
                .text();
        assertIsGreen(text, Expectations.NONE, record);
        return text;
    }

    /** The same run again is as expected, and another update changes nothing. */
    private static void assertIsGreen(String text, Expectations base, RunRecord record) {
        assertThat(base.and(ExpectationReader.parse(text, "known.yaml")).judge(record))
                .as(text)
                .allSatisfy(judgement -> assertThat(judgement).isInstanceOf(Judgement.AsExpected.class));
        ExpectationUpdate again = ExpectationUpdate.of(text, "known.yaml", base, record);
        assertThat(again.text()).isEqualTo(text);
        assertThat(again.changes()).isFalse();
    }

    @Test
    void new_failures_of_one_kind_are_one_entry() {
        String text = update(
                "",
                whole(
                        cell("test_b", Backends.WEBNN, Verdict.CRASHED, "in phase 'run': trap at 0x12 in 'b'"),
                        cell("test_a", Backends.WEBNN, Verdict.CRASHED, "in phase 'run': trap at 0x11 in 'a'\nmore"),
                        cell("test_c", Backends.WEBNN, Verdict.CRASHED, "in phase 'run': something else"),
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
                            browser: chrome-headless-shell
                            engine: onnxruntime-web
                            os: linux
                            reason: something else
                          - cases:
                              - "node:onnx:test_a"
                              - "node:onnx:test_b"
                            expect: CRASHED
                            backend: webnn
                            browser: chrome-headless-shell
                            engine: onnxruntime-web
                            os: linux
                            reason: "trap at 0x11 in 'a'"
                        """);
    }

    @Test
    void where_nothing_fails_no_file_is_made() {
        assertThat(ExpectationUpdate.of("", "x", Expectations.NONE, whole(cell("test_a", Verdict.PASS)))
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
    void entries_for_other_targets_stay() {
        String written = "expectations:\n  - {case: '*:test_a', expect: WRONG, os: windows}\n"
                + "  - {case: '*:test_a', expect: WRONG, backend: webgpu}\n";

        assertThat(update(written, whole(cell("test_a", Verdict.PASS)))).isEqualTo(written);
    }

    @Test
    void what_another_file_says_gets_an_exception_here() {
        Expectations base = ExpectationReader.parse("expectations: [{case: '*', expect: WRONG}]", "base.yaml");
        RunRecord run = whole(cell("test_a", Verdict.PASS), cell("test_b", Verdict.WRONG));

        String text = ExpectationUpdate.of("", "known.yaml", base, run).text();

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

    @Test
    void whatever_came_out_before_an_update_makes_the_run_green_in_any_order() {
        Random random = new Random(5);
        String text = "";
        String shuffled = "";
        for (int round = 0; round < 40; round++) {
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
            text = update(text, run);
            shuffled = update(shuffled, turned);
            assertThat(shuffled).isEqualTo(text);
        }
    }
}
