package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.cli.command.Services;
import dev.bascule.execution.service.BrowserSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A {@code bascule.yaml} beside a checkout: what it may do before its user has said so, and after. */
@Tag("attack")
class UntrustedFolderTest {
    private static final String[] RUN = {"run", "bert-micro", "--backends", "cpu"};

    @TempDir
    Path temporary;

    private final FakeServices services = new FakeServices();
    private Path project;
    private CliHarness cli;

    @BeforeEach
    void checkout() throws IOException {
        project = Files.createDirectories(temporary.resolve("checkout"));
        cli = harness(services);
    }

    private CliHarness harness(Services real) {
        return new CliHarness(project, real)
                .with("XDG_STATE_HOME", temporary.resolve("state").toString())
                .with("XDG_CONFIG_HOME", temporary.resolve("config").toString());
    }

    private void sets(String yaml) throws IOException {
        Files.writeString(project.resolve("bascule.yaml"), yaml);
    }

    private CliHarness.Result refused(String... arguments) {
        CliHarness.Result result = cli.run(arguments);
        assertThat(result.exit()).as(result.err()).isEqualTo(3);
        assertThat(result.err())
                .contains(
                        "error[CONFIG_UNTRUSTED]",
                        project.resolve("bascule.yaml").toString(),
                        "bascule trust");
        assertThat(services.runs.asked).isEmpty();
        return result;
    }

    private void runs(String... arguments) {
        CliHarness.Result result = cli.run(arguments);
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(services.runs.asked).isPresent();
        services.runs.asked = Optional.empty();
    }

    private void trust() {
        CliHarness.Result result = cli.run("trust");
        assertThat(result.exit()).as(result.err()).isZero();
    }

