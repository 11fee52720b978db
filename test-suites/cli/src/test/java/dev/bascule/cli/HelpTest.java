package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import dev.bascule.models.operator.Operation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
    @TempDir
    Path folder;

    private CliHarness.Result run(String... arguments) {
        return new CliHarness(folder, new FakeServices()).run(arguments);
    }

    private static CommandLine commandLine() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        CliContext context = new CliContext(
                new Console(nowhere, nowhere, new Terminal(false, false, 80)),
                Map.of(),
                Path.of(""),
                Path.of(""),
                Clock.systemUTC(),
                () -> 0,
                new FakeServices(),
                Interrupts.none());
        return new CommandLine(RootCommand.class, new CommandFactory(context));
    }

    /** Every command, with its words. */
    static Stream<List<String>> commands() {
        return Stream.concat(Stream.of(List.of()), below(List.of(), commandLine()));
    }

    private static Stream<List<String>> below(List<String> words, CommandLine line) {
        return line.getSubcommands().entrySet().stream().flatMap(entry -> {
            List<String> here =
                    Stream.concat(words.stream(), Stream.of(entry.getKey())).toList();
            return Stream.concat(Stream.of(here), below(here, entry.getValue()));
        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_has_help_with_an_example(List<String> words) {
        String[] arguments = Stream.concat(words.stream(), Stream.of("--help")).toArray(String[]::new);

        CliHarness.Result result = run(arguments);

        assertThat(result.exit()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("Usage: "
                        + String.join(
                                " ",
                                Stream.concat(Stream.of("bascule"), words.stream())
                                        .toList()))
                .contains("Examples:")
                .containsPattern("Examples:\\R(?s:.*)  (bascule|BASCULE_|source)");
    }

    @Test
    void the_help_of_run_names_every_operator_that_can_run_alone() {
        assertThat(run("run", "--help").out().replaceAll("\\s+", " "))
                .contains(Stream.of(Operation.Kind.values())
                        .map(Operation.Kind::word)
                        .collect(Collectors.joining(", ", "There are ", ".")));
    }

    @Test
    void the_commands_are_those_of_the_design() {
        assertThat(commandLine().getSubcommands().keySet())
                .containsExactlyInAnyOrder(
                        "run",
                        "conformance",
                        "merge",
                        "reduce",
                        "truth",
                        "decode",
                        "distributed",
                        "train",
                        "quantize",
                        "bisect",
                        "serve",
                        "doctor",
                        "profile",
                        "collect",
                        "predict",
                        "select",
                        "requirements",
                        "classify",
                        "recommend",
                        "pool",
                        "simulate",
                        "coordinator",
                        "worker",
                        "queue",
                        "install",
                        "matrix",
                        "compare",
                        "report",
                        "generate",
                        "history",
                        "query",
                        "list",
                        "models",
                        "config",
                        "trust",
                        "completion",
                        "version");
    }

    @Test
    void without_a_command_help_goes_to_stderr_as_a_usage_error() {
        CliHarness.Result result = run();

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("Usage: bascule");
    }

    @Test
    void an_unknown_command_names_the_nearest() {
        CliHarness.Result result = run("rnu");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err())
                .contains("error[USAGE_ERROR]: unknown command 'rnu'; did you mean 'run'?")
                .contains("reproduce: bascule rnu");
    }

    @Test
    void an_unknown_option_names_the_nearest() {
        CliHarness.Result result = run("run", "--brwsers", "none");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("unknown option '--brwsers'; did you mean '--browsers'?");
    }

    @Test
    void an_option_without_its_value_is_a_usage_error() {
        CliHarness.Result result = run("run", "--timeout");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("error[USAGE_ERROR]").contains("--timeout");
    }

    @Test
    void version_says_which_build_it_is() {
        assertThat(run("version").out()).startsWith("bascule ");
        assertThat(run("--version").out()).startsWith("bascule ");
        assertThat(run("version", "--json").out()).contains("\"bascule\"").contains("\"java\"");
    }

    @Test
    void completion_is_a_script_that_knows_the_options() {
        for (String shell : List.of("bash", "zsh")) {
            CliHarness.Result result = run("completion", shell);
            assertThat(result.exit()).isZero();
            assertThat(result.out()).contains("complete").contains("--min-iterations");
        }
        assertThat(run("completion", "fish").exit()).isEqualTo(2);
    }

    @Test
    void config_show_names_every_key_and_its_origin() {
        CliHarness.Result result = new CliHarness(folder, new FakeServices())
                .with("BASCULE_THREADS", "3")
                .run("config", "show", "--origin");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsPattern("threads +3 +BASCULE_THREADS")
                .containsPattern("batch +1 +default")
                .containsPattern("browserBinary +- +not set");
        assertThat(Keys.all()).allSatisfy(key -> assertThat(result.out()).contains(key.name()));
    }

    @Test
    void an_unknown_variable_is_an_error_of_every_command() {
        CliHarness.Result result = new CliHarness(folder, new FakeServices())
                .with("BASCULE_TREADS", "3")
                .run("models");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("did you mean 'BASCULE_THREADS'?");
    }
}
