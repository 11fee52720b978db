package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An error that no code expects ends the process, with its report and what was measured; seen on a process of its own. */
@Tag("attack")
@Timeout(300)
class ErrorEndTest {
    @TempDir
    Path folder;

    private record Ended(int exit, String out, String err) {}

    private Ended ended(DyingRun.Death death) throws Exception {
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(
                        TestJvm.line("-Xmx256m", DyingRun.class.getName(), folder.toString(), death.name()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            boolean over = process.waitFor(120, TimeUnit.SECONDS);
            String said = text(err);
            assertThat(over).as("it ended; it said: %s", said).isTrue();
            return new Ended(process.exitValue(), text(out), said);
        } finally {
            StartedProcesses.end(process);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private void assertKept() throws IOException {
        try (var runs = Files.list(folder.resolve(".bascule/reports"))) {
            List<Path> all = runs.toList();
            assertThat(all).hasSize(1);
            assertThat(text(all.get(0).resolve("run.json")))
                    .containsPattern("\"interrupted\" ?: ?true")
                    .contains("bert-micro");
        }
        assertThat(folder.resolve(".bascule/history.duckdb")).exists();
    }

    @ParameterizedTest
    @EnumSource(value = DyingRun.Death.class, names = "NO_MEMORY")
    void an_error_of_the_command_ends_the_process_with_its_report_and_what_was_measured(DyingRun.Death death)
            throws Exception {
        Ended ended = ended(death);

        assertThat(ended.exit()).as(ended.err()).isEqualTo(70);
        assertThat(ended.err())
                .contains("error[INTERNAL_ERROR]", "remedy: ", "reproduce: bascule run bert-micro --strict")
                .contains("the run ended after 1 cell; what was measured is kept");
        assertThat(ended.err())
                .containsPattern(
                        switch (death) {
                            case MISSING_CLASS ->
                                "is missing or of another version: java.lang.NoClassDefFoundError: dev/bascule/Gone";
                            // Of the 256 that it was given a collector may keep some for itself.
                            case NO_MEMORY ->
                                "the memory of this process is at its end \\(Java heap space\\); it had 2[45]\\d MiB";
                            default -> "this is a bug in Bascule: java.lang.StackOverflowError";
                        });
        assertKept();
    }

    /** In {@code mvn verify} one is missing in the background. */
    @Tag("full")
    @Test
    void so_does_a_class_that_is_missing() throws Exception {
        an_error_of_the_command_ends_the_process_with_its_report_and_what_was_measured(DyingRun.Death.MISSING_CLASS);
    }

    @Tag("full")
    @Test
    void so_does_a_stack_at_its_end() throws Exception {
        an_error_of_the_command_ends_the_process_with_its_report_and_what_was_measured(DyingRun.Death.DEEP_RECURSION);
    }

    @Test
    void an_error_of_a_thread_in_the_background_ends_the_process_too() throws Exception {
        Ended ended = ended(DyingRun.Death.IN_ANOTHER_THREAD);

        assertThat(ended.exit()).as(ended.err()).isEqualTo(70);
        assertThat(ended.err()).contains("error[INTERNAL_ERROR]", "dev/bascule/Gone", "  reproduce: ");
        assertKept();
    }

    @Tag("full")
    @Test
    void a_command_that_does_not_stop_for_it_is_not_waited_for() throws Exception {
        Ended ended = ended(DyingRun.Death.IN_ANOTHER_THREAD_WHILE_THE_RUN_HANGS);

        assertThat(ended.exit()).as(ended.err()).isEqualTo(70);
        assertThat(ended.err()).contains("error[INTERNAL_ERROR]");
    }

    @Tag("full")
    @Test
    void a_shutdown_hook_that_hangs_is_left_behind() throws Exception {
        Ended ended = ended(DyingRun.Death.HOOK_THAT_HANGS);

        assertThat(ended.exit()).as(ended.err()).isZero();
    }

    /** An exception costs its thread alone: the command goes on, and its exit code is its own. */
    @Test
    void negative_control_an_exception_of_such_a_thread_ends_nothing_else() throws Exception {
        Ended ended = ended(DyingRun.Death.EXCEPTION_IN_ANOTHER_THREAD);

        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("Exception in thread \"in-the-background\"", "only this thread");
    }
}