    /** On this machine's own services: the script is started as soon as anybody looks which browser it is. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_browser_that_is_a_script_runs_only_while_the_file_that_names_it_is_trusted_as_it_is() throws IOException {
        Path ran = project.resolve("ran");
        Path script = Files.writeString(project.resolve("browser.sh"), "#!/bin/sh\n: > '%s'\nexit 1\n".formatted(ran));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        sets("browserBinary: %s\n".formatted(script));
        cli = harness(new LocalServices());
        String[] run = {"run", "bert-micro", "--backends", "wasm", "--machine-lock", "share"};

        refused(run);
        assertThat(ran).doesNotExist();

        trust();
        assertThat(cli.run(run).err()).doesNotContain("CONFIG_UNTRUSTED");
        assertThat(ran).as("negative control: it would have run").exists();

        Files.delete(ran);
        sets("browserBinary: %s\nthreads: 2\n".formatted(script));
        assertThat(refused(run).err()).contains("not trusted, for it has changed since it was");
        assertThat(ran).doesNotExist();
    }

    @Test
    void a_template_is_compiled_only_where_it_is_trusted() throws IOException {
        Path ran = project.resolve("ran");
        Files.createDirectories(project.resolve("brand"));
        Files.writeString(
                project.resolve("brand/header.jte"),
                "@import dev.bascule.reports.export.HtmlPage\n@param HtmlPage page\n!{new java.io.File(\"%s\").mkdir();}\n"
                        .formatted(ran.toString().replace("\\", "\\\\")));
        sets("template: brand\n");

        refused(RUN);
        assertThat(ran).doesNotExist();
        assertThat(project.resolve(".bascule/reports")).as("nothing was begun").doesNotExist();

        trust();
        runs(RUN);
        assertThat(ran).exists();
    }

    @Test
    void a_store_outside_is_neither_made_nor_read() throws IOException {
        services.historyInFile = true;
        sets("store: ../elsewhere/history.duckdb\n");

        refused(RUN);
        for (String word : List.of("matrix", "history", "query", "report", "compare")) {
            refused(
                    word.equals("query")
                            ? new String[] {word, "SELECT 1"}
                            : word.equals("compare") ? new String[] {word, "browser", "native"} : new String[] {word});
        }
        assertThat(temporary.resolve("elsewhere")).doesNotExist();

        trust();
        runs(RUN);
        assertThat(temporary.resolve("elsewhere/history.duckdb")).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "store: /ABSOLUTE/h.duckdb",
                "store: linked/h.duckdb",
                "store: a/../../elsewhere/h.duckdb",
                "store: dangling",
                "out: ../elsewhere",
                "out: .git/hooks",
                "out: .GIT/hooks",
                "reporter: [list, md=../elsewhere/report.md]",
                "reporter: list,json=.git/config",
                "reporter: html=linked",
                "baseline: ../elsewhere/run.json",
                "baseline: [latest, /ABSOLUTE/run.json]",
                "grid: http://attacker.example:4444",
                "bridgeHost: 0.0.0.0",
                "browserFlags: [--renderer-cmd-prefix=./mine.sh, --no-sandbox]",
                "browserBinary: ./browser.sh",
                "template: brand"
            })
    void what_leads_out_runs_code_or_goes_to_the_network_is_refused_before_anything_is_done(String yaml)
            throws IOException {
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
        Files.createSymbolicLink(project.resolve("linked"), elsewhere);
        Files.createSymbolicLink(project.resolve("dangling"), elsewhere.resolve("not-there"));
        sets("threads: 2\n" + yaml.replace("/ABSOLUTE", elsewhere.toString()) + "\n");

        assertThat(refused(RUN).err()).contains(yaml.substring(0, yaml.indexOf(':')) + " (");
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(project.resolve(".bascule")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "store: results/history.duckdb",
                "out: results/here",
                "reporter: [list, junit, json=results/run.json]",
                "browserFlags: []",
                "minIterations: 3",
                "timeout: 2m",
                "browsers: none",
                "failOn: never"
            })
    void negative_control_what_is_harmless_counts_without_trust(String yaml) throws IOException {
        sets(yaml + "\n");

        runs(RUN);
    }

    @Test
    void the_files_of_known_failures_that_an_update_would_write_stay_inside() throws IOException {
        sets("expectations: ../elsewhere/known.yaml\n");

        refused("conformance", project.toString(), "--update-expectations");
        assertThat(temporary.resolve("elsewhere")).doesNotExist();
        runs(RUN);
    }

    @Test
    void what_the_user_says_stands_above_the_file_and_needs_no_trust() throws IOException {
        sets("browserFlags: [--no-sandbox]\nstore: ../elsewhere/h.duckdb\n");

        assertThat(refused(RUN).err()).contains("browserFlags (runs code), store (leads out of");
        assertThat(refused("run", "bert-micro", "--backends", "cpu", "--browser-flag=--mute-audio")
                        .err())
                .contains("by an option or by BASCULE_STORE\n")
                .doesNotContain("browserFlags");
        runs("run", "bert-micro", "--backends", "cpu", "--browser-flag=--mute-audio", "--store", "here.duckdb");
        cli.with("BASCULE_BROWSER_FLAGS", "--mute-audio").with("BASCULE_STORE", "here.duckdb");
        runs(RUN);
    }

    @Test
    void a_variable_trusts_one_folder_whatever_its_file_says() throws IOException {
        sets("browserFlags: [--no-sandbox]\n");
        cli.with("BASCULE_TRUST", temporary.toString());
        refused(RUN);

        cli.with("BASCULE_TRUST", project.resolve("..").resolve("checkout").toString());
        assertThat(cli.run(RUN).exit()).isZero();
        assertThat(services.runs.asked.orElseThrow().setup().flags()).containsExactly("--no-sandbox");

        cli.with("BASCULE_TRUST", ".");
        assertThat(cli.run("models").err()).contains("BASCULE_TRUST must be whole paths of folders");
    }

    @Test
    void trust_does_not_go_with_a_link_or_a_copy_to_another_folder() throws IOException {
        sets("browserBinary: ./browser.sh\n");
        trust();
        Path trusted = project.resolve("bascule.yaml");

        project = Files.createDirectories(temporary.resolve("evil"));
        cli = harness(services);
        Files.createSymbolicLink(project.resolve("bascule.yaml"), trusted);
        refused(RUN);

        Files.delete(project.resolve("bascule.yaml"));
        Files.copy(trusted, project.resolve("bascule.yaml"));
        refused(RUN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/dev/zero; it is a device, not a file",
                "not-there; it is a link to a file that is not there",
                "../sparse; it has 1099511627776 bytes, and at most 1048576 are read"
            })
    @DisabledOnOs(OS.WINDOWS)
    void a_file_without_end_is_no_configuration(String target, String why) throws IOException {
        try (var file = new java.io.RandomAccessFile(temporary.resolve("sparse").toFile(), "rw")) {
            file.setLength(1L << 40);
        }
        Files.createSymbolicLink(project.resolve("bascule.yaml"), Path.of(target));

        CliHarness.Result result = cli.run("models");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("error[CONFIG_INVALID]", "bascule.yaml", why);
    }

    @Test
    void commands_that_only_look_go_on_and_say_what_is_left_out() throws IOException {
        sets("browserBinary: ./browser.sh\ngrid: http://attacker.example:4444\n");
        Optional<BrowserSetup>[] seen = newArray();
        services.doctor = (setup, listener) -> {
            seen[0] = Optional.of(setup);
            throw new IllegalStateException("seen");
        };

        assertThat(cli.run("doctor").err())
                .contains("warning:", "bascule.yaml is not trusted; browserBinary, grid are left out");
        assertThat(seen[0].orElseThrow().binary()).isEmpty();
        assertThat(seen[0].orElseThrow().remote().grid()).isEmpty();
        for (String word : List.of("version", "models", "config")) {
            assertThat(cli.run(word).exit()).as(word).isZero();
        }
        assertThat(cli.run("completion", "bash").exit()).isZero();
        assertThat(cli.run("list", "suites").exit()).isZero();
        assertThat(cli.run("list", "cases").exit()).isZero();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Optional<BrowserSetup>[] newArray() {
        return new Optional[] {Optional.empty()};
    }

    @Test
    void plugins_are_nothing_that_a_file_can_name() throws IOException {
        sets("plugins: evil.jar\n");

        CliHarness.Result result = cli.run("models");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("unknown key 'plugins'");
    }
}
