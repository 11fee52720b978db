package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("red-team")
class MergeCommandTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    /** One for all, so that each run has an id of its own. */
    private CliHarness harness = new CliHarness(Path.of(""), services);

    @BeforeEach
    void begin() {
        harness = new CliHarness(folder, services);
    }

    private CliHarness.Result run(String... arguments) {
        services.inMemory = new InMemoryHistory();
        return harness.run(arguments);
    }

    private CliHarness.Result shard(int part, int of, String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "conformance",
                                "node",
                                "--backends",
                                "wasm,cpu",
                                "--shard",
                                part + "/" + of,
                                "--out",
                                "shard-" + part),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private CliHarness.Result merge(String... more) {
        return run(Stream.concat(Stream.of("merge"), Stream.of(more)).toArray(String[]::new));
    }

    private void fails(Verdict verdict, String... names) {
        services.conformance.verdict = (id, backend) -> List.of(names).contains(id.name()) ? verdict : Verdict.PASS;
    }

    @Test
    void the_shards_of_a_suite_make_the_whole() throws IOException {
        IntStream.rangeClosed(1, 3)
                .forEach(part -> assertThat(shard(part, 3).exit()).isZero());
        run("conformance", "node", "--backends", "wasm,cpu", "--out", "whole");

        CliHarness.Result merged = merge("shard-1", "shard-2/run.json", "shard-3", "--out", "all", "--json");

        assertThat(merged.exit()).as(merged.err()).isZero();
        JsonNode all = Json.MAPPER.readTree(merged.out());
        JsonNode whole = Json.MAPPER.readTree(folder.resolve("whole/run.json").toFile());
        assertThat(all.path("cells").findValuesAsText("caseId"))
                .hasSize(40)
                .isEqualTo(whole.path("cells").findValuesAsText("caseId"));
        assertThat(all.at("/run/suiteHash")).isEqualTo(whole.at("/run/suiteHash"));
        assertThat(all.at("/run/selection")).isEqualTo(whole.at("/run/selection"));
        assertThat(folder.resolve("all/index.html")).isNotEmptyFile();
        assertThat(services.inMemory.latest(RunFilter.ALL).orElseThrow().runs()).hasSize(40);
    }

    @Test
    void a_missing_shard_is_a_failure_that_names_it() {
        shard(1, 3);
        shard(3, 3);

        CliHarness.Result merged = merge("shard-1", "shard-3");

        assertThat(merged.exit()).isEqualTo(1);
        assertThat(merged.err()).contains("error[SHARD_MISSING]: of 3 shards there are 2; missing: 2");
        assertThat(merged.out()).contains("shard 1,3/3");
        assertThat(merge("shard-1", "shard-3", "--fail-on", "never").exit()).isZero();
    }

    @Test
    void a_column_that_one_shard_lacks_is_a_failure_that_names_it() {
        shard(1, 2);
        run("conformance", "node", "--backends", "cpu", "--shard", "2/2", "--out", "shard-2");

        CliHarness.Result merged = merge("shard-1", "shard-2");

        assertThat(merged.exit()).isEqualTo(1);
        assertThat(merged.err())
                .containsPattern("error\\[SHARD_MISSING\\]: the runs are not of the same columns: "
                        + "wasm in Chrome Headless Shell lacks \\d+ of 20 cells, of cases in shard-2")
                .doesNotContain("cpu without a browser lacks");
        assertThat(merge("shard-1", "shard-2", "--fail-on", "never").exit()).isZero();
    }

    @Test
    void columns_may_be_run_apart_as_long_as_every_shard_is() {
        shard(1, 2);
        run("conformance", "node", "--backends", "cpu", "--shard", "2/2", "--out", "shard-2-cpu");
        run("conformance", "node", "--backends", "wasm", "--shard", "2/2", "--out", "shard-2-wasm");

        CliHarness.Result merged = merge("shard-1", "shard-2-cpu", "shard-2-wasm");

        assertThat(merged.exit()).as(merged.err()).isZero();
    }

    @Test
    void a_case_that_one_shard_could_not_read_fails_the_merged_run() throws IOException {
        services.conformance.unreadable = List.of(FakeConformanceService.unreadable("test_broken"));
        List<Integer> exits = IntStream.rangeClosed(1, 3)
                .mapToObj(part -> shard(part, 3).exit())
                .sorted()
                .toList();
        assertThat(exits).containsExactly(0, 0, 1);

        CliHarness.Result merged = merge("shard-1", "shard-2", "shard-3", "--out", "all");

        assertThat(merged.exit()).isEqualTo(1);
        assertThat(merged.err())
                .contains("error[MODEL_TRUNCATED]: ", "test_broken cannot be read: the model ends too soon");
        assertThat(merged.out()).contains("node: 21 cases; 1 cannot be read");
        JsonNode all = Json.MAPPER.readTree(folder.resolve("all/run.json").toFile());
        assertThat(all.at("/run/selection/unread/0/caseId").asText()).contains("test_broken");
        assertThat(services.inMemory
                        .latest(RunFilter.ALL)
                        .orElseThrow()
                        .extent()
                        .selection()
                        .orElseThrow()
                        .unread())
                .hasSize(1);
        assertThat(merge("shard-1", "shard-2", "shard-3", "--fail-on", "never").exit())
                .isZero();
    }

    @Test
    void of_the_same_cell_twice_the_worst_counts() {
        shard(1, 1);
        services.conformance.verdict =
                (id, backend) -> id.name().equals("test_003") && backend.equals("cpu") ? Verdict.WRONG : Verdict.PASS;
        run("conformance", "node", "--backends", "wasm,cpu", "--out", "again");

        CliHarness.Result merged = merge("again", "shard-1");

        assertThat(merged.exit()).isEqualTo(1);
        assertThat(merged.err()).contains("WRONG on native cpu").doesNotContain("wasm,");
        assertThat(merged.out()).containsPattern("native cpu +20 +19 +1");
        assertThat(merge("shard-1", "again").exit()).isEqualTo(1);
    }

    @Test
    void expectations_hold_for_the_merged_run_as_well() throws IOException {
        fails(Verdict.CRASHED, "test_003");
        shard(1, 2, "--fail-on", "never");
        shard(2, 2, "--fail-on", "never");
        assertThat(merge("shard-1", "shard-2").exit()).isEqualTo(1);

        assertThat(merge("shard-1", "shard-2", "--expectations", "known.yaml", "--update-expectations")
                        .exit())
                .isZero();
        assertThat(merge("shard-1", "shard-2", "--expectations", "known.yaml").exit())
                .isZero();
        assertThat(Files.readString(folder.resolve("known.yaml"))).contains("node:onnx:test_003");
    }

    @Test
    void of_runs_of_single_cases_an_update_removes_no_entry_of_another() throws IOException {
        String known = "expectations:\n  - {case: node:onnx:test_gone, expect: WRONG}\n";
        Files.writeString(folder.resolve("known.yaml"), known);
        String[] update = {"--expectations", "known.yaml", "--update-expectations"};
        run("conformance", "node/test_000", "node/test_001/", "--backends", "cpu", "--out", "some");
        services.conformance.cases = FakeCases.of(1);
        run("conformance", ".", "--backends", "cpu", "--out", "one");

        for (String single : List.of("some", "one")) {
            CliHarness.Result merged = merge(single, update[0], update[1]);
            assertThat(merged.err()).as(single).doesNotContain("is no case of this run");
            assertThat(merge(single, update[0], update[1], update[2]).exit()).isZero();
            assertThat(folder.resolve("known.yaml")).hasContent(known);
        }

        services.conformance.cases = FakeCases.of(20);
        run("conformance", "node", "--backends", "cpu", "--out", "all");
        assertThat(merge("all", update[0], update[1]).err()).contains("test_gone is no case of this run");
        merge("all", update[0], update[1], update[2]);
        assertThat(folder.resolve("known.yaml")).content().doesNotContain("test_gone");
    }

    @Test
    void runs_of_other_cases_are_refused() {
        shard(1, 2);
        services.conformance.cases = FakeCases.of(21);
        shard(2, 2);

        CliHarness.Result merged = merge("shard-1", "shard-2");

        assertThat(merged.exit()).isEqualTo(2);
        assertThat(merged.err()).contains("shard-1 and shard-2 do not go together, for their cases differ");
    }

    @Test
    void runs_of_other_engines_or_divisions_or_samples_are_refused() throws IOException {
        shard(1, 2);
        shard(2, 2);
        Path second = folder.resolve("shard-2/run.json");
        JsonNode document = Json.MAPPER.readTree(second.toFile());
        document.path("targets").forEach(target -> ((ObjectNode) target.path("engine")).put("version", "1.30.0"));
        Json.MAPPER.writeValue(second.toFile(), document);
        assertThat(merge("shard-1", "shard-2").err())
                .contains("for their engines differ: ", "onnxruntime-web-1.29.0", "onnxruntime-web-1.30.0");

        shard(2, 3);
        assertThat(merge("shard-1", "shard-2").err()).contains("for their divisions differ: 2 and 3");
        shard(2, 2, "--sample", "7");
        assertThat(merge("shard-1", "shard-2").err()).contains("for their samples differ: none and 7 by seed 42");
    }

    @Test
    void the_same_run_twice_is_refused_whatever_its_files_are_called() throws IOException {
        shard(1, 2);
        Files.copy(folder.resolve("shard-1/run.json"), folder.resolve("copy.json"));

        for (String again : List.of("shard-1", "copy.json")) {
            CliHarness.Result merged = merge("shard-1", again);
            assertThat(merged.exit()).isEqualTo(2);
            assertThat(merged.err())
                    .contains("shard-1 and " + again + " are the same run, ", "name each run.json once");
            assertThat(services.inMemory.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    void a_shard_under_the_label_of_another_is_refused() throws IOException {
        shard(1, 2);
        ObjectNode document = (ObjectNode)
                Json.MAPPER.readTree(folder.resolve("shard-1/run.json").toFile());
        ((ObjectNode) document.path("run")).put("id", "another");
        ((ArrayNode) document.at("/run/selection/shard/parts")).set(0, 2);
        Json.MAPPER.writeValue(folder.resolve("relabelled.json").toFile(), document);

        CliHarness.Result merged = merge("shard-1", "relabelled.json");

        assertThat(merged.exit()).isEqualTo(3);
        assertThat(merged.err())
                .contains("error[RECORD_INVALID]: relabelled.json says what cannot be so")
                .contains("it belongs to shard 1/2, and the run says it is shard 2/2");
        assertThat(services.inMemory.runs(RunFilter.ALL)).isEmpty();
    }

    @Test
    void cases_that_are_in_no_part_are_missed_though_every_shard_is_there() throws IOException {
        shard(1, 2);
        shard(2, 2);
        Path second = folder.resolve("shard-2/run.json");
        ObjectNode document = (ObjectNode) Json.MAPPER.readTree(second.toFile());
        String gone = document.at("/cells/0/caseId").asText();
        int cells = document.path("cells").size();
        ArrayNode kept = document.putArray("cells");
        Json.MAPPER.readTree(second.toFile()).path("cells").forEach(cell -> {
            if (!cell.path("caseId").asText().equals(gone)) {
                kept.add(cell);
            }
        });
        ((ObjectNode) document.at("/summary/verdicts"))
                .put("PASS", document.at("/summary/verdicts/PASS").asInt() - cells + kept.size());
        Json.MAPPER.writeValue(second.toFile(), document);

        CliHarness.Result merged = merge("shard-1", "shard-2");

        assertThat(merged.exit()).isEqualTo(1);
        assertThat(merged.err())
                .contains(
                        "error[SHARD_MISSING]: 1 case of those that the runs were to run have no cell in any of them");
        assertThat(merge("shard-1", "shard-2", "--fail-on", "never").exit()).isZero();
    }

    @Test
    void runs_of_other_seeds_and_with_figures_that_do_not_follow_are_refused() throws IOException {
        shard(1, 2);
        shard(2, 2, "--seed", "7");
        assertThat(merge("shard-1", "shard-2").err()).contains("for their seeds differ: 42 and 7");

        shard(2, 2);
        Path second = folder.resolve("shard-2/run.json");
        ObjectNode document = (ObjectNode) Json.MAPPER.readTree(second.toFile());
        ((ObjectNode) document.at("/cells/0")).put("verdict", "WRONG");
        Json.MAPPER.writeValue(second.toFile(), document);
        CliHarness.Result merged = merge("shard-1", "shard-2");
        assertThat(merged.exit()).isEqualTo(3);
        assertThat(merged.err()).contains("verdict is \"WRONG\", its samples and outcomes give \"PASS\"");
    }

    @Test
    void a_merged_run_says_so_in_its_document() throws IOException {
        shard(1, 2);
        shard(2, 2);
        merge("shard-1", "shard-2", "--out", "all");
        assertThat(Json.MAPPER
                        .readTree(folder.resolve("all/run.json").toFile())
                        .at("/run/origins/0")
                        .asText())
                .isEqualTo("merged");
    }

    @Test
    void measured_times_never_become_those_of_another_run() {
        assertThat(run("run", "vit-micro", "--backends", "cpu", "--out", "a1").exit())
                .isZero();
        assertThat(run("run", "vit-micro", "--backends", "cpu", "--out", "a2").exit())
                .isZero();

        for (String[] parts : List.of(new String[] {"a1", "a2"}, new String[] {"a1"})) {
            CliHarness.Result merged = merge(parts);
            assertThat(merged.exit()).isEqualTo(2);
            assertThat(merged.err())
                    .contains(
                            "a1 has measured times, which cannot be merged",
                            "merge is for the shards of `bascule conformance`",
                            "bascule history import OTHER.duckdb");
            assertThat(services.inMemory.runs(RunFilter.ALL)).isEmpty();
        }
    }

    @Test
    void what_is_no_run_is_refused() throws IOException {
        Files.writeString(folder.resolve("x.json"), "{}");

        assertThat(merge("x.json").exit()).isEqualTo(2);
        assertThat(merge("absent").exit()).isEqualTo(2);
    }
}
