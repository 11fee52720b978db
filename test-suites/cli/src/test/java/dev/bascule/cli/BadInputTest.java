package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bad input that the command line itself finds; each ends before anything is measured. */
class BadInputTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private void fails(int exit, String message, String... arguments) {
        CliHarness.Result result = new CliHarness(folder, services).run(arguments);
        assertThat(result.err()).contains(message).contains("  remedy: ").contains("  reproduce: bascule ");
        assertThat(result.exit()).isEqualTo(exit);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void an_unknown_key_in_a_suite_names_the_nearest() throws IOException {
        Path suite = Files.writeString(folder.resolve("my.yaml"), "name: my\nmodles:\n  - model: bert-micro\n");

        fails(
                3,
                "error[SUITE_INVALID]: " + suite + ":2: unknown key 'modles'; did you mean 'models'?",
                "run",
                suite.toString());
    }

    @Test
    void a_value_that_a_flag_does_not_take_says_what_the_flag_is() {
        fails(
                2,
                "remedy: --regression-threshold is the least slowdown that is a regression; it must be shown as well"
                        + " (default: 2%)",
                "run",
                "vit-micro",
                "--baseline",
                "latest",
                "--regression-threshold",
                "many");
    }

    @Test
    void where_there_is_no_user_yet_the_list_says_so() {
        CliHarness.Result none = new CliHarness(folder, services).run("serve", "user", "list");
        assertThat(none.exit()).isZero();
        assertThat(none.out()).isEmpty();
        assertThat(none.err()).contains("there is no user yet: bascule serve user add NAME makes one");
    }

    @Test
    void a_time_for_which_runners_stay_is_one() {
        fails(
                2,
                "--keep-runners 'soon' is no time such as 30s or 10m",
                "worker",
                "--join",
                "@gone",
                "--keep-runners",
                "soon");
    }

    @Test
    void a_suite_that_is_not_there() {
        fails(3, "error[SUITE_INVALID]: there is no suite file 'gone.yaml'", "run", "gone.yaml");
    }

    @Test
    void a_model_that_is_not_there_names_the_nearest() {
        fails(3, "did you mean 'bert-micro'?", "run", "bert-mirco");
        fails(3, "did you mean 'quickstart'?", "run", "quikstart");
    }

    @Test
    void an_unknown_backend_names_the_nearest() {
        fails(
                2,
                "error[UNKNOWN_BACKEND]: --backends: there is no backend called 'webgup'; did you mean 'webgpu'?",
                "run",
                "--backends",
                "webgup");
        fails(
                2,
                "error[UNKNOWN_BACKEND]: --chain: there is no backend called 'wams'; did you mean 'wasm'?",
                "run",
                "--chain",
                "webgpu->wams");
    }

    @Test
    void a_chain_that_crosses_sides() {
        fails(3, "crosses from browser to native", "run", "--chain", "webgpu->cpu");
    }

    @Test
    void an_unknown_browser_names_the_nearest() {
        fails(
                2,
                "error[UNKNOWN_BROWSER]: there is no browser called 'firefix'; did you mean 'firefox'?",
                "run",
                "--browsers",
                "firefix");
    }

