package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.KnownFailures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutputFilesTest {
    @TempDir
    Path folder;

    private void assertUnwritable(Path file) {
        assertThatThrownBy(() -> OutputFiles.write(file, "text"))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE))
                .hasMessageContaining(String.valueOf(file.getFileName()));
    }

    @Test
    void a_file_is_written_whole_folders_and_all_and_nothing_else_is_left() throws IOException {
        Path file = OutputFiles.write(folder.resolve("a/b/report.md"), "né ×\n");
        OutputFiles.write(file, "again");
        assertThat(file).hasContent("again");
        assertThat(file.getParent()).isDirectoryContaining(path -> path.equals(file));
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void a_folder_in_the_file_s_place_is_an_error_and_leaves_nothing_behind() throws IOException {
        Path there = Files.createDirectory(folder.resolve("report.md"));
        assertUnwritable(there);
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(there);
        }
    }

    @Test
    void a_file_in_the_folder_s_place_is_an_error() throws IOException {
        assertUnwritable(Files.writeString(folder.resolve("file"), "").resolve("report.md"));
    }

    /** A limit on the size of files stands in for a full disk: the write fails half-way just so. */
    @Test
    void a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else() throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no POSIX shell");
        Path file = Files.writeString(folder.resolve("report.md"), "old");
        String said = writtenUnder("ulimit -f 64", file);
        assertThat(said).startsWith("OUTPUT_UNWRITABLE");
        assertThat(file).hasContent("old");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @ParameterizedTest
    @CsvSource({"077, rw-------", "022, rw-r--r--", "007, rw-rw----"})
    void a_file_is_as_readable_as_its_owner_s_files_are(String umask, String permissions) throws Exception {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no POSIX shell");
        Path file = folder.resolve("report.md");
        assertThat(writtenUnder("umask " + umask, file)).isEqualTo("written");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo(permissions);
    }

    /** What a process says that writes under a limit of the shell. */
    private static String writtenUnder(String limit, Path file) throws Exception {
        Process writer = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        limit + "; exec \"$0\" \"$@\"",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LargeWriter.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said.strip();
    }

    /** Writes a megabyte. */
    static final class LargeWriter {
        private LargeWriter() {}

        public static void main(String[] args) {
            try {
                OutputFiles.write(Path.of(args[0]), "x".repeat(1 << 20));
                System.out.println("written");
            } catch (BasculeException e) {
                System.out.println(e.code() + " " + e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "md", "html", "csv", "junit", "github"})
    void every_reporter_is_found_by_its_word_and_writes_its_file(String id) {
        Reporter reporter = Reporters.find(id).orElseThrow();
        Path file = reporter.writeAll(ShowcaseRun.record(), KnownFailures.NONE, folder.resolve(reporter.fileName()))
                .get(0);
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void there_is_no_reporter_of_an_unknown_word() {
        assertThat(Reporters.find("xls")).isEmpty();
    }
}
