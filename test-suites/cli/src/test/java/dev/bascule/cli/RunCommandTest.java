package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.output.Terminal;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.nativerunner.devices.SystemChain;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, services).run(arguments);
    }

    private RunRequest asked() {
        return services.runs.asked.orElseThrow();
    }

    private SuiteModel model() {
        return asked().cases().get(0).model();
    }

    @Test
    void without_an_argument_the_quickstart_runs() {
        CliHarness.Result result = run("run");

        assertThat(result.exit()).isZero();
        assertThat(asked().id()).isEqualTo("20261121-093656-beef");
        assertThat(asked().invocation().suite()).isEqualTo("quickstart");
        assertThat(asked().invocation().command()).isEqualTo("bascule run");
        assertThat(asked().setup().choice()).isEqualTo(new BrowserChoice.Auto());
        assertThat(asked().cases())
                .hasSize(3)
                .allSatisfy(one -> assertThat(one.chains())
                        .containsExactly(
                                Chain.of(Backends.WEBGPU),
                                Chain.of(Backends.WEBNN),
                                Chain.of(Backends.WASM),
                                Chain.of(Backends.NATIVE_CPU),
                                Chain.BROWSER,
                                SystemChain.ofThisMachine().chain()));
    }

    @Test
    void the_reports_and_the_history_are_written() {
        services.historyInFile = true;

        CliHarness.Result result = run("run", "bert-micro", "--backends", "cpu");

        Path reports = folder.resolve(".bascule/reports/20261121-093656-beef");
        assertThat(reports.resolve("run.json")).isNotEmptyFile();
        assertThat(reports.resolve("report.md")).isNotEmptyFile();
        assertThat(reports.resolve("index.html")).isNotEmptyFile();
        assertThat(folder.resolve(".bascule/history.duckdb")).exists();
        assertThat(result.err())
                .contains("time: 12.0 s: measuring 9.0 s; starting browsers 2.0 s; other 1.0 s")
                .contains("run 20261121-093656-beef, reports in " + reports + ": run.json, report.md, index.html");
        assertThat(result.out()).contains("bert-micro");
    }

    @Test
    void reports_go_where_they_are_asked_for() throws IOException {
        CliHarness.Result result = run("run", "bert-micro", "--reporter", "github,csv,junit=ci/tests.xml,html=site");

        assertThat(result.out()).isEmpty();
        assertThat(folder.resolve(".bascule/reports/20261121-093656-beef/attempts.csv"))
                .isNotEmptyFile();
        assertThat(Files.readString(folder.resolve("ci/tests.xml"))).contains("<testsuite");
        assertThat(folder.resolve("site/index.html")).isNotEmptyFile();
        assertThat(result.err()).contains("; " + folder.resolve("ci/tests.xml"));
    }

    @Test
    void an_unknown_reporter_names_the_nearest() {
        CliHarness.Result result = run("run", "bert-micro", "--reporter", "junti");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("there is no reporter 'junti'; did you mean 'junit'?");
        assertThat(services.runs.asked).isEmpty();
    }

    @Test
    void what_ran_can_be_asked_for_afterwards() throws IOException {
        services.historyInFile = true;

        run("run", "bert-micro", "--backends", "cpu", "--strict");

        assertThat(run("matrix").out()).contains("bert-micro");
        assertThat(run("matrix", "--suite", "other").exit()).isEqualTo(4);
        JsonNode cell = Json.MAPPER.readTree(run("matrix", "--json").out()).at("/cells/0");
        assertThat(cell.at("/target").asText()).isEqualTo("native/onnxruntime-1.29.0/cpu-cpu");
        assertThat(cell.at("/timing/n").asInt()).isEqualTo(8);
        assertThat(cell.at("/timing/p99").isNull()).isTrue();
        assertThat(run("query", "SELECT count(*) AS n FROM runs", "--json").out())
                .contains("\"n\" : 1");
        CliHarness.Result report =
                run("report", "20261121", "--out", folder.resolve("site").toString());
        assertThat(report.exit()).isZero();
        assertThat(report.out()).contains("index.html");
        assertThat(folder.resolve("site/index.html")).isNotEmptyFile();
    }

    @Test
    void json_is_one_document_on_stdout() throws IOException {
        CliHarness.Result result = run("run", "bert-micro", "--backends", "cpu", "--json");

        assertThat(Json.MAPPER.readTree(result.out()).at("/run/id").asText()).isEqualTo("20261121-093656-beef");
    }

    @Test
    void the_inputs_of_a_model_are_read_from_options() throws IOException {
        Path model = Files.write(folder.resolve("vad.onnx"), new byte[] {1});
        Path sound = Files.write(folder.resolve("speech.wav"), new byte[] {1});

        run(
                "run",
                model.toString(),
                "--input",
                "input=" + sound,
                "--input",
                "sr=16000",
                "--input",
                "words=good morning",
                "--input",
                "ids=[[1, 2]]",
                "--dim",
                "batch=4",
                "--frame",
                "input=512:64",
                "--carry",
                "state=stateN");

        assertThat(model().name()).isEqualTo("vad");
        assertThat(model().feed().inputs())
                .containsEntry("input", new InputSource.File(sound))
                .containsEntry("sr", new InputSource.Literal("16000"))
                .containsEntry("words", new InputSource.Text("good morning"))
                .containsEntry("ids", new InputSource.Literal("[[1, 2]]"));
        assertThat(model().feed().dims()).containsEntry("batch", 4L);
        assertThat(model().feed().frames()).containsEntry("input", new FrameWindow(512, 64));
        assertThat(model().feed().carry()).containsEntry("state", "stateN");
        assertThat(asked().cases().get(0).id()).hasToString("adhoc:model:vad;batch=1,dim.batch=4,frame.input=512_64");
    }

    @Test
    void a_model_called_model_is_named_after_its_folder() throws IOException {
        Files.createDirectories(folder.resolve("mnist"));
        Path model = Files.write(folder.resolve("mnist/model.onnx"), new byte[] {1});

        run("run", model.toString());

        assertThat(model().name()).isEqualTo("mnist");
    }

    @Test
    void chains_may_be_given_again_and_again() {
        run("run", "bert-micro", "--backends", "none", "--chain", "webgpu->wasm", "--chain", "cuda→cpu");

        assertThat(asked().cases().get(0).chains())
                .containsExactly(
                        Chain.of(Backends.WEBGPU, Backends.WASM), Chain.of(Backends.CUDA, Backends.NATIVE_CPU));
    }

    @Test
    void what_moves_on_and_what_is_compared_come_from_flags_environment_files_and_suites_in_this_order()
            throws Exception {
        Files.writeString(folder.resolve("bascule.yaml"), "fallBackOn: [crashed]\ncomparisons: off\n");
        Path suite = Files.writeString(
                folder.resolve("s.yaml"),
                "name: s\nmodels: [{model: bert-micro}]\nfallBackOn: [unsupported, wasm-trap]\ncomparisons: [webgpu/wasm]\n");

        run("run", "bert-micro");
        assertThat(asked().cases().get(0).fallBackOn()).hasToString("crashed");
        assertThat(asked().cases().get(0).comparisons()).hasToString("off");

        run("run", suite.toString());
        assertThat(asked().cases().get(0).fallBackOn()).hasToString("unsupported,wasm-trap");
        assertThat(asked().cases().get(0).comparisons()).hasToString("webgpu/wasm");

        run("run", suite.toString(), "--fall-back-on", "none", "--comparisons", "on");
        assertThat(asked().cases().get(0).fallBackOn()).hasToString("none");
        assertThat(asked().cases().get(0).comparisons()).isEqualTo(Comparisons.ON);
    }

    @Test
    void a_wrong_word_for_what_moves_on_or_is_compared_names_the_nearest() {
        assertThat(run("run", "bert-micro", "--fall-back-on", "unsuported").err())
                .contains(
                        "--fall-back-on must be",
                        "'unsuported' is no failure that falls back; did you mean 'unsupported'?");
        assertThat(run("run", "bert-micro", "--comparisons", "webgpu/wasn").err())
                .contains("--comparisons: there is no backend called 'wasn'; did you mean 'wasm'?");
        assertThat(run("run", "bert-micro", "--comparisons", "webgpu/wasm,webgpu/cpu")
                        .err())
                .contains("webgpu is compared twice");
        assertThat(run("run", "bert-micro", "--comparisons", "cpu/webgpu").err())
                .contains("turn the pair around: webgpu/cpu");
    }

    @Test
    void the_native_chain_is_explained_where_nobody_named_it_and_only_there() {
        assertThat(run("run", "bert-micro").err())
                .contains("native chain %s: default for "
                        .formatted(SystemChain.ofThisMachine().chain()));
        assertThat(run("run", "bert-micro", "--chain", "cuda->cpu").err()).doesNotContain("native chain");
        assertThat(run("run", "bert-micro", "--strict").err()).doesNotContain("native chain");
    }

    @Test
    void without_browsers_only_the_native_side_runs() {
        run("run", "bert-micro", "--browsers", "none");

        assertThat(asked().cases())
                .flatExtracting(SuiteCase::chains)
                .containsExactly(
                        Chain.of(Backends.NATIVE_CPU),
                        SystemChain.ofThisMachine().chain());
    }

    @Test
    void failures_end_with_exit_code_1_and_the_line_that_repeats_each() {
        services.runs.outcome = CaseRuns::failed;

        CliHarness.Result result = run("run", "bert-micro", "--backends", "cpu", "--strict");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err())
                .contains("error[EXECUTION_FAILED]: adhoc:text:bert-micro;batch=1 on cpu: in phase 'first'")
                .contains("reproduce: bascule run bert-micro --backends cpu");
    }

    @Test
    void failures_may_be_let_pass() {
        services.runs.outcome = CaseRuns::failed;

        assertThat(run("run", "bert-micro", "--fail-on", "never").exit()).isZero();
    }

    @Test
    void a_backend_that_is_not_there_is_no_failure_beside_one_that_is() {
        services.runs.outcome = (wanted, chain) -> chain.first().equals(Backends.CUDA)
                ? CaseRuns.unavailable(wanted, chain)
                : CaseRuns.passed(wanted, chain);

        assertThat(run("run", "bert-micro", "--backends", "cuda,cpu", "--strict")
                        .exit())
                .isZero();
    }

    @Test
    void nothing_that_ran_is_no_green_run() {
        services.runs.outcome = CaseRuns::unavailable;

        CliHarness.Result result = run("run", "bert-micro", "--backends", "cuda", "--fail-on", "never");

        assertThat(result.exit()).as("the environment cannot be used").isEqualTo(5);
        assertThat(result.err()).contains("error[NOTHING_RAN]: nothing ran");
    }

    @Test
    void an_interrupted_run_writes_what_it_has_and_says_so() throws IOException {
        services.runs.interruptAfter = 1;

        CliHarness.Result result = run("run", "bert-micro", "--backends", "wasm,cpu", "--strict");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.err()).contains("error[RUN_INTERRUPTED]: stopped after 1 cell;");
        assertThat(Files.readString(folder.resolve(".bascule/reports/20261121-093656-beef/run.json")))
                .containsPattern("\"interrupted\" ?: ?true");
        assertThat(services.inMemory.runs(RunFilter.ALL))
                .singleElement()
                .satisfies(run -> assertThat(run.interrupted()).isTrue());
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void lines_tell_of_the_progress_where_there_is_no_terminal() {
        CliHarness.Result result = run("run", "bert-micro", "--backends", "cpu", "--strict");

        assertThat(result.err()).contains("[1/1] adhoc:text:bert-micro;batch=1 on cpu: PASS, median 1.05 ms");
    }

    @Test
    void a_terminal_gets_a_bar_that_is_gone_at_the_end() {
        services.runs.outcome = CaseRuns::failed;

        CliHarness.Result result = new CliHarness(folder, services)
                .on(new Terminal(true, true, 100))
                .run("run", "bert-micro", "--backends", "cpu", "--strict", "--color", "never");

        assertThat(result.err())
                .contains("\rbascule ")
                .contains("\u001b[2Kadhoc:text:bert-micro;batch=1 on cpu: FAILED")
                .doesNotContain("[1/1]");
        String afterTheBar = result.err().substring(result.err().lastIndexOf("\r\u001b[2K") + 5);
        assertThat(afterTheBar.strip()).startsWith("time: ");
    }

    @Test
    void a_quiet_run_says_nothing_but_its_data() {
        CliHarness.Result result = run("-q", "run", "bert-micro", "--backends", "cpu");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isNotEmpty();
    }

    @Test
    void colour_comes_only_when_asked_for_where_there_is_no_terminal() {
        assertThat(run("run", "bert-micro").out() + run("run", "vit-micro").err())
                .doesNotContain("\u001b[");
        assertThat(run("run", "resnet-micro", "--color", "always").err()).contains("\u001b[");
    }

    @Test
    void no_color_is_honoured_on_a_terminal() {
        CliHarness harness = new CliHarness(folder, services)
                .on(new Terminal(true, true, 100))
                .with("NO_COLOR", "1");

        assertThat(harness.run("models", "--color", "auto").out()).doesNotContain("\u001b[");
    }

    @Test
    void every_verdict_is_counted_one_way_or_the_other() {
        assertThat(Stream.of(Verdict.values()).filter(Verdict::isFailure))
                .containsExactly(Verdict.FLAKY, Verdict.TIMED_OUT, Verdict.FAILED, Verdict.WRONG, Verdict.CRASHED);
        assertThat(List.of(Verdict.SKIPPED, Verdict.UNSUPPORTED)).noneMatch(Verdict::isFailure);
    }
}
