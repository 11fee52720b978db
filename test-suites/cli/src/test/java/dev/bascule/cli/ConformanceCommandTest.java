package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is selected and asked for, and what the terminal gets. */
class ConformanceCommandTest extends ConformanceFixture {
    @Test
    void every_case_runs_on_every_backend_and_the_terminal_gets_a_table() {
        CliHarness.Result result = run("--backends", "wasm,webnn,cpu");

        assertThat(result.exit()).isZero();
        assertThat(conformance.places).containsExactly(folder.resolve("node"));
        assertThat(conformance.ids()).hasSize(20).isSorted();
        assertThat(conformance.asked.orElseThrow().backends()).containsExactly("wasm", "webnn", "cpu");
        assertThat(conformance.asked.orElseThrow().invocation().suite()).isEqualTo("node");
        assertThat(conformance.asked.orElseThrow().workers()).isEqualTo(3);
        assertThat(conformance.asked.orElseThrow().caseLimit()).isEqualTo(Duration.ofSeconds(10));
        assertThat(result.out())
                .startsWith("node: 20 cases")
                .containsPattern("COLUMN +CASES +PASS +CASES/S")
                .containsPattern("Chrome Headless Shell 153 wasm +20 +20 +40")
                .as("as the matrix calls it, with its device")
                .containsPattern("Chrome Headless Shell 153 webnn npu +20 +20 ")
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
        assertThat(conformance.asked.orElseThrow().invocation().seed()).isEqualTo(7);
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
                .extent()
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
    void thousands_of_cells_are_no_thousands_of_lines() {
        conformance.cases = FakeCases.of(2000);
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
    void graphs_of_webnn_operators_say_which_backends_they_are_not_for() {
        conformance.cases = List.of(FakeCases.graph("add"), FakeCases.graph("mul"), FakeCases.named("test_1"));

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
}
