package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.testing.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code action.yml} says is what GitHub takes, and its scripts do it, in the environment that GitHub gives them. */
class ActionTest {
    /** An action named by a full commit: a tag may be moved to other code. */
    static final String PINNED = "[\\w.-]+/[\\w./-]+@[0-9a-f]{40}";

    private static final Pattern INPUT = Pattern.compile("\\$\\{\\{ inputs\\.([a-z0-9-]+) }}");

    @TempDir
    private Path folder;

    private JsonNode action;
    private final Map<String, String> inputs = new HashMap<>();

    @BeforeEach
    void read() throws IOException {
        action = new ObjectMapper(new YAMLFactory())
                .readTree(Checkout.path("action.yml").toFile());
        action.path("inputs")
                .properties()
                .forEach(input -> inputs.put(
                        input.getKey(), input.getValue().path("default").asText()));
        Path program = Files.createDirectory(folder.resolve("bin")).resolve("bascule");
        Files.writeString(program, """
                #!/bin/sh
                printf '%s\\n' "$@" >> "$RECORD"
                [ "$1" = version ] && exit 0
                mkdir -p "$REPORT" && echo '# matrix' > "$REPORT/report.md"
                exit "$STATUS"
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void it_is_a_composite_action_whose_parts_are_described_and_pinned() {
        assertThat(action.path("name").asText()).isEqualTo("Bascule");
        assertThat(action.path("description").asText()).isNotBlank();
        assertThat(action.path("runs").path("using").asText()).isEqualTo("composite");
        assertThat(action.path("inputs")).isNotEmpty().allSatisfy(input -> {
            assertThat(input.path("description").asText()).isNotBlank();
            assertThat(input.path("default").isTextual()).isTrue();
        });
        String whole = action.path("runs").toString();
        inputs.keySet().forEach(name -> assertThat(whole).contains("inputs." + name));
        for (JsonNode step : action.path("runs").path("steps")) {
            assertThat(step.has("uses") ^ step.has("run")).as(step.toString()).isTrue();
            if (step.has("run")) {
                assertThat(step.path("shell").asText()).isEqualTo("bash");
            }
        }
    }

    @Test
    @Tag("attack")
    void every_action_is_named_by_its_commit() throws IOException {
        assertThat(action.path("runs").path("steps").findValuesAsText("uses"))
                .isNotEmpty()
                .allSatisfy(named -> assertThat(named).matches(PINNED));
        assertThat(Files.readString(Checkout.path(
                                "test-suites/app/src/main/java/dev/bascule/app/generate/WorkflowText.java"))
                        .lines()
                        .filter(line -> line.contains("uses: "))
                        .map(line -> line.replaceAll(".*uses: (\\S+).*", "$1")))
                .hasSizeGreaterThan(3)
                .allSatisfy(named -> assertThat(named).matches(PINNED));
        assertThat("actions/upload-artifact@v4").doesNotMatch(PINNED);
    }

    @Test
    @Tag("attack")
    void nothing_that_people_write_becomes_a_part_of_a_script() throws Exception {
        for (JsonNode step : action.path("runs").path("steps")) {
            assertThat(step.path("run").asText()).doesNotContain("${{");
        }
        inputs.put("suite", "a; touch hurt\n$(touch hurt)\n`touch hurt`");
        inputs.put("options", "--seed\n1; touch hurt");
        inputs.put("baseline", "'; touch hurt; '");

        assertThat(step("Run", 0)).isZero();

        assertThat(folder.resolve("work/hurt")).doesNotExist();
        assertThat(said())
                .contains("a; touch hurt", "$(touch hurt)", "`touch hurt`", "1; touch hurt", "'; touch hurt; '");
    }

    @Test
    void it_runs_the_suites_with_words_that_the_command_takes_and_ends_as_it_did() throws Exception {
        inputs.put("suite", "quickstart\nmodels.yaml\n");
        inputs.put("options", "--browsers\nnone");

        assertThat(step("Run", 1)).isEqualTo(1);

        List<String> words = said();
        assertThat(words)
                .containsSequence("run", "--browsers", "none", "--fail-on", "failures")
                .endsWith("--", "quickstart", "models.yaml");
        CommandLine.ParseResult parsed = Cli.commandLine(new CliContext(
                        new Console(System.out, System.err, new Terminal(false, false, 100)),
                        Map.of(),
                        folder,
                        folder,
                        Clock.systemUTC(),
                        () -> 1,
                        new FakeServices(),
                        Interrupts.none()))
                .parseArgs(words.toArray(String[]::new));
        assertThat(parsed.subcommand().commandSpec().name()).isEqualTo("run");
        assertThat(Files.readString(folder.resolve("output")))
                .isEqualTo("exit-code=1\nreport=bascule-report\nrun=bascule-report/run.json\n");
        assertThat(folder.resolve("summary"))
                .as("which the reporter github writes")
                .doesNotExist();
        assertThat(words).contains("list,github,junit=bascule-report/junit.xml");
    }

    @Test
    void with_a_baseline_it_fails_on_regressions_unless_told_otherwise() throws Exception {
        inputs.put("baseline", "base.json");
        assertThat(step("Run", 0)).isZero();
        assertThat(said()).containsSequence("--baseline", "base.json", "--fail-on", "regressions");

        inputs.put("fail-on", "never");
        assertThat(step("Run", 0)).isZero();
        assertThat(said()).containsSequence("--baseline", "base.json", "--fail-on", "never");
    }

    @Test
    @Tag("attack")
    void an_archive_with_another_checksum_is_not_unpacked() throws Exception {
        inputs.put("archive", archive().toString());
        inputs.put("archive-sha256", "0".repeat(64));

        assertThat(step("Bascule", 0)).isNotZero();
        assertThat(folder.resolve("temp/bascule")).doesNotExist();
    }

    @Test
    void an_archive_is_unpacked_and_used() throws Exception {
        Path archive = archive();
        inputs.put("archive", archive.toString());
        inputs.put("archive-sha256", Sha256.of(archive));

        assertThat(step("Bascule", 0)).isZero();

        assertThat(said()).containsExactly("version");
        assertThat(Files.readString(folder.resolve("path")).strip())
                .isEqualTo(folder.resolve("temp/bascule/bin").toString());
    }

    private Path archive() throws Exception {
        Path tree = Files.createDirectories(folder.resolve("bascule-1/bin"));
        Files.copy(folder.resolve("bin/bascule"), tree.resolve("bascule"), StandardCopyOption.COPY_ATTRIBUTES);
        Path archive = folder.resolve("bascule-1.tar.gz");
        assertThat(execute(Map.of(), "tar", "-C", folder.toString(), "-czf", archive.toString(), "bascule-1"))
                .isZero();
        return archive;
    }

    @Test
    void without_one_it_is_built_from_the_sources_beside_the_action() throws Exception {
        assertThat(step("Bascule", 0)).isZero();

        assertThat(said()).containsExactly("version");
        assertThat(Files.readString(folder.resolve("path")).strip())
                .isEqualTo(folder.resolve("bin").toString());
    }

    private List<String> said() throws IOException {
        return Files.readAllLines(folder.resolve("record"));
    }

    /** Runs a step as GitHub does: its script in a file, by bash with -e and pipefail, what it is told in the environment. */
    private int step(String name, int status) throws Exception {
        JsonNode step = StreamSupport.stream(action.path("runs").path("steps").spliterator(), false)
                .filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
        Map<String, String> environment = new HashMap<>();
        step.path("env")
                .properties()
                .forEach(each ->
                        environment.put(each.getKey(), filled(each.getValue().asText())));
        environment.put("REPORT", environment.getOrDefault("REPORT", "report"));
        environment.put("STATUS", String.valueOf(status));
        environment.put("RECORD", folder.resolve("record").toString());
        environment.put("GITHUB_ACTION_PATH", folder.resolve("bin").toString());
        environment.put(
                "RUNNER_TEMP", Files.createDirectories(folder.resolve("temp")).toString());
        for (String file : List.of("path", "output", "summary", "record")) {
            Files.deleteIfExists(folder.resolve(file));
        }
        environment.put("GITHUB_PATH", folder.resolve("path").toString());
        environment.put("GITHUB_OUTPUT", folder.resolve("output").toString());
        environment.put("GITHUB_STEP_SUMMARY", folder.resolve("summary").toString());
        environment.put("PATH", folder.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
        Path script =
                Files.writeString(folder.resolve("step.sh"), step.path("run").asText());
        return execute(environment, "bash", "--noprofile", "--norc", "-eo", "pipefail", script.toString());
    }

    private String filled(String text) {
        Matcher input = INPUT.matcher(text);
        return input.replaceAll(found -> Matcher.quoteReplacement(inputs.get(found.group(1))));
    }

    private int execute(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(folder.resolve("work")).toFile())
                .inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
