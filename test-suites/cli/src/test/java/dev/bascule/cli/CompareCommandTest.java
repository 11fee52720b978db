package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    @TempDir
    Path folder;

    private ComparedRuns runs = new ComparedRuns(Path.of(""));

    /** One for all, so that each run has an id of its own. */
    @BeforeEach
    void begin() {
        runs = new ComparedRuns(folder);
    }

    @Test
    void two_runs_are_compared_by_the_words_for_them() throws IOException {
        RunRecord made = runs.run(1);
        RunRecord first = ComparedRuns.like(made, "20261101-0001", 1, 1);
        RunRecord second = ComparedRuns.like(made, "20261102-0002", 2, 2);
        runs.services.inMemory = new InMemoryHistory();
        runs.services.inMemory.append(first);
        runs.services.inMemory.append(second);
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result compared = runs.cli("compare", "--store", "store", "--json");
        assertThat(compared.exit()).as(compared.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(compared.out());
        assertThat(document.path("baseline").path("runs").get(0).asText()).isEqualTo(first.id());
        assertThat(document.path("kind").asText()).isEqualTo("same-places");
        assertThat(document.path("cases")).hasSize(2);
        assertThat(runs.cli("compare", first.id(), second.id(), "--store", "store", "--fail-on", "regressions")
                        .exit())
                .isEqualTo(1);
        assertThat(runs.cli("compare", second.id(), first.id(), "--store", "store", "--fail-on", "regressions")
                        .exit())
                .isZero();
        CliHarness.Result text = runs.cli("compare", "--store", "store");
        assertThat(text.out())
                .containsIgnoringWhitespaces("Of so few runs no difference of one case below ×1.")
                .containsIgnoringWhitespaces("16 of each side that take turns show 5 %");
        assertThat(text.err()).contains("more runs a side: choose them by what they share");
        CliHarness.Result browser =
                runs.cli("compare", "browser", "native", "--store", "store", "--reporter", "md=c.md");
        assertThat(browser.exit()).as(browser.err()).isZero();
        assertThat(browser.out()).contains("on wasm in Chrome Headless Shell against cpu");
        assertThat(browser.err())
                .contains("sides swapped: browsers are held against native, so A is 'native' and B is 'browser'");
        assertThat(runs.cli("compare", "native", "browser", "--store", "store").err())
                .as("negative control")
                .doesNotContain("swapped");
        assertThat(Files.readString(folder.resolve("c.md"))).startsWith("# Comparison");
        assertThat(runs.services.inMemory.runs(RunFilter.ALL)).hasSize(2);
    }

    @Test
    void two_parts_of_one_models_name_are_refused_with_what_compares_two_files() throws IOException {
        RunRecord made = runs.run(1);
        runs.services.inMemory = new InMemoryHistory();
        runs.services.inMemory.append(ComparedRuns.like(made, "20261101-0001", 1, 1));
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result same = runs.cli("compare", "model=vit", "model=vit-micro", "--store", "store");
        CliHarness.Result apart = runs.cli("compare", "model=vit-micro", "model=other", "--store", "store");

        assertThat(same.exit()).isEqualTo(2);
        assertThat(same.err())
                .contains(
                        "'model=vit' and 'model=vit-micro' both choose vit-micro, which would be compared with itself")
                .contains("two models stand beside each other in one run: bascule run A.onnx B.onnx");
        assertThat(apart.err()).contains("no cell is 'model=other'");
    }

    @Test
    void the_metric_is_named_and_cells_that_did_not_measure_it_are_not_compared() throws IOException {
        RunRecord made = runs.run(1);
        runs.services.inMemory = new InMemoryHistory();
        runs.services.inMemory.append(ComparedRuns.like(made, "20261101-0001", 1, 1));
        runs.services.inMemory.append(ComparedRuns.like(made, "20261102-0002", 2, 2));
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result endToEnd = runs.cli("compare", "--store", "store", "--metric", "end-to-end", "--json");
        assertThat(endToEnd.exit()).as(endToEnd.err()).isZero();
        JsonNode document = Json.MAPPER.readTree(endToEnd.out());
        assertThat(document.at("/options/metric").asText()).isEqualTo("end-to-end");
        assertThat(document.at("/summary/slowdowns").asInt()).isZero();
        assertThat(document.at("/cases/0/finding").asText()).isEqualTo("not-compared");
        assertThat(document.at("/cases/0/why").asText()).contains("has no end-to-end times");
        assertThat(runs.cli("compare", "--store", "store", "--metric", "end-to-end")
                        .out())
                .contains("end to end: from a file's bytes to the model's outputs");
        assertThat(Json.MAPPER
                        .readTree(runs.cli("compare", "--store", "store", "--json")
                                .out())
                        .at("/options/metric")
                        .asText())
                .isEqualTo("inference");
        CliHarness.Result unknown = runs.cli("compare", "--store", "store", "--metric", "speed");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no metric 'speed'");
        assertThat(runs.cli("compare", "--over-time", "--store", "store", "--metric", "end-to-end")
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void a_gate_that_could_never_fail_is_refused() throws IOException {
        RunRecord made = runs.run(1);
        runs.services.inMemory = new InMemoryHistory();
        runs.services.inMemory.append(ComparedRuns.like(made, "20261101-0001", 1, 1));
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result targets =
                runs.cli("compare", "browser", "native", "--store", "store", "--fail-on", "regressions");
        assertThat(targets.exit()).isEqualTo(2);
        assertThat(targets.err()).contains("--fail-on regressions never fails here");
        CliHarness.Result failures =
                runs.cli("compare", "browser", "native", "--store", "store", "--fail-on", "failures");
        assertThat(failures.exit()).isEqualTo(2);
        assertThat(failures.err()).contains("only regressions");
        // What a configuration says for runs is no such thing.
        runs.harness.with("BASCULE_FAIL_ON", "regressions");
        assertThat(runs.cli("compare", "browser", "native", "--store", "store").exit())
                .isZero();
    }

    @Test
    void a_comparison_is_a_page_of_its_own_and_a_section_of_a_stored_runs_reports() throws IOException {
        RunRecord made = runs.run(1);
        RunRecord first = ComparedRuns.like(made, "20261101-0001", 1, 1);
        RunRecord second = ComparedRuns.like(made, "20261102-0002", 2, 3);
        runs.services.inMemory = new InMemoryHistory();
        runs.services.inMemory.append(first);
        runs.services.inMemory.append(second);
        Files.writeString(folder.resolve("store"), "");

        assertThat(runs.cli("compare", first.id(), second.id(), "--store", "store", "--reporter", "html=c.html")
                        .exit())
                .isZero();
        String page = Files.readString(folder.resolve("c.html")).split("<script>", 2)[0];
        assertThat(page)
                .contains("<h1>%s against %s</h1>".formatted(second.id(), first.id()))
                .contains("default-src &#39;none&#39;")
                .contains("2 regressions")
                .doesNotContain("<link", "src=\"http");

        String[] report = {"report", second.id(), "--store", "store", "--out", "rep", "--baseline", first.id()};
        CliHarness.Result written = runs.cli(report);
        assertThat(written.exit()).as(written.err()).isZero();
        assertThat(Files.readString(folder.resolve("rep/index.html"))).contains("Against " + first.id());
        assertThat(Files.readString(folder.resolve("rep/report.md")))
                .contains("## Against " + first.id())
                .contains("**regression**");
        assertThat(folder.resolve("rep/comparison.json")).exists();
        report[report.length - 1] = second.id();
        CliHarness.Result itself = runs.cli(report);
        assertThat(itself.exit()).isEqualTo(2);
        assertThat(itself.err()).contains("is the run itself");
    }

    @Test
    void over_time_tells_where_the_speed_changed() throws IOException {
        RunRecord first = runs.run(1);
        List<RunRecord> nights = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            nights.add(ComparedRuns.like(first, "2026-" + i, i, (i < 9 ? 1 : 1.5) * (1 + 0.01 * (i % 3))));
        }
        runs.services.inMemory = new InMemoryHistory();
        nights.forEach(runs.services.inMemory::append);
        Files.writeString(folder.resolve("store"), "");

        CliHarness.Result text = runs.cli("compare", "--over-time", "backend=wasm", "--store", "store");
        assertThat(text.exit()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("vit-micro on wasm in Chrome Headless Shell")
                .contains("slower (95 % interval")
                .contains(nights.get(9).id())
                .contains("no recorded version changed near it");
        JsonNode series = Json.MAPPER
                .readTree(runs.cli("compare", "--over-time", "--store", "store", "--json")
                        .out())
                .path("series");
        assertThat(series).hasSize(2);
        assertThat(series.get(0).path("changes")).hasSize(1);
        assertThat(runs.cli("compare", "--over-time", "--store", "store", "--regression-threshold", "5%")
                        .err())
                .contains("--over-time takes --seed, --store and --json only");
        assertThat(runs.cli("compare", "--over-time", "latest", "--store", "store")
                        .exit())
                .isEqualTo(2);
        assertThat(runs.cli("compare", "--over-time", "backend=webgpu", "--store", "store")
                        .exit())
                .isEqualTo(4);
    }

    @Test
    void what_cannot_be_compared_is_said_with_a_way_out() throws IOException {
        Files.writeString(folder.resolve("store"), "");
        assertThat(runs.cli("compare", "colour=red", "native", "--store", "store")
                        .exit())
                .isEqualTo(2);
        assertThat(runs.cli("compare", "latest~9", "latest", "--store", "store").exit())
                .isEqualTo(4);
        runs.run(1);
        CliHarness.Result same = runs.cli("compare", "out-0/run.json", "out-0/run.json");
        assertThat(same.exit()).isEqualTo(2);
        assertThat(same.err()).contains("are the same cells");
        assertThat(runs.cli("compare", "out-0/run.json", "out-0/run.json", "--reporter", "pdf=x")
                        .err())
                .contains("cannot be written as 'pdf=x'");
    }
}
