package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.CaseSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A checkout without settings, whose {@code .bascule} has links: nothing says where files go, and so no link does. */
@Tag("attack")
class LinkedDefaultsTest {
    private static final String[] RUN = {"run", "bert-micro", "--backends", "cpu"};
    private static final String[] REDUCE = {"reduce", "bert-micro", "--target", "webgpu"};

    @TempDir
    Path temporary;

    private final FakeServices services = new FakeServices() {
        @Override
        public CaseSource cases() {
            return CaseReader::read;
        }
    };
    private Path project;
    private Path elsewhere;
    private CliHarness cli;

    @BeforeEach
    void checkout() throws IOException {
        // The system's folder of temporary files may be a link itself.
        Path real = temporary.toRealPath();
        project = Files.createDirectories(real.resolve("checkout"));
        elsewhere = Files.createDirectories(real.resolve("elsewhere"));
        services.historyInFile = true;
        cli = new CliHarness(project, services)
                .with("XDG_STATE_HOME", real.resolve("state").toString())
                .with("XDG_CONFIG_HOME", real.resolve("config").toString());
    }

    private void link(String from, Path to) throws IOException {
        Path link = project.resolve(from);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, to);
    }

    private String refused(String... arguments) {
        CliHarness.Result result = cli.run(arguments);
        assertThat(result.exit()).as(result.err()).isEqualTo(3);
        assertThat(result.err())
                .contains("error[CONFIG_UNTRUSTED]", "'.bascule", project.toString(), "BASCULE_TRUST=" + project);
        assertThat(services.runs.asked).isEmpty();
        return result.err();
    }

    private void runs(String... arguments) {
        CliHarness.Result result = cli.run(arguments);
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(services.runs.asked).isPresent();
        services.runs.asked = Optional.empty();
    }

    @Test
    void a_folder_that_is_a_link_to_elsewhere_is_neither_written_into_nor_read() throws IOException {
        link(".bascule", Path.of("..", "elsewhere"));

        assertThat(refused(RUN)).contains("leads out of the folder", "--store, or BASCULE_STORE", "bascule trust");
        for (String line : List.of(
                "matrix",
                "history",
                "history check",
                "history compact",
                "history import x.json",
                "query SELECT",
                "report",
                "compare browser native",
                "generate bert-micro --target cpu",
                "serve --once")) {
            refused(line.split(" "));
        }
        assertThat(refused(REDUCE)).contains("--out, or BASCULE_OUT");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "history.duckdb",
                "history.duckdb.wal",
                "history.duckdb.lock",
                "history.duckdb.importing",
                "history.duckdb.compacted",
                "history.duckdb.tmp",
                "history.duckdb.tmp/duckdb_temp_storage_DEFAULT-0.tmp",
                "HISTORY.DUCKDB.WAL"
            })
    void a_link_at_the_history_or_beside_it_leads_nothing_out(String name) throws IOException {
        Path victim = Files.writeString(elsewhere.resolve("victim"), "mine");
        link(".bascule/" + name, victim);
        refused(RUN);
        assertThat(victim).hasContent("mine");

        Files.delete(victim);
        refused(RUN);
        refused("history", "import", "x.json");
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(project.resolve(".bascule")).isDirectoryNotContaining("glob:**/reports");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reports", "repros", "repros/bert-micro-webgpu", "repros/bert-micro-webgpu/ort/x.mjs"})
    void a_link_at_the_reports_or_in_a_repro_leads_nothing_out(String name) throws IOException {
        link(".bascule/" + name, elsewhere);

        refused(name.equals("reports") ? RUN : REDUCE);
        if (name.equals("reports")) {
            refused("serve", "--once");
        }
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void a_history_that_the_projects_file_names_is_held_to_the_same() throws IOException {
        Files.writeString(project.resolve("bascule.yaml"), "store: results/h.duckdb\n");
        link("results/h.duckdb.wal", elsewhere.resolve("victim"));

        CliHarness.Result result = cli.run(RUN);

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.err()).contains("store (has a link that leads out of the folder: h.duckdb.wal)");
        assertThat(elsewhere).isEmptyDirectory();
    }

    @Test
    void what_only_looks_goes_on_and_shows_it() throws IOException {
        link(".bascule", elsewhere);
        CliHarness.Result shown = cli.run("config", "show", "--origin");
        assertThat(shown.exit()).isZero();
        assertThat(shown.out()).contains("default (not trusted: it leads out of the folder)");
        assertThat(cli.run("models").exit()).isZero();
    }

    @Test
    void negative_control_a_link_within_the_folder_is_followed() throws IOException {
        link(".bascule", Files.createDirectories(project.resolve("kept")));
        runs(RUN);
        assertThat(project.resolve("kept/history.duckdb")).exists();
        link("kept/history.duckdb.note", project.resolve("kept/history.duckdb"));
        runs(RUN);
    }

    @Test
    void negative_control_what_the_user_names_may_be_a_link_to_anywhere() throws IOException {
        link(".bascule", elsewhere);
        Path store = Files.createSymbolicLink(temporary.resolve("mine.duckdb"), elsewhere.resolve("real.duckdb"));
        runs("run", "bert-micro", "--backends", "cpu", "--store", store.toString(), "--out", elsewhere + "/out");
        assertThat(elsewhere.resolve("real.duckdb")).exists();

        cli.with("BASCULE_STORE", store.toString());
        refused(RUN);
        cli.with("BASCULE_OUT", elsewhere + "/by-variable");
        runs(RUN);
        assertThat(elsewhere.resolve("by-variable/run.json")).exists();
    }

    @Test
    void negative_control_a_trusted_folder_may_lead_anywhere() throws IOException {
        link(".bascule", elsewhere);
        Files.writeString(project.resolve("bascule.yaml"), "store: .bascule/history.duckdb\n");
        assertThat(cli.run("matrix").err()).contains("error[CONFIG_UNTRUSTED]");
        assertThat(cli.run("trust").exit()).isZero();
        assertThat(cli.run("matrix").err()).contains("there is no history").doesNotContain("UNTRUSTED");

        Files.delete(project.resolve("bascule.yaml"));
        refused(RUN);
        cli.with("BASCULE_TRUST", project.toString());
        runs(RUN);
        assertThat(elsewhere.resolve("history.duckdb")).exists();
    }

    @Test
    void negative_control_such_a_link_is_followed_by_the_file_system_itself() throws IOException {
        link("dangling", elsewhere.resolve("made"));
        Files.writeString(project.resolve("dangling"), "x");
        assertThat(elsewhere.resolve("made")).exists();
    }
}
