package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.Signals;
import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C, sent to a process of its own. */
@Timeout(300)
@DisabledOnOs(OS.WINDOWS)
class SignalTest {
    @TempDir
    Path folder;

    private record Ended(int exit, String said) {}

    private Ended interrupt(String signal, SlowRun.Manners manners, int times) throws Exception {
        Signals.assumeHeard(signal);
        Process process = new ProcessBuilder(TestJvm.line(SlowRun.class.getName(), folder.toString(), manners.name()))
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            StringBuilder text = new StringBuilder();
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                text.append(line).append('\n');
                if (line.equals(SlowRun.MEASURING)) {
                    String kill = "kill -%s %d;".formatted(signal, process.pid());
                    new ProcessBuilder("sh", "-c", kill.repeat(times)).start().waitFor();
                }
            }
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            return new Ended(process.exitValue(), text.toString());
        } finally {
            StartedProcesses.end(process);
        }
    }

    /** In {@code mvn verify} the test of two signals, and that of a run that fails, show it. */
    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    @Tag("full")
    void a_signal_in_the_middle_leaves_a_partial_report_and_exit_code_130(String signal) throws Exception {
        leavesAPartialReport(interrupt(signal, SlowRun.Manners.OBEYS, 1));
    }

    private void leavesAPartialReport(Ended ended) throws Exception {
        assertThat(ended.exit()).as(ended.said()).isEqualTo(130);
        assertThat(ended.said()).contains("stopping").contains("error[RUN_INTERRUPTED]: stopped after 1 cell;");
        Path reports = folder.resolve(".bascule/reports");
        try (var runs = Files.list(reports)) {
            assertThat(runs)
                    .singleElement()
                    .satisfies(run -> assertThat(Files.readString(run.resolve("run.json")))
                            .containsPattern("\"interrupted\" ?: ?true")
                            .containsPattern("\"notRun\" ?: ?\\[ ?\\{"));
        }
        assertThat(ended.said()).containsPattern("not run: \\d cells?\n  adhoc:text:bert-micro;batch=1 on ");
        assertThat(folder.resolve(".bascule/history.duckdb")).exists();
    }

    @Test
    void a_signal_that_comes_twice_at_once_is_one_as_gnu_timeout_sends_it() throws Exception {
        leavesAPartialReport(interrupt("TERM", SlowRun.Manners.OBEYS, 2));
    }

    @Test
    void a_run_that_fails_for_being_interrupted_was_interrupted_all_the_same() throws Exception {
        Ended ended = interrupt("INT", SlowRun.Manners.FAILS, 1);

        assertThat(ended.exit()).as(ended.said()).isEqualTo(130);
        assertThat(ended.said()).contains("error[RUN_INTERRUPTED]", "not run: ").doesNotContain("BRIDGE_FAILED");
    }

    @Test
    void a_run_that_does_not_obey_is_ended_all_the_same() throws Exception {
        Ended ended = interrupt("INT", SlowRun.Manners.IGNORES, 1);

        assertThat(ended.exit()).as(ended.said()).isEqualTo(130);
    }
}
