package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.onnx.TinyOnnx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every door of the command line, and what is no file behind it: an error with its name, at once, and never a bug. */
@Tag("attack")
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisabledOnOs(OS.WINDOWS)
class BadFilesTest {
    private static final String PIPE = "it is a pipe, not a file";

    @TempDir
    Path folder;

    private String model;

    @BeforeEach
    void a_sound_model() throws IOException {
        model = Files.write(folder.resolve("sound.onnx"), TinyOnnx.add()).toString();
    }

    private String pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        Files.createDirectories(pipe.getParent());
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
        return pipe.toString();
    }

    private void refuses(int exit, List<String> words, String... arguments) {
        CliHarness.Result result = new CliHarness(folder, new LocalServices()).run(arguments);
        assertThat(result.err())
                .contains(words)
                .contains("error[", "  remedy: ", "  reproduce: bascule ")
                .doesNotContain("INTERNAL_ERROR", "Exception");
        assertThat(result.exit()).isEqualTo(exit);
    }

    @Test
    void a_pipe_as_a_model() throws Exception {
        String pipe = pipe("m.onnx");
        refuses(3, List.of(pipe, PIPE), "run", pipe, "--browsers", "none");
        refuses(3, List.of(pipe, PIPE), "doctor", "--check-model", pipe, "--no-run");
        refuses(3, List.of(pipe, PIPE), "reduce", pipe, "--target", "cpu");
    }

    @Test
    void a_pipe_as_the_model_of_a_folder_and_as_weights() throws Exception {
        String pipe = pipe("case/model.onnx");
        refuses(3, List.of(pipe, PIPE), "run", folder.resolve("case").toString(), "--browsers", "none");
    }

    @Test
    void a_device_and_a_file_of_the_system_as_a_model() {
        refuses(3, List.of("/dev/zero", "it is a device, not a file"), "run", "/dev/zero", "--browsers", "none");
        assumeTrue(Files.exists(Path.of("/proc/version")), "no /proc");
        refuses(3, List.of("'/proc/version' is empty"), "run", "/proc/version", "--browsers", "none");
    }

    @Test
    void a_pipe_as_a_suite() throws Exception {
        String pipe = pipe("s.yaml");
        refuses(3, List.of(pipe, PIPE, "write what comes from there into a file"), "run", pipe);
    }

    @Test
    void what_the_shell_hands_over_as_a_pipe_is_refused_with_the_way_out() {
        // Bascule's own stdin in a test is no terminal and no file; of which kind is the build's affair.
        Path stdin = Path.of("/dev/stdin");
        assumeTrue(Files.exists(stdin) && !Files.isRegularFile(stdin), "stdin is a file");
        refuses(2, List.of("/dev/stdin", "not a file", "into a file, and name that"), "merge", "/dev/stdin");
    }

    @Test
    void a_pipe_as_an_input_in_the_command_and_in_a_suite() throws Exception {
        String pipe = pipe("x.npy");
        refuses(3, List.of(pipe, PIPE), "run", model, "--input", "x=" + pipe, "--browsers", "none");
        Path suite = Files.writeString(
                folder.resolve("s.yaml"),
                "name: s\nmodels:\n  - model: %s\n    inputs: {x: {file: x.npy}}\n".formatted(model));
        refuses(3, List.of("x.npy", PIPE), "run", suite.toString(), "--backends", "cpu", "--browsers", "none");
    }

    @Test
    void a_pipe_as_a_record() throws Exception {
        String pipe = pipe("run.json");
        refuses(2, List.of(pipe, PIPE), "merge", pipe);
        refuses(3, List.of(pipe, PIPE), "history", "import", pipe);
        refuses(5, List.of(pipe, PIPE), "history", "--store", pipe);
    }

    @Test
    void a_pipe_as_cases_and_as_expectations() throws Exception {
        String pipe = pipe("c.json");
        refuses(3, List.of(pipe, PIPE), "conformance", pipe);
        String known = pipe("known.yaml");
        refuses(3, List.of(known, PIPE), "conformance", folder.toString(), "--expectations", known);
    }

    @Test
    void a_pipe_as_a_template_and_as_the_settings_of_the_folder() throws Exception {
        pipe("design/header.jte");
        refuses(
                2,
                List.of("header.jte", PIPE),
                "run",
                model,
                "--template",
                folder.resolve("design").toString());
        String settings = pipe("bascule.yaml");
        refuses(3, List.of(settings, PIPE), "run", model);
    }

    @Test
    void a_pipe_as_the_tokens_file_unless_the_shell_hands_it_over() throws Exception {
        String pipe = pipe("token");
        refuses(2, List.of(pipe, PIPE), "serve", "--token-file", pipe);
        refuses(2, List.of("/dev/zero", "it is a device"), "serve", "--token-file", "/dev/zero");
    }

    /** A case whose input is none is not fed with anything else in its place. */
    @Test
    void a_pipe_as_a_cases_input_is_no_missing_input() throws Exception {
        Path cases = Files.createDirectories(folder.resolve("cases/add"));
        Files.copy(Path.of(model), cases.resolve("model.onnx"));
        pipe("cases/add/test_data_set_0/input_0.pb");
        CliHarness.Result result = new CliHarness(folder, new LocalServices())
                .run("conformance", folder.resolve("cases").toString(), "--backends", "cpu");
        assertThat(result.err()).contains("input_0.pb", PIPE);
        assertThat(result.exit()).isNotZero().isNotEqualTo(70);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings: {timeout: 999999999h}",
                "settings: {batch: 99999999999999999999999}",
                "settings: {minDuration: 999999999h999999999h}",
                "description: \"a\\0b\"\nseed: 99999999999999999999999",
                "description: &a [*a, *a]",
                "? [a, b]\n: c"
            })
    void a_suite_that_says_what_cannot_be(String lines) throws IOException {
        Path suite = Files.writeString(
                folder.resolve("s.yaml"), "name: s\n%s\nmodels:\n  - model: bert-micro\n".formatted(lines));
        refuses(3, List.of("s.yaml:"), "run", suite.toString());
    }

    @Test
    void a_suite_without_end_or_of_lists_in_lists() throws IOException {
        Path suite = folder.resolve("s.yaml");
        Files.writeString(suite, "name: s\nmodels: " + "[".repeat(100_000));
        refuses(3, List.of("s.yaml:", "nesting depth"), "run", suite.toString());
        Files.writeString(suite, "name: s\nmodels: " + "{a: ".repeat(100_000));
        refuses(3, List.of("s.yaml:", "nesting depth"), "run", suite.toString());
        Files.writeString(suite, "name: s\n# " + "x".repeat(20 << 20));
        refuses(3, List.of(suite.toString(), "at most 16777216 are read"), "run", suite.toString());
    }

    @Test
    void names_with_a_nul_are_no_paths() throws IOException {
        Path suite = folder.resolve("s.yaml");
        Files.writeString(
                suite, "name: s\nmodels:\n  - model: %s\n    inputs: {x: {file: \"a\\0b.npy\"}}\n".formatted(model));
        refuses(3, List.of("s.yaml:4", "must be a path"), "run", suite.toString());
        Files.writeString(folder.resolve("bascule.yaml"), "store: \"a\\0b\"\n");
        refuses(3, List.of("./bascule.yaml:1"), "history");
    }

    @Test
    void negative_control_the_same_with_files_that_are_some_is_no_error() throws IOException {
        Path suite = Files.writeString(folder.resolve("s.yaml"), "name: s\nmodels:\n  - model: %s\n".formatted(model));
        CliHarness.Result result = new CliHarness(folder, new FakeServices()).run("run", suite.toString());
        assertThat(result.exit()).as(result.err()).isZero();
    }
}
