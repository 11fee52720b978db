package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was known to fail, and what that makes of a run. */
class ConformanceExpectationsTest extends ConformanceFixture {
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
        assertThat(known.err()).contains("expectations: 1 cell as listed, 0 unexpected; 1 failure accepted");
        assertThat(onWasm("--expectations", "known.yaml", "-q").err())
                .as("what was accepted is said always")
                .contains("1 failure accepted");

        comesOut(Verdict.PASS);
        CliHarness.Result passed = onWasm("--expectations", "known.yaml");
        assertThat(passed.exit()).isEqualTo(1);
        assertThat(passed.err())
                .contains("PASS on Chrome Headless Shell 153 wasm, but expected CRASHED")
                .contains("remedy: node:*:test_003 at " + folder.resolve("known.yaml") + ":2 is a glob");

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
        Files.writeString(
                folder.resolve("known.yaml"), "expectations:\n  - {case: node:onnx:tst_003, expect: WRONG}\n");

        CliHarness.Result whole = onWasm("--expectations", "known.yaml");
        assertThat(whole.exit()).isZero();
        assertThat(whole.err())
                .contains("warning: " + folder.resolve("known.yaml")
                        + ":2: node:onnx:tst_003 is no case of this run; did you mean test_003?");
        for (String part : List.of("--sample=3", "--filter=test_00*", "--shard=1/2")) {
            assertThat(onWasm("--expectations", "known.yaml", part).err()).doesNotContain("is no case of this run");
        }
        Files.createDirectories(folder.resolve("node"));
        Files.writeString(folder.resolve("node/model.onnx"), "the place named is one case");
        assertThat(onWasm("--expectations", "known.yaml").err()).doesNotContain("is no case of this run");
    }

    @Test
    void a_file_of_expectations_that_is_no_yaml_says_where_and_what_and_how_to_mend_it() throws IOException {
        Files.writeString(
                folder.resolve("known.yaml"),
                "expectations:\n  - case: node:onnx:test_003\n    expect: WRONG\n   - case: node:onnx:test_004\n");

        assertThat(onWasm("--expectations", "known.yaml").err())
                .contains(
                        "known.yaml:4: no valid YAML at column 4: an item with '-' does not fit the indentation of the"
                                + " list that begins at line 2, column 3")
                .contains("mend the file at the place named")
                .doesNotContain("suite file");
        assertThat(onWasm("--expectations", "nonexist.yaml").err())
                .contains("nonexist.yaml cannot be read: there is no such file")
                .doesNotContain("java.nio");
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
    void a_file_that_came_to_harm_during_the_run_costs_nothing_of_what_ran() throws IOException {
        Files.writeString(folder.resolve("known.yaml"), "expectations:\n  - {case: '*:test_003', expect: CRASHED}\n");
        conformance.verdict = (id, backend) -> {
            try {
                Files.writeString(folder.resolve("known.yaml"), "expectations: [");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return id.name().equals("test_003") ? Verdict.CRASHED : Verdict.PASS;
        };

        CliHarness.Result result = onWasm(
                "--expectations", "known.yaml", "--update-expectations", "--reporter", "list,junit", "--out", "out");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.out()).isNotBlank();
        assertThat(result.err()).contains("1 cell as listed, 0 unexpected", "error[SUITE_INVALID]", "known.yaml:1");
        assertThat(folder.resolve("out/junit.xml"))
                .content()
                .as("by what was known at the start")
                .contains("failures=\"0\"");
        assertThat(services.inMemory.runs(RunFilter.ALL)).hasSize(1);
        assertThat(folder.resolve("known.yaml")).hasContent("expectations: [");
    }

    @Test
    void an_absent_column_beside_one_wholly_known_to_be_unsupported_is_no_run_of_nothing() throws IOException {
        Files.writeString(
                folder.resolve("known.yaml"), "expectations:\n  - {case: '*', expect: UNSUPPORTED, backend: wasm}\n");
        conformance.absent = Set.of("webnn");
        conformance.verdict = (id, backend) -> Verdict.UNSUPPORTED;

        assertThat(run("--backends", "webnn,wasm", "--expectations", "known.yaml")
                        .exit())
                .isZero();
        assertThat(run("--backends", "webnn,wasm").exit())
                .as("the negative control: not listed")
                .isEqualTo(1);
    }

    @Test
    void what_is_known_to_be_unsupported_is_an_answer() throws IOException {
        Files.writeString(folder.resolve("known.yaml"), "expectations:\n  - {case: '*', expect: UNSUPPORTED}\n");
        conformance.verdict = (id, backend) -> Verdict.UNSUPPORTED;

        assertThat(onWasm("--expectations", "known.yaml").exit()).isZero();
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

    @Test
    void a_report_made_again_knows_what_was_expected_where_it_is_told() throws IOException {
        Files.writeString(
                folder.resolve("known.yaml"), "expectations:\n  - {case: 'node:*:test_003', expect: CRASHED}\n");
        comesOut(Verdict.CRASHED, "test_003");
        services.historyInFile = true;
        onWasm("--expectations", "known.yaml", "--reporter", "junit", "--out", "out");

        CliHarness.Result again = new CliHarness(folder, services)
                .run("report", "--expectations", "known.yaml", "--reporter", "junit", "--out", "out");

        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(folder.resolve("out/junit.xml")).content().contains("failures=\"0\"");
        assertThat(folder.resolve("out/index.html")).content().contains("1 cell did not pass, as expected; 0 are");
        new CliHarness(folder, services).run("report", "--reporter", "junit", "--out", "out");
        assertThat(folder.resolve("out/junit.xml")).content().contains("failures=\"1\"");
    }
}
