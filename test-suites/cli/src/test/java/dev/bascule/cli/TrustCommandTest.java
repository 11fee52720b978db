package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TrustCommandTest {
    @TempDir
    Path temporary;

    private Path project;
    private Path records;
    private CliHarness cli;

    @BeforeEach
    void checkout() throws IOException {
        project = Files.createDirectories(temporary.toRealPath().resolve("checkout"));
        records = temporary.resolve("state/bascule/trusted");
        cli = new CliHarness(project, new FakeServices())
                .with("XDG_STATE_HOME", temporary.resolve("state").toString());
    }

    private void sets(String yaml) throws IOException {
        Files.writeString(project.resolve("bascule.yaml"), yaml);
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            return files.toList();
        }
    }

    @Test
    void it_shows_what_needs_trust_and_nothing_else() throws IOException {
        sets("threads: 2\nbrowserFlags: [--a, --b]\nstore: here.duckdb\nout: ../there\n");

        CliHarness.Result result = cli.run("trust");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .containsPattern("browserFlags +--a --b +runs code")
                .containsPattern("out +\\.\\./there +leads out of the folder")
                .doesNotContain("threads", "store");
        assertThat(result.err()).contains(project.resolve("bascule.yaml") + " is trusted as it is now");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void what_is_trusted_only_the_user_can_read_or_write() throws IOException {
        sets("template: brand\n");
        cli.run("trust");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(records)))
                .isEqualTo("rwx------");
        assertThat(kept())
                .singleElement()
                .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------"));
    }

    @Test
    void a_file_that_needs_no_trust_is_not_recorded_and_one_that_is_not_there_is_an_error() throws IOException {
        sets("threads: 2\n");
        assertThat(cli.run("trust").err()).contains("nothing in", "needs trust");
        assertThat(records).doesNotExist();

        CliHarness.Result result = cli.run("trust", "elsewhere");
        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("there is no bascule.yaml in").contains("elsewhere");
    }

    @Test
    void the_origin_of_a_setting_says_whether_it_is_trusted_and_why_it_has_to_be() throws IOException {
        sets("template: brand\nthreads: 2\n");
        assertThat(cli.run("config", "show", "--origin"))
                .satisfies(shown -> assertThat(shown.exit()).isZero())
                .satisfies(shown -> assertThat(shown.out())
                        .contains("./bascule.yaml:1 (not trusted: it runs code)")
                        .containsPattern("threads +2 +\\./bascule.yaml:2\\R"))
                .satisfies(shown -> assertThat(shown.err()).contains("template is refused when used"));
        assertThat(cli.run("config", "show", "--json").out())
                .contains("\"trust\" : \"not trusted\"", "\"needsTrust\" : \"runs code\"");

        cli.run("trust");
        assertThat(cli.run("config", "show", "--origin"))
                .satisfies(shown -> assertThat(shown.out()).contains("./bascule.yaml:1 (trusted: it runs code)"))
                .satisfies(shown -> assertThat(shown.err()).isEmpty());

        sets("template: other\nthreads: 2\n");
        assertThat(cli.run("config", "show", "--origin").out())
                .contains("./bascule.yaml:1 (not trusted, for it has changed since it was: it runs code)");
    }

    @Test
    void the_list_tells_what_became_of_files_and_revoking_forgets_them() throws IOException {
        assertThat(cli.run("trust", "--list").err()).contains("no file is trusted");
        sets("template: brand\n");
        cli.run("trust");
        Path file = project.resolve("bascule.yaml");
        assertThat(cli.run("trust", "--list").out())
                .containsPattern("trusted +2026-11-21T09:36:56Z +\\p{XDigit}{12} +" + file);

        sets("template: other\n");
        assertThat(cli.run("trust", "--list").out()).containsPattern("changed .+" + file);
        Files.delete(file);
        assertThat(cli.run("trust", "--list").out()).containsPattern("gone .+" + file);

        assertThat(cli.run("trust", "--revoke", project.toString()).err()).contains(file + " is no longer trusted");
        assertThat(cli.run("trust", "--revoke").err()).contains(file + " was not trusted");
        assertThat(kept()).isEmpty();
        assertThat(cli.run("trust", "--revoke", "--list").exit()).isEqualTo(2);
    }

    @Test
    void what_was_revoked_is_refused_again() throws IOException {
        sets("template: brand\n");
        Files.createDirectories(project.resolve("brand"));
        Files.writeString(project.resolve("brand/theme.css"), ":root { --accent: #7a0052; }");
        cli.run("trust");
        assertThat(cli.run("run", "bert-micro", "--backends", "cpu").exit()).isZero();

        cli.run("trust", "--revoke");

        assertThat(cli.run("run", "bert-micro", "--backends", "cpu").err()).contains("CONFIG_UNTRUSTED");
    }
}
