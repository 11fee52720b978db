package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    private Path folder;

    private final FakeServices services = new FakeServices();
    private CliHarness cli;

    @BeforeEach
    void setUp() {
        cli = new CliHarness(folder, services);
    }

    private CliHarness.Result run(String... more) {
        List<String> arguments = new ArrayList<>(List.of("run", "bert-micro", "--backends", "cpu", "--strict"));
        arguments.addAll(List.of(more));
        return cli.run(arguments.toArray(String[]::new));
    }

    @Test
    void a_pdf_is_the_html_report_printed() {
        services.historyInFile = true;
        services.printer = html -> {
            assertThat(html).contains("bert-micro").contains("Content-Security-Policy");
            return "%PDF-1.4 printed".getBytes(StandardCharsets.UTF_8);
        };
        assertThat(run("--reporter", "pdf=other.pdf").exit()).isZero();
        assertThat(folder.resolve("other.pdf")).exists();
        CliHarness.Result result = cli.run("report", "--pdf", "out/report.pdf");
        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("report.pdf");
        assertThat(folder.resolve("out/report.pdf")).hasContent("%PDF-1.4 printed");
    }

    @Test
    void the_matrix_of_a_stored_run_is_printed_where_it_is_asked_for() {
        services.historyInFile = true;
        assertThat(run().exit()).isZero();

        assertThat(cli.run("report").out()).contains("index.html").doesNotContain("PASS");
        CliHarness.Result listed = cli.run("report", "--reporter", "list,csv");
        assertThat(listed.exit()).as(listed.err()).isZero();
        assertThat(listed.out()).contains("PASS", "bert-micro").doesNotContain("index.html");
        assertThat(listed.err()).contains("index.html", "csv");
    }

    @Test
    void a_theme_is_on_the_page_and_a_folder_without_one_is_refused_before_anything_is_run() throws IOException {
        Files.createDirectories(folder.resolve("brand"));
        CliHarness.Result refused = run("--template", "brand", "--out", "site");
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("neither theme.css nor a template").contains("examples/report");
        assertThat(folder.resolve("site")).doesNotExist();

        Files.writeString(folder.resolve("brand/theme.css"), ":root { --accent: #7a0052; }");
        assertThat(run("--template", "brand", "--out", "site").exit()).isZero();
        assertThat(folder.resolve("site/index.html")).content().contains("--accent: #7a0052;");
    }

    @Test
    void a_step_of_github_actions_gets_its_summary_where_annotations_are_wanted() throws IOException {
        services.historyInFile = true;
        Path summary = folder.resolve("summary.md");
        cli.with("GITHUB_STEP_SUMMARY", summary.toString());
        assertThat(run().exit()).isZero();
        assertThat(summary).doesNotExist();
        assertThat(run("--reporter", "github").exit()).isZero();
        String once = Files.readString(summary);
        assertThat(once).startsWith("# ").contains("bert-micro");
        assertThat(run("--reporter", "github").exit()).isZero();
        assertThat(Files.readString(summary)).startsWith(once).hasSizeGreaterThan(once.length());
        String twice = Files.readString(summary);
        // A stored run's too: what is asked for is not left out in silence.
        CliHarness.Result stored = cli.run("report", "--reporter", "github", "--out", "stored");
        assertThat(stored.exit()).as(stored.err()).isZero();
        assertThat(Files.readString(summary)).startsWith(twice).hasSizeGreaterThan(twice.length());
    }
}
