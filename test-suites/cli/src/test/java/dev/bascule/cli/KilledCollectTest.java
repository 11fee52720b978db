package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.TimedAttempt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A collecting process that is killed in its second slice, and another one that goes on. */
@Tag("native")
@Tag("full")
@Timeout(300)
class KilledCollectTest {
    @TempDir
    Path folder;

    private Process start() throws IOException {
        List<String> words = Stream.concat(
                        Stream.of(
                                Main.class.getName(),
                                "collect",
                                "--hours",
                                "0.1",
                                "--browsers",
                                "none",
                                "--threads",
                                "1,2",
                                "--repeats",
                                "1",
                                "--models",
                                "resnet-w*",
                                "--models",
                                "gru-kws-micro",
                                "--anchors",
                                "ds-cnn"),
                        Stream.of(
                                "--machine-lock",
                                "share",
                                "--store",
                                folder.resolve("h.duckdb").toString()))
                .toList();
        return new ProcessBuilder(TestJvm.line(words.toArray(String[]::new)))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void what_was_kept_before_the_kill_is_not_measured_again() throws Exception {
        Process first = start();
        int kept = 0;
        try (BufferedReader said = reader(first)) {
            for (String line = said.readLine(); line != null && !line.startsWith("slice 2"); line = said.readLine()) {
                kept += line.startsWith("run 20") ? 1 : 0;
            }
        } finally {
            StartedProcesses.end(first);
        }
        assertThat(kept).isEqualTo(1);

        Process second = start();
        String said;
        try (BufferedReader reader = reader(second)) {
            said = reader.lines().collect(Collectors.joining("\n"));
        } finally {
            StartedProcesses.end(second);
        }

        assertThat(said).contains("all is measured");
        try (DuckDbHistory history = DuckDbHistory.open(folder.resolve("h.duckdb"))) {
            assertThat(history.runs(RunFilter.ALL)).hasSize(2);
            assertThat(history.timedAttempts().stream()
                            .filter(attempt -> !attempt.subject().model().equals("ds-cnn"))
                            .map(KilledCollectTest::configuration))
                    .as("three models on one and on two threads, each once")
                    .hasSize(6)
                    .doesNotHaveDuplicates();
            assertThat(history.works()).hasSize(4);
        }
    }

    private static String configuration(TimedAttempt attempt) {
        return attempt.subject().model() + " on " + attempt.threads();
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }
}
