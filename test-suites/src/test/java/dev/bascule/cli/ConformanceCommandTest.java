package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Selection;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.suites.service.BrowserChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformanceCommandTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private final FakeConformanceService conformance = services.conformance;

    private CliHarness.Result run(String... more) {
        // Every harness begins with the same run id.
        services.inMemory = new InMemoryHistory();
        String[] arguments =
                Stream.concat(Stream.of("conformance", "node"), Stream.of(more)).toArray(String[]::new);
        return new CliHarness(folder, services).run(arguments);
    }

    private CliHarness.Result onWasm(String... more) {
        return run(
                Stream.concat(Stream.of("--backends", "wasm"), Stream.of(more)).toArray(String[]::new));
    }

    private void comesOut(Verdict verdict, String... names) {
        conformance.verdict = (id, backend) -> List.of(names).contains(id.name()) ? verdict : Verdict.PASS;
    }

    @Test
    void every_case_runs_on_every_backend_and_the_terminal_gets_a_table() {
        CliHarness.Result result = run("--backends", "wasm,webnn,cpu");

        assertThat(result.exit()).isZero();
        assertThat(conformance.places).containsExactly(folder.resolve("node"));
        assertThat(conformance.ids()).hasSize(20).isSorted();
        assertThat(conformance.asked.orElseThrow().backends()).containsExactly("wasm", "webnn", "cpu");
        assertThat(conformance.asked.orElseThrow().suite()).isEqualTo("node");
        assertThat(conformance.asked.orElseThrow().workers()).isEqualTo(3);
        assertThat(conformance.asked.orElseThrow().caseLimit()).isEqualTo(Duration.ofSeconds(10));
        assertThat(result.out())
                .startsWith("node: 20 cases")
                .containsPattern("COLUMN +CASES +PASS +CASES/S")
                .containsPattern("Chrome Headless Shell 153 wasm +20 +20 +40")
                .containsPattern("native cpu +20 +20 +40");
    }

    @Test
    void the_options_and_the_environment_reach_the_request() {
        new CliHarness(folder, services)
                .with("BASCULE_WORKERS", "5")
                .with("BASCULE_CASE_TIMEOUT", "3s")
                .run("conformance", "node", "--browsers", "firefox", "--backends", "wasm", "--seed", "7");

        assertThat(conformance.asked.orElseThrow().workers()).isEqualTo(5);
        assertThat(conformance.asked.orElseThrow().caseLimit()).isEqualTo(Duration.ofSeconds(3));
        assertThat(conformance.asked.orElseThrow().seed()).isEqualTo(7);
        assertThat(conformance.asked.orElseThrow().setup().choice())
                .isEqualTo(new BrowserChoice.Named(List.of("firefox")));
    }

    @Test
    void a_sample_is_said_to_be_one() throws IOException {
        CliHarness.Result result = onWasm("--sample", "5", "--shuffle", "--json");

        assertThat(conformance.ids()).hasSize(5);
        assertThat(result.err()).contains("node: 5 of 20 cases; a sample of 5, seed 42; shuffled, seed 42");
        JsonNode selection = Json.MAPPER.readTree(result.out()).at("/run/selection");
        assertThat(selection.path("sample").asInt()).isEqualTo(5);
        assertThat(selection.path("cases").asInt()).isEqualTo(20);
        assertThat(onWasm("--sample", "5").out()).startsWith("node: 5 of 20 cases; a sample of 5, seed 42\n");
    }

    @Test
    void a_shard_is_in_the_record_of_the_history() {
        onWasm("--shard", "2/3");

        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        Selection selection = services.inMemory
                .latest(RunFilter.ALL)
                .orElseThrow()
                .selection()
                .orElseThrow();
        assertThat(selection.shard()).contains(Selection.Shard.of(2, 3));
        assertThat(selection.isWhole()).isFalse();
    }

    @Test
    void what_selects_nothing_ends_with_4_and_the_remedy() {
        assertThat(onWasm("--filter", "nothing*").exit()).isEqualTo(4);
        assertThat(onWasm("--filter", "nothing*").err()).contains("selects none of the 20 cases", "widen --filter");
        assertThat(run("--browsers", "none", "--backends", "wasm").exit()).isEqualTo(4);
        conformance.cases = List.of();
        assertThat(onWasm().exit()).isEqualTo(4);
        assertThat(onWasm().err()).contains("hold no case", "remedy: name a folder");
        assertThat(conformance.asked).isEmpty();
    }

    @Test
    void what_makes_no_sense_is_a_usage_error() {
        assertThat(new CliHarness(folder, services).run("conformance").exit()).isEqualTo(2);
        assertThat(onWasm("--shard", "4/3").exit()).isNotZero();
        assertThat(onWasm("--shard", "4/3").err()).contains("a part of a whole, such as 2/8");
        assertThat(onWasm("--chain", "webnn->wasm").exit()).isEqualTo(2);
        assertThat(onWasm("--update-expectations").exit()).isEqualTo(2);
        assertThat(onWasm("--expectations", "absent.yaml").exit()).isEqualTo(3);
        assertThat(conformance.asked).isEmpty();
    }

    @Test
    void failures_are_told_together_where_one_thing_ails_them() {
        comesOut(Verdict.CRASHED, "test_003", "test_004");
        conformance.message = (id, backend) ->
                "in phase 'run': trap at 0x%s in '%s'".formatted(id.name().substring(5), id);

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err())
                .contains("CRASHED on Chrome Headless Shell 153 wasm: 2 cases; the first: trap at 0x003")
                .contains("  node:onnx:test_003\n  node:onnx:test_004\n  reproduce: bascule conformance");
        assertThat(onWasm("--fail-on", "never").exit()).isZero();
    }

    @Test
    void only_the_first_twenty_are_told() {
        conformance.cases = PlayedCases.of(60);
        conformance.verdict = (id, backend) -> Verdict.WRONG;

        CliHarness.Result result = onWasm();

        assertThat(result.err().lines().filter(line -> line.startsWith("  node:onnx:")))
                .hasSize(20);
        assertThat(result.err()).contains("and 40 more, see " + folder.resolve(".bascule/reports"));
    }

    @Test
    void thousands_of_cells_are_no_thousands_of_lines() {
        conformance.cases = PlayedCases.of(2000);
        conformance.verdict = (id, backend) -> id.name().endsWith("7") ? Verdict.UNSUPPORTED : Verdict.PASS;
        conformance.message = (id, backend) -> "no kernel for Foo(13) in '" + id.name() + "'";

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isZero();
        assertThat(result.err().lines()).hasSizeLessThan(20);
        assertThat(result.err()).contains("[200/2000] Chrome Headless Shell 153 wasm: 180 PASS, 20 UNSUPPORTED");
        assertThat(result.out().lines()).hasSizeLessThan(12);
        assertThat(result.out())
                .containsPattern("UNSUPPORTED on Chrome Headless Shell 153 wasm:\n +200 +no kernel for Foo\\(13\\)");
    }

    @Test
    void a_case_that_cannot_be_read_is_a_failure() {
        conformance.unreadable = List.of(FakeConformanceService.unreadable("test_broken"));

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).contains("test_broken: the model ends too soon");
        assertThat(onWasm("--filter", "test_0*").exit()).isZero();
    }

    @Test
    void where_nothing_ran_the_run_is_not_green() {
        conformance.verdict = (id, backend) -> Verdict.UNSUPPORTED;

        assertThat(onWasm().exit()).isEqualTo(1);
        assertThat(onWasm().err()).contains("nothing ran");
    }

    @Test
    void an_interrupted_run_says_so_and_keeps_what_there_is() {
        conformance.interruptAfter = 7;

        CliHarness.Result result = onWasm();

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("stopped after 7 cells");
        assertThat(result.out()).containsPattern("wasm +7 +7");
    }

    @Test
    void a_self_check_says_how_many_were_noticed() {
        CliHarness.Result result = onWasm("--self-check");

        assertThat(result.exit()).isZero();
        assertThat(result.err()).contains("self-check: 20 corrupted, 20 noticed");
    }

    @Test
    void a_judge_that_notices_nothing_is_a_bug() {
        conformance.judge = (one, outputs) -> true;

        CliHarness.Result result = onWasm("--self-check", "--fail-on", "never");

        assertThat(result.exit()).isEqualTo(70);
        assertThat(result.err()).contains("self-check: 20 corrupted, 0 noticed", "node:onnx:test_003");
    }

    @Test
    void a_self_check_of_nothing_proves_nothing() {
        conformance.verdict = (id, backend) -> Verdict.WRONG;

        assertThat(onWasm("--self-check", "--fail-on", "never").exit()).isEqualTo(4);
    }

    @Test
    void a_known_failure_is_none_and_an_unexpected_pass_is_one() throws IOException {
        Files.writeString(folder.resolve("known.yaml"), """
                expectations:
                  - case: "node:*:test_003"
                    expect: CRASHED
                    backend: wasm
                    reason: known
                """);
        comesOut(Verdict.CRASHED, "test_003");
        CliHarness.Result known = onWasm("--expectations", "known.yaml");
        assertThat(known.exit()).as(known.err()).isZero();
        assertThat(known.err()).contains("expectations: 1 cells as listed, 0 unexpected");

        comesOut(Verdict.PASS);
        CliHarness.Result passed = onWasm("--expectations", "known.yaml");
        assertThat(passed.exit()).isEqualTo(1);
        assertThat(passed.err())
                .contains("PASS on Chrome Headless Shell 153 wasm, but expected CRASHED")
                .contains("remedy: remove " + folder.resolve("known.yaml") + ":2");

        comesOut(Verdict.WRONG, "test_003");
        CliHarness.Result otherwise = onWasm("--expectations", "known.yaml");
        assertThat(otherwise.exit()).isEqualTo(1);
        assertThat(otherwise.err()).contains("WRONG on", "but expected CRASHED");
    }

    @Test
    void an_update_makes_the_same_run_green() throws IOException {
        comesOut(Verdict.CRASHED, "test_003", "test_004");

        CliHarness.Result update = onWasm("--expectations", "new/known.yaml", "--update-expectations");
        assertThat(update.exit()).as(update.err()).isZero();
        assertThat(update.err()).contains("1 entries added");
        String text = Files.readString(folder.resolve("new/known.yaml"));
        assertThat(text).contains("expect: CRASHED", "reason: it went wrong", "- \"node:onnx:test_003\"");

        assertThat(onWasm("--expectations", "new/known.yaml").exit()).isZero();
        assertThat(onWasm().exit()).isEqualTo(1);
        assertThat(onWasm("--expectations", "new/known.yaml", "--update-expectations")
                        .err())
                .contains("nothing to change");
        assertThat(folder.resolve("new/known.yaml")).hasContent(text);
    }

    @Test
    void an_entry_that_names_no_case_is_noted_in_a_whole_run_only() throws IOException {
        Files.writeString(folder.resolve("known.yaml"), "expectations:\n  - {case: node:onnx:gone, expect: WRONG}\n");

        assertThat(onWasm("--expectations", "known.yaml").err()).contains("known.yaml:2 names no case that there is");
        assertThat(onWasm("--expectations", "known.yaml", "--sample", "3").err())
                .doesNotContain("names no case");
    }

    @Test
    void values_of_every_kind_are_corrupted() {
        conformance.cases = Stream.of(new Value.Absent(), new Value.Many(List.of()))
                .map(value -> PlayedCases.expecting("test_" + value.getClass().getSimpleName(), value))
                .toList();

        assertThat(onWasm("--self-check").err()).contains("self-check: 2 corrupted, 2 noticed");
    }

    @Test
    void a_column_in_which_nothing_ran_is_said_once_and_the_others_count() {
        conformance.absent = Set.of("webnn");

        CliHarness.Result result = run("--backends", "webnn,wasm");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err())
                .containsOnlyOnce(
                        "warning[BACKEND_UNAVAILABLE]: Chrome Headless Shell 153 webnn: nothing ran (20 cases),"
                                + " because there is no such device\n  remedy: bring one\n")
                .doesNotContain("wasm: nothing ran", "error[");
    }

    @Test
    void where_no_column_could_be_started_the_environment_is_unusable_and_the_reports_are_written() {
        conformance.absent = Set.of("webnn", "wasm");

        CliHarness.Result result = run("--backends", "webnn,wasm", "--out", "out", "--fail-on", "never");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err())
                .contains("error[NOTHING_RAN]: nothing ran: none of the 2 columns that were asked for could be started")
                .contains("wasm: nothing ran (20 cases)", "webnn: nothing ran (20 cases)");
        assertThat(folder.resolve("out/run.json")).isNotEmptyFile();
        assertThat(folder.resolve("out/index.html")).isNotEmptyFile();
    }

    @Test
    void a_backend_that_is_not_there_refutes_no_expectation_and_unlearns_none() throws IOException {
        String known = """
                expectations:
                  - case: "node:onnx:test_003"
                    expect: CRASHED
                    backend: webnn
                """;
        Files.writeString(folder.resolve("known.yaml"), known);
        conformance.absent = Set.of("webnn");

        CliHarness.Result result = run("--backends", "webnn,wasm", "--expectations", "known.yaml");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).contains("0 cells as listed, 0 unexpected");

        run("--backends", "webnn,wasm", "--expectations", "known.yaml", "--update-expectations");
        assertThat(folder.resolve("known.yaml")).hasContent(known);
    }

    @Test
    void what_is_known_to_be_unsupported_is_an_answer() throws IOException {
        Files.writeString(folder.resolve("known.yaml"), "expectations:\n  - {case: '*', expect: UNSUPPORTED}\n");
        conformance.verdict = (id, backend) -> Verdict.UNSUPPORTED;

        assertThat(onWasm("--expectations", "known.yaml").exit()).isZero();
    }

    @Test
    void graphs_of_webnn_operators_say_which_backends_they_are_not_for() {
        conformance.cases = List.of(PlayedCases.graph("add"), PlayedCases.graph("mul"), PlayedCases.named("test_1"));

        CliHarness.Result result = run("--backends", "webnn,wasm,cpu");
        assertThat(result.exit()).isZero();
        assertThat(result.err())
                .contains("note: 2 WebNN graph cases are for webnn only; not run on wasm\n")
                .contains("not run on cpu\n")
                .doesNotContain("not run on webnn");
        assertThat(run("--backends", "cpu", "--filter", "test_1").err()).doesNotContain("graph cases");

        CliHarness.Result none = run("--backends", "wasm,cpu", "--filter", "add", "--filter", "mul");
        assertThat(none.exit()).isEqualTo(4);
        assertThat(none.err())
                .contains("every one of the 2 cases is a WebNN graph, which only webnn builds; asked for: wasm, cpu")
                .contains("remedy: --backends webnn\n");
    }

    @Test
    void the_reports_know_what_was_expected() throws IOException {
        Files.writeString(folder.resolve("known.yaml"), """
                expectations:
                  - case: "node:*:test_003"
                    expect: CRASHED
                    reason: a trap
                    link: https://example.org/1
                """);
        comesOut(Verdict.CRASHED, "test_003");

        CliHarness.Result result = onWasm("--expectations", "known.yaml", "--reporter", "junit,github", "--out", "out");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.err()).doesNotContain("::error");
        assertThat(folder.resolve("out/junit.xml"))
                .content()
                .contains("failures=\"0\"", "<skipped message=\"expected: a trap (https://example.org/1)\"");
        assertThat(folder.resolve("out/index.html")).content().contains("1 cell did not pass, as expected; 0 are");

        CliHarness.Result learned =
                onWasm("--expectations", "new.yaml", "--update-expectations", "--reporter", "junit", "--out", "new");
        assertThat(learned.exit()).as(learned.err()).isZero();
        assertThat(folder.resolve("new/junit.xml")).content().contains("failures=\"0\"");
    }
}
