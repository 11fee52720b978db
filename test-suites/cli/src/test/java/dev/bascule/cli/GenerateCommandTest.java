package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.fallback.json.Json;
import dev.bascule.junit.SumModel;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import picocli.CommandLine;

/** What is generated runs as it is: the suite by the command line, the class by JUnit Platform, the workflow's lines too. */
@Tag("native")
class GenerateCommandTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final String[] QUICK = {
        "--browsers", "none", "--min-iterations", "3", "--min-duration", "1ms", "--warm-up-limit", "1ms"
    };

    @TempDir
    Path folder;

    private CliHarness cli;

    @BeforeEach
    void start() {
        cli = new CliHarness(folder, new LocalServices(Clock.systemUTC(), () -> WARM));
    }

    private CliHarness.Result measured(int exit, Path model, String... more) {
        List<String> line = new ArrayList<>(List.of("run", model.toString(), "--retries", "0"));
        line.addAll(List.of(QUICK));
        line.addAll(List.of(more));
        CliHarness.Result result = cli.run(line.toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isEqualTo(exit);
        return result;
    }

    private CliHarness.Result generate(String... line) {
        CliHarness.Result result =
                cli.run(Stream.concat(Stream.of("generate"), Stream.of(line)).toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        return result;
    }

    private String text(String path) throws IOException {
        return Files.readString(folder.resolve(path));
    }

    @Test
    void a_test_of_a_measured_cell_runs_as_generated() throws Exception {
        measured(0, SumModel.right(folder.resolve("models/sum")), "--backends", "cpu");
        CliHarness.Result generated = generate("sum", "--target", "cpu", "--out", folder.toString());
        assertThat(generated
                        .out()
                        .lines()
                        .map(line -> folder.relativize(Path.of(line)).toString()))
                .containsExactly(
                        "bascule/sum-on-cpu.yaml",
                        "src/test/java/models/SumOnCpuTest.java",
                        ".github/workflows/bascule-sum-on-cpu.yml");
        assertThat(generated.err())
                .contains(
                        "to do: commit models/sum, if it is not yet",
                        "to do: for the class: add dev.bascule:bascule-junit");

        assertThat(text("bascule/sum-on-cpu.yaml")).contains("sha256: ", "model: ../models/sum", "targets: [cpu]");
        runsByTheCommandLine("bascule/sum-on-cpu.yaml", "PASS");
        assertThat(text("src/test/java/models/SumOnCpuTest.java"))
                .contains("the_outputs_are_right", "isProvenOn(\"cpu\")", "didNotFallBack()");
        TestExecutionSummary summary = junit("models.SumOnCpuTest");
        assertThat(summary.getTestsSucceededCount()).isEqualTo(3);
        assertThat(summary.getTotalFailureCount()).isZero();
        workflow(".github/workflows/bascule-sum-on-cpu.yml");
    }

    @Tag("full")
    @Test
    void negative_control_the_generated_class_fails_where_the_model_became_wrong() throws Exception {
        measured(0, SumModel.right(folder.resolve("models/sum")), "--backends", "cpu");
        generate("sum", "--target", "cpu", "--out", folder.toString());
        SumModel.wrong(folder.resolve("models/sum"));
        TestExecutionSummary summary = junit("models.SumOnCpuTest");
        assertThat(summary.getFailures())
                .hasSize(3)
                .first()
                .satisfies(failure -> assertThat(failure.getException()).hasMessageContaining("is WRONG, expected"));
    }

    @Tag("full")
    @Test
    void a_test_of_a_gap_runs_as_generated_and_takes_inputs_and_seed_of_the_models_other_cells() throws Exception {
        measured(0, SumModel.right(folder.resolve("models/sum")), "--backends", "cpu", "--seed", "7");
        generate("sum", "--target", "cuda->cpu", "--out", folder.toString(), "--package", "my.models");
        assertThat(text("bascule/sum-on-cuda-cpu.yaml"))
                .contains("has no data yet", "seed: 7", "targets: []", "chains: [cuda->cpu]");
        runsByTheCommandLine("bascule/sum-on-cuda-cpu.yaml", "FELL_BACK");
        TestExecutionSummary summary = junit("my.models.SumOnCudaCpuTest");
        assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
        workflow(".github/workflows/bascule-sum-on-cuda-cpu.yml");
    }

    @Test
    void a_gap_of_a_model_that_was_never_run_needs_no_history() {
        CliHarness.Result result = generate("zoo:bert-micro", "--target", "webgpu", "--browsers", "firefox-esr");
        assertThat(result.out())
                .contains(
                        "# ==> bascule/bert-micro-on-webgpu-firefox-esr.yaml",
                        "model: zoo:bert-micro",
                        "@BasculeSuite(value = \"bascule/bert-micro-on-webgpu-firefox-esr.yaml\", browsers ="
                                + " \"firefox-esr\")",
                        "--browsers firefox-esr");
        assertThat(result.err()).contains("BASCULE_REPOSITORY");
    }

    @Tag("full")
    @Test
    void a_cell_that_fails_is_a_known_failure_until_it_no_longer_fails() throws Exception {
        measured(1, SumModel.wrong(folder.resolve("models/sum")), "--backends", "cpu");
        generate("sum", "--target", "cpu", "--out", folder.toString());
        assertThat(text("bascule/sum-on-cpu-known.yaml")).contains("expect: WRONG", "backend: cpu", "reason: ");
        assertThat(text(".github/workflows/bascule-sum-on-cpu.yml")).contains("--fail-on never --reporter");
        TestExecutionSummary summary = junit("models.SumOnCpuTest");
        assertThat(summary.getTestsAbortedCount()).isEqualTo(1);
        SumModel.right(folder.resolve("models/sum"));
        TestExecutionSummary mended = junit("models.SumOnCpuTest");
        assertThat(mended.getFailures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.getException()).hasMessageContaining("expected WRONG"));
    }

    @Test
    void a_model_outside_of_the_project_is_to_be_brought_into_it() throws Exception {
        Path elsewhere = SumModel.right(folder.resolve("elsewhere/sum"));
        measured(0, elsewhere, "--backends", "cpu");
        Path project = folder.resolve("project");
        CliHarness.Result result = generate("sum", "--target", "cpu", "--out", project.toString());
        assertThat(result.err())
                .contains("to do: copy " + elsewhere.toAbsolutePath() + " to bascule/models/sum and commit it");
        assertThat(Files.readString(project.resolve("bascule/sum-on-cpu.yaml"))).contains("- model: models/sum");
        SumModel.right(project.resolve("bascule/models/sum"));
        runsByTheCommandLine("project/bascule/sum-on-cpu.yaml", "PASS");
    }

    @Test
    void nothing_is_overwritten_unless_that_is_said() throws IOException {
        String[] line = {"bert-micro", "--target", "cpu", "--out", folder.toString()};
        generate(line);
        generate(line);
        Path suite = folder.resolve("bascule/bert-micro-on-cpu.yaml");
        Files.writeString(suite, "mine: yes\n");
        CliHarness.Result refused =
                cli.run(Stream.concat(Stream.of("generate"), Stream.of(line)).toArray(String[]::new));
        assertThat(refused.exit()).isEqualTo(5);
        assertThat(refused.err()).contains("there is already, and differs: bascule/bert-micro-on-cpu.yaml");
        assertThat(suite).hasContent("mine: yes");
        generate(Stream.concat(Stream.of(line), Stream.of("--overwrite")).toArray(String[]::new));
        assertThat(suite).content().startsWith("# Made for a target");
    }

    @Test
    void what_nothing_is_written_of_is_not_overwritten() {
        CliHarness.Result refused = cli.run("generate", "bert-micro", "--target", "cpu", "--overwrite");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("--overwrite belongs to --out");
    }

    /** As a person types it, in the project. */
    private void runsByTheCommandLine(String suite, String verdict) throws IOException {
        CliHarness.Result result =
                cli.run(Stream.concat(Stream.of("run", folder.resolve(suite).toString(), "--json"), Stream.of(QUICK))
                        .toArray(String[]::new));
        assertThat(result.exit()).as(result.err()).isZero();
        JsonNode cells = Json.MAPPER.readTree(result.out()).path("cells");
        assertThat(cells).hasSize(1);
        assertThat(cells.get(0).path("verdict").asText()).isEqualTo(verdict);
    }

    /**
     * Compiles the class and runs it by the launcher. A project's tests run in its folder, and this JVM cannot change its own:
     * the folder is put before the paths of files.
     */
    private TestExecutionSummary junit(String className) throws Exception {
        Path source = folder.resolve("src/test/java/" + className.replace('.', '/') + ".java");
        String text = Files.readString(source).replace("\"bascule/", "\"" + folder + "/bascule/");
        Path rooted = Files.createDirectories(folder.resolve("rooted").resolve(className))
                .resolve(source.getFileName());
        Files.writeString(rooted, text);
        Path classes = Files.createDirectories(folder.resolve("classes-" + System.nanoTime()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            complaints,
                            manager,
                            null,
                            List.of(
                                    "--release",
                                    "17",
                                    "-proc:none",
                                    "-Xlint:all,-path,-classfile",
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            manager.getJavaFileObjects(rooted))
                    .call();
            assertThat(compiled).as(complaints.toString()).isTrue();
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            Launcher launcher = LauncherFactory.create();
            launcher.execute(
                    LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(loader.loadClass(className)))
                            .configurationParameter("bascule.retries", "0")
                            .build(),
                    listener);
            return listener.getSummary();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** It is YAML as GitHub reads it, every path in it is a generated one, and each line of Bascule's is one that it takes. */
    private void workflow(String path) throws IOException {
        JsonNode workflow = new ObjectMapper(new YAMLFactory()).readTree(text(path));
        assertThat(workflow.path("on").has("pull_request")).isTrue();
        JsonNode steps = workflow.path("jobs").path("measure").path("steps");
        List<String> lines = new ArrayList<>();
        for (JsonNode step : steps) {
            assertThat(step.has("uses") ^ step.has("run")).as(step.toString()).isTrue();
            if (step.has("uses")) {
                assertThat(step.path("uses").asText()).matches(ActionTest.PINNED);
            }
            step.path("run")
                    .asText("")
                    .lines()
                    .filter(line -> line.startsWith("bascule "))
                    .forEach(lines::add);
        }
        assertThat(lines)
                .hasSize(3)
                .anyMatch(line -> line.contains("--baseline ../base-report/run.json --fail-on regressions"));
        Assumptions.assumeTrue(
                commandLine().getSubcommands().get("run").getCommandSpec().findOption("--baseline") != null,
                "this build has no --baseline");
        for (String line : lines) {
            List<String> words = Arrays.stream(line.split(" ", -1)).skip(1).collect(Collectors.toList());
            assertThat(folder.resolve(words.get(1))).exists();
            CommandLine.ParseResult parsed = commandLine().parseArgs(words.toArray(String[]::new));
            assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("run");
        }
    }

    private CommandLine commandLine() {
        return Cli.commandLine(new CliContext(
                new dev.bascule.cli.output.Console(
                        System.out, System.err, new dev.bascule.cli.output.Terminal(false, false, 100)),
                java.util.Map.of(),
                folder,
                folder,
                java.time.Clock.systemUTC(),
                () -> 1,
                new FakeServices(),
                Interrupts.none()));
    }
}