    /** On every machine: a test is not shown a Firefox that it is not tagged with. */
    @Test
    void a_browser_that_is_not_here_comes_with_this_systems_way_to_get_it() {
        CliHarness.Result result =
                new CliHarness(folder, new LocalServices()).run("run", "bert-micro", "--browsers", "firefox");
        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err())
                .contains("error[NO_BROWSER]: firefox was not found on this machine")
                .contains("remedy: " + SystemPackages.ofThisMachine().remedy(Software.FIREFOX))
                .doesNotContain("mvn");
    }

    @Test
    void a_filter_that_selects_nothing() {
        fails(
                4,
                "error[NOTHING_SELECTED_TO_RUN]: --filter gpt* selects none of the 3 cases",
                "run",
                "--filter",
                "gpt*");
    }

    @Test
    void backends_that_leave_nothing() {
        fails(4, "error[NOTHING_SELECTED_TO_RUN]", "run", "--backends", "wasm", "--strict", "--browsers", "none");
    }

    @Test
    void an_input_that_is_no_pair() {
        fails(2, "--input 'cat.png' must be NAME=VALUE", "run", "bert-micro", "--input", "cat.png");
    }

    @Test
    void an_input_whose_file_is_not_there() {
        fails(
                3,
                "error[INPUT_MISMATCH]: --input image: there is no file 'cat.png'",
                "run",
                "bert-micro",
                "--input",
                "image=cat.png");
    }

    @Test
    void an_input_that_is_written_as_a_path_and_is_not_there_is_no_text() {
        fails(
                3,
                "error[INPUT_MISMATCH]: --input input_ids: there is no file '/no/such'",
                "run",
                "bert-micro",
                "--input",
                "input_ids=/no/such");
    }

    @Test
    void options_that_would_change_nothing() {
        fails(
                2,
                "error[USAGE_ERROR]: --samples belongs to replicas, which nothing here asks for",
                "run",
                "bert-micro",
                "--samples",
                "50");
        fails(2, "--latency-limit belongs to batch-search", "run", "bert-micro", "--latency-limit", "5ms");
        fails(2, "--accuracy belongs to precision-search", "run", "bert-micro", "--accuracy", "0.1");
        fails(2, "--cut belongs to split", "run", "bert-micro", "--cut", "0.5");
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void a_chain_and_no_chains_at_once() {
        fails(
                2,
                "error[USAGE_ERROR]: --strict leaves out all chains, and --chain asks for one",
                "run",
                "bert-micro",
                "--strict",
                "--chain",
                "openvino->cpu");
    }

    @Test
    void a_file_that_cannot_be_written_is_told_before_anything_is_measured() throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "");

        for (String[] line : new String[][] {
            {"profile", "--out", file.resolve("p.json").toString()},
            {"doctor", "--report", "md", file.resolve("bug.md").toString()},
            {"profile", "--out", folder.toString()}
        }) {
            fails(5, "error[OUTPUT_UNWRITABLE]: cannot write", line);
        }
        fails(
                5,
                "name another file with --out FILE",
                "profile",
                "--out",
                file.resolve("p.json").toString());
    }

    @Test
    void inputs_for_several_models() {
        fails(2, "are for one model, but there are 3", "run", "--dim", "batch=2");
    }

    @Test
    void a_dimension_that_is_no_size() {
        fails(
                2,
                "--dim batch: the size must be a whole number from 1, but is 'many'",
                "run",
                "bert-micro",
                "--dim",
                "batch=many");
    }

    @Test
    void a_duration_without_a_unit() {
        fails(2, "--timeout must be a duration such as 500ms, 2s or 1m30s, but is '5'", "run", "--timeout", "5");
    }

    @Test
    void a_folder_for_reports_that_is_a_file() throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "");

        fails(5, "error[OUTPUT_UNWRITABLE]: cannot write into the folder", "run", "--out", file.toString());
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void a_read_only_folder_for_reports() throws IOException {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));
        assumeFalse(Files.isWritable(locked), "this user may write everywhere");

        fails(
                5,
                "error[OUTPUT_UNWRITABLE]",
                "run",
                "--out",
                locked.resolve("reports").toString());
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void a_folder_where_nothing_can_be_made() {
        Path kernel = Path.of("/proc/bascule");
        assumeFalse(!Files.isDirectory(Path.of("/proc")), "no /proc here");

        fails(5, "error[OUTPUT_UNWRITABLE]", "run", "--out", kernel.toString());
    }

    @Test
    void a_history_that_is_no_database() throws IOException {
        services.historyInFile = true;
        Path store = Files.writeString(folder.resolve("notes.txt"), "this is no database, and longer than a header is");

        fails(5, "error[STORE_INVALID]", "run", "bert-micro", "--store", store.toString());
    }

    @Test
    @Timeout(300)
    void a_history_that_a_second_process_holds() throws Exception {
        services.historyInFile = true;
        Path store = folder.resolve("history.duckdb");
        Process holder = new ProcessBuilder(TestJvm.line(StoreHolder.class.getName(), store.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo(StoreHolder.HELD);

            fails(5, "error[STORE_LOCKED]", "run", "bert-micro", "--store", store.toString());
            fails(5, "error[STORE_LOCKED]", "matrix", "--store", store.toString());
            assertThat(services.runs.cells()).isZero();
        } finally {
            StartedProcesses.end(holder);
        }
    }

    @Test
    void reading_a_history_that_is_not_there_makes_none() {
        fails(4, "there is no history", "matrix");
        fails(4, "there is no history", "report");
        fails(4, "there is no history", "query", "SELECT 1");
        assertThat(folder.resolve(".bascule")).doesNotExist();
    }

    @Test
    void an_unexpected_exception_is_a_bug_of_ours() {
        services.runs.outcome = (wanted, chain) -> {
            throw new IllegalStateException("who would have thought");
        };

        fails(
                70,
                "error[INTERNAL_ERROR]: this is a bug in Bascule: java.lang.IllegalStateException: who would",
                "run",
                "bert-micro");
    }

    @Test
    void the_stack_is_shown_only_when_asked_for() {
        services.runs.outcome = (wanted, chain) -> {
            throw new IllegalStateException("who would have thought");
        };

        assertThat(new CliHarness(folder, services).run("run", "bert-micro").err())
                .doesNotContain("\tat ");
        assertThat(new CliHarness(folder, services)
                        .run("-v", "run", "bert-micro")
                        .err())
                .contains("\tat ");
    }
}
