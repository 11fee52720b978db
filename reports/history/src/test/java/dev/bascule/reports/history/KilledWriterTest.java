package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Random;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes runs is killed at random moments; the file must open each time, with every run that was promised.
 */
@Tag("sized")
@Tag("slow")
class KilledWriterTest {
    /** With those of {@link KilledCareTest} it is fifty. */
    private static final int KILLS = TestSize.of(2, 25);

    private static final long SEED = 20261122;

    @TempDir
    Path folder;

    @Test
    void a_killed_writer_loses_no_run_that_it_had_appended_and_never_the_file() throws Exception {
        Path file = folder.resolve("history.duckdb");
        Random random = new Random(SEED);
        HistoryProcesses processes = HistoryProcesses.in(folder);
        int promised = 0;
        int kept = 0;
        // The next process is started while this one is watched: most of its time is its start.
        HistoryProcesses.Child next = processes.start(WriterProcess.class, file);
        for (int kill = 0; kill < KILLS; kill++) {
            HistoryProcesses.Child writer = next;
            if (kill + 1 < KILLS) {
                next = processes.start(WriterProcess.class, file);
            }
            promised = writeFrom(writer, kept, random.nextInt(200));
            try (History history = DuckDbHistory.open(file)) {
                int found = history.runs(RunFilter.ALL).size();
                assertThat(found)
                        .as("seed %d, kill %d: %d were promised", SEED, kill, promised)
                        .isBetween(promised, promised + 1);
                for (int i = kept; i < found; i++) {
                    assertThat(history.find(id(i))).contains(run(i));
                }
                kept = found;
                assertThat(history.matrixPage(MatrixQuery.ALL).cells())
                        .extracting(cell -> cell.caseRun().runId())
                        .containsOnly(id(kept - 1));
            }
        }
        next.close();
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
        assertThat(promised).as("something was written at all").isGreaterThanOrEqualTo(KILLS);
    }

    private static String id(int number) {
        return "run-%05d".formatted(number);
    }

    private static RunRecord run(int number) {
        return Fixtures.record(
                id(number),
                Fixtures.START.plusSeconds(number),
                ShowcaseRun.runs().get(0));
    }

    /** How many runs there were to be in all when it was killed, so many milliseconds after its first. */
    private static int writeFrom(HistoryProcesses.Child writer, int first, int millis) throws Exception {
        writer.tell("" + first);
        int promised = first;
        String line = writer.says().readLine();
        if (line != null) {
            Thread.sleep(millis);
            writer.kill();
        }
        for (; line != null; line = writer.says().readLine()) {
            assertThat(line).isEqualTo(id(promised));
            promised++;
        }
        writer.waitForEnd();
        assertThat(promised).as("the writer wrote").isGreaterThan(first);
        return promised;
    }

    /** Appends runs for ever, and says of each that it was appended. */
    static final class WriterProcess {
        private WriterProcess() {}

        public static void main(String[] args) throws IOException {
            int first = Integer.parseInt(HistoryProcesses.told());
            Properties settings = AllowedPaths.NONE.settings();
            // So that it is killed while the log is written back as well.
            settings.setProperty("checkpoint_threshold", "64KB");
            Handle handle = Jdbi.create("jdbc:duckdb:" + args[0], settings).open();
            try (History history = DuckDbHistory.of(handle, args[0])) {
                for (int i = first; ; i++) {
                    history.append(run(i));
                    System.out.println(id(i));
                }
            }
        }
    }
}
