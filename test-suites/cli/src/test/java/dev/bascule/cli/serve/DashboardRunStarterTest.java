package dev.bascule.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.bridge.dashboard.job.RunStarter;
import dev.bascule.cli.CliHarness;
import dev.bascule.cli.FakeServices;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.zoo.Zoo;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a page may start is what the command line would, and nothing that names a program or a file of this machine. */
class DashboardRunStarterTest {
    @TempDir
    Path folder;

    private CliContext context() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        return new CliContext(
                new Console(nowhere, nowhere, new Terminal(false, false, 80)),
                Map.of(),
                folder,
                folder.resolve("home"),
                Clock.systemUTC(),
                () -> 7,
                new FakeServices(),
                Interrupts.none());
    }

    private DashboardRunStarter starter(Path... offered) {
        return starter(Downloads.NONE, offered);
    }

    private DashboardRunStarter starter(Downloads downloads, Path... offered) {
        return new DashboardRunStarter(
                context(),
                DashboardCatalog.of(List.of(offered), downloads),
                new ReportPlace("reports", List.of("html")),
                Optional.empty());
    }

    private static JobRequest wish(List<String> what, List<String> backends, Map<String, String> settings) {
        return new JobRequest(
                what, Optional.of(backends), Optional.of(List.of()), Optional.of(List.of("none")), List.of(), settings);
    }

    @Test
    void the_same_line_typed_by_hand_is_understood() {
        JobRequest request = new JobRequest(
                List.of("resnet-micro"),
                Optional.of(List.of("wasm", "cpu")),
                Optional.of(List.of("webnn->wasm", "openvino->cpu")),
                Optional.of(List.of("none")),
                List.of("*micro*"),
                Map.of("strict", "off", "comparisons", "off", "arena", "on", "build", "ort.all", "precision", "fp16"));
        String line = starter().check(request).plan().command();

        assertThat(line).contains(" --chain ", "openvino").doesNotContain("--strict", "--chains");
        List<String> words = List.of(line.replace("'", "").split(" "));
        CliHarness.parse(
                context(), words.subList(words.indexOf("run"), words.size()).toArray(String[]::new));
    }

    @Test
    void the_line_names_the_history_where_it_is_not_the_usual_one() {
        DashboardRunStarter starter = new DashboardRunStarter(
                context(),
                DashboardCatalog.of(List.of(), Downloads.NONE),
                new ReportPlace("reports", List.of()),
                Optional.of("my team.duckdb"));

        JobRequest request = wish(List.of("resnet-micro"), List.of("cpu"), Map.of());
        assertThat(starter.check(request).plan().command()).endsWith(" --store 'my team.duckdb'");
        assertThat(starter().check(request).plan().command()).doesNotContain("--store");
    }

    @Test
    void a_wish_becomes_the_command_line_that_does_the_same() {
        RunStarter.Plan plan = starter()
                .check(wish(List.of("resnet-micro"), List.of("cpu"), Map.of("minIterations", "7")))
                .plan();

        assertThat(plan.command())
                .endsWith("run zoo:resnet-micro --backends cpu --strict --browsers none --min-iterations 7");
        assertThat(plan.suite()).isEqualTo("adhoc");
        assertThat(plan.cases()).singleElement().satisfies(one -> {
            assertThat(one.caseId()).contains("resnet-micro");
            assertThat(one.chain()).containsExactly("cpu");
        });
    }

    @Test
    void what_is_mistyped_is_told_with_the_nearest_there_is() {
        DashboardRunStarter starter = starter();

        assertThatThrownBy(() -> starter.check(wish(List.of("resnet-micr"), List.of("cpu"), Map.of())))
                .hasMessageContaining("did you mean 'resnet-micro'?");
        assertThatThrownBy(() -> starter.check(wish(List.of("resnet-micro"), List.of("cpuu"), Map.of())))
                .hasMessageContaining("did you mean 'cpu'?");
        assertThatThrownBy(
                        () -> starter.check(wish(List.of("resnet-micro"), List.of("cpu"), Map.of("minIteration", "7"))))
                .hasMessageContaining("did you mean 'minIterations'?");
        assertThatThrownBy(() ->
                        starter.check(wish(List.of("resnet-micro"), List.of("cpu"), Map.of("minIterations", "many"))))
                .hasMessageContaining("--min-iterations must be a whole number from 1, but is 'many'");
        assertThatThrownBy(() -> starter.check(wish(List.of(), List.of("cpu"), Map.of())))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.NOTHING_SELECTED_TO_RUN));
        assertThatThrownBy(() -> starter.check(wish(List.of("resnet-micro"), List.of(), Map.of())))
                .isInstanceOf(BasculeException.class);
    }

    @Test
    void no_request_opens_a_file_or_a_program_of_its_own_choice() throws IOException {
        Path model = Files.write(folder.resolve("mine.onnx"), new byte[] {1, 2, 3});
        DashboardRunStarter starter = starter();

        for (String path : List.of(model.toString(), "mine.onnx", "../mine.onnx", "/etc/passwd", "suite.yaml")) {
            assertThatThrownBy(() -> starter.check(wish(List.of(path), List.of("cpu"), Map.of())))
                    .as(path)
                    .isInstanceOfSatisfying(BasculeException.class, error -> {
                        assertThat(error.code()).isEqualTo(ErrorCode.MODEL_NOT_FOUND);
                        assertThat(error.failure().remedies()).anyMatch(remedy -> remedy.contains("--models"));
                    });
        }
        for (String setting :
                List.of("browserBinary", "browserFlags", "store", "out", "launcher", "grid", "expectations")) {
            assertThatThrownBy(() ->
                            starter.check(wish(List.of("resnet-micro"), List.of("cpu"), Map.of(setting, "/bin/sh"))))
                    .as(setting)
                    .hasMessageContaining("there is no setting");
        }
    }

    @Test
    void a_model_of_the_hub_is_fetched_only_where_the_server_was_started_to_do_so() {
        DashboardRunStarter usual = starter();
        DashboardRunStarter some = starter(new Downloads(List.of("org/*", "other/one")));

        assertThatThrownBy(() -> usual.check(wish(List.of("hf:org/repo"), List.of("cpu"), Map.of())))
                .isInstanceOfSatisfying(BasculeException.class, error -> {
                    assertThat(error.code()).isEqualTo(ErrorCode.DOWNLOAD_NOT_ALLOWED);
                    assertThat(error.failure().remedies()).first().asString().contains("--allow-downloads org/repo");
                });
        for (String word : List.of("hf:organ/repo", "hf:other/two", "hf:other/one2", "hf:org", "hf:", "hf:../x")) {
            assertThatThrownBy(() -> some.check(wish(List.of(word), List.of("cpu"), Map.of())))
                    .as(word)
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.DOWNLOAD_NOT_ALLOWED));
        }
        for (String word : List.of("hf:org/repo", "hf:org/repo@v2/onnx/model.onnx", "hf:other/one/m.onnx")) {
            assertThat(some.check(wish(List.of(word), List.of("cpu"), Map.of()))
                            .plan()
                            .command())
                    .contains(word);
        }
        assertThat(starter(new Downloads(List.of("*")))
                        .check(wish(List.of("hf:any/model"), List.of("cpu"), Map.of()))
                        .plan()
                        .cases())
                .hasSize(1);
        assertThat(some.catalog().downloads()).containsExactly("org/*", "other/one");
        assertThatThrownBy(() -> new Downloads(List.of("quickstart"))).hasMessageContaining("ORG/*");
    }

    @Test
    void files_that_the_server_was_started_with_are_offered_and_taken_by_their_names() throws IOException {
        Path models = Files.createDirectories(folder.resolve("models/deep"));
        Files.copy(zooFile(), models.resolve("mine.onnx"));
        DashboardRunStarter starter = starter(folder.resolve("models"));

        assertThat(starter.catalog().models()).anySatisfy(model -> {
            assertThat(model.id()).isEqualTo("deep/mine.onnx");
            assertThat(model.source()).isEqualTo("folder");
            assertThat(model.bytes()).isPresent();
        });
        assertThat(starter.check(wish(List.of("deep/mine.onnx"), List.of("cpu"), Map.of()))
                        .plan()
                        .cases())
                .singleElement()
                .satisfies(one -> assertThat(one.caseId()).contains("mine"));
    }

    @Test
    void a_model_with_test_data_goes_by_its_folder_s_name_as_it_does_in_a_run() throws IOException {
        Path mnist = Files.createDirectories(folder.resolve("m/mnist"));
        Files.createDirectories(mnist.resolve("test_data_set_0"));
        Files.copy(zooFile(), mnist.resolve("model.onnx"));

        for (Path named : List.of(mnist, folder.resolve("m"))) {
            DashboardRunStarter starter = starter(named);
            assertThat(starter.catalog().models()).anySatisfy(model -> {
                assertThat(model.id()).isEqualTo("mnist");
                assertThat(model.bytes()).hasValue(2L);
            });
            RunStarter.Plan plan = starter.check(wish(List.of("mnist"), List.of("cpu"), Map.of()))
                    .plan();
            assertThat(plan.cases())
                    .singleElement()
                    .satisfies(one -> assertThat(one.caseId()).contains(":mnist;"));
            assertThat(plan.command()).contains(mnist + " ").doesNotContain("model.onnx");
        }
        assertThat(DashboardCatalog.of(List.of(mnist.resolve("model.onnx")), Downloads.NONE)
                        .files())
                .containsOnlyKeys("mnist/model.onnx");
    }

    @Test
    void two_files_of_one_name_are_refused_and_one_that_is_named_twice_is_not() throws IOException {
        Path one = Files.createDirectories(folder.resolve("one/face")).resolve("model.onnx");
        Path other = Files.createDirectories(folder.resolve("other/face")).resolve("model.onnx");
        Files.copy(zooFile(), one);
        Files.copy(zooFile(), other);

        assertThatThrownBy(() -> DashboardCatalog.of(List.of(one, other), Downloads.NONE))
                .hasMessageContaining("one")
                .hasMessageContaining("other")
                .hasMessageContaining("'face/model.onnx'");
        assertThat(DashboardCatalog.of(List.of(one, one.getParent()), Downloads.NONE)
                        .files())
                .containsOnlyKeys("face/model.onnx");
    }

    /** Planning looks at names alone: any bytes are a file. */
    private Path zooFile() throws IOException {
        return Files.write(folder.resolve("any.onnx"), new byte[] {8, 1});
    }

    @Test
    void the_catalog_has_what_list_and_models_have() {
        var catalog = starter().catalog();

        assertThat(catalog.models()).hasSize(Zoo.models().size());
        assertThat(catalog.suites()).extracting(suite -> suite.id()).contains("quickstart");
        assertThat(catalog.backends()).extracting(backend -> backend.id()).contains("webgpu", "cpu");
        assertThat(catalog.settings())
                .allSatisfy(setting -> assertThat(setting.wanted()).isNotBlank());
    }
}
