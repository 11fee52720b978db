package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
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

/** A checkout with links where {@code generate --out} writes. */
@Tag("attack")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GenerateLinksTest {
    private static final String SUITE = "bascule/bert-micro-on-cpu.yaml";

    @TempDir
    Path temporary;

    private Path project;
    private Path elsewhere;

    @BeforeEach
    void checkout() throws IOException {
        project = Files.createDirectories(temporary.resolve("checkout"));
        elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
    }

    private void link(String from, Path to) throws IOException {
        Path link = project.resolve(from);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, to);
    }

    private CliHarness.Result generate(String... more) {
        List<String> line =
                new ArrayList<>(List.of("generate", "zoo:bert-micro", "--target", "cpu", "--out", project.toString()));
        line.addAll(List.of(more));
        return new CliHarness(project, new FakeServices()).run(line.toArray(String[]::new));
    }

    private void refused(String why, String... more) {
        CliHarness.Result result = generate(more);
        assertThat(result.exit()).as(result.err()).isEqualTo(5);
        assertThat(result.err()).contains("error[OUTPUT_UNWRITABLE]", why);
    }

    @Test
    void a_link_at_a_file_is_never_written_through_and_a_dangling_one_is_a_file_that_is_there() throws IOException {
        link(SUITE, elsewhere.resolve("made"));

        refused("there is already, and differs: " + SUITE);
        assertThat(project.resolve("src")).as("nothing is written").doesNotExist();

        assertThat(generate("--overwrite").exit()).isZero();
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(Files.isRegularFile(project.resolve(SUITE), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bascule", "src", "src/test", ".github", ".github/workflows"})
    void a_folder_that_leads_out_is_not_written_into_and_none_is_made_where_it_leads(String name) throws IOException {
        link(name, elsewhere);
        refused("a folder of it is a link that leads out of the project", "--overwrite");
        Files.delete(project.resolve(name));

        link(name, elsewhere.resolve("not-there"));
        refused("a folder of it is a link to what is not there", "--overwrite");
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(project.resolve("bascule/bert-micro-on-cpu.yaml")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void what_is_there_and_has_no_end_is_not_read_to_find_out_whether_it_differs() throws IOException {
        link(SUITE, Path.of("/dev/zero"));
        refused("differs: " + SUITE);

        Files.delete(project.resolve(SUITE));
        try (RandomAccessFile sparse =
                new RandomAccessFile(project.resolve(SUITE).toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        refused("differs: " + SUITE);
    }

    @Test
    void negative_control_links_within_the_project_and_a_project_that_is_one_are_fine() throws IOException {
        link("bascule", Files.createDirectories(project.resolve("kept")));
        assertThat(generate().exit()).isZero();
        assertThat(project.resolve("kept/bert-micro-on-cpu.yaml")).exists();
        assertThat(generate().exit()).as("the same again").isZero();

        Path own = Files.createSymbolicLink(temporary.resolve("own"), elsewhere);
        project = own;
        assertThat(generate().exit()).isZero();
        assertThat(elsewhere.resolve(SUITE)).exists();
    }
}
