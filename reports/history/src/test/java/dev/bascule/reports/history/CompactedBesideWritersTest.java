package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that add runs and one that makes the file anew, all as often as they can: no run that was added is lost. Their loops
 * end with them, at the latest when {@link HistoryProcesses} kills them.
 */
@Tag("slow")
@Tag("full")
class CompactedBesideWritersTest {
    private static final int WRITERS = 2;
    private static final int EACH = Integer.getInteger("bascule.test.appends", 8);

    @TempDir
    Path folder;

    /** Opens the history for each run anew, and says of each that it was added. */
    static final class WriterProcess {
        private WriterProcess() {}

        public static void main(String[] args) throws IOException {
            HistoryProcesses.told();
            for (int i = 0; i < EACH; i++) {
                String id = args[1] + "-" + i;
                // No two writers measured the same.
                int second = EACH * Integer.parseInt(args[1].substring("writer-".length())) + i;
                patiently(() -> {
                    try (DuckDbHistory history = DuckDbHistory.open(Path.of(args[0]))) {
                        history.append(record(
                                id,
                                START.plusSeconds(second),
                                strict(TEXT, Verdict.PASS, on(WASM).median(9).build())));
                    }
                });
                System.out.println(id);
            }
        }
    }

    /** Makes the file anew for ever, with room between for others. */
    static final class CompactingProcess {
        private CompactingProcess() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            Random random = new Random(20261122);
            HistoryProcesses.told();
            while (true) {
                patiently(() -> HistoryCopy.compact(Path.of(args[0])));
                System.out.println("compacted");
                Thread.sleep(random.nextInt(100));
            }
        }
    }

    /** Again and again while others hold it. */
    private static void patiently(Runnable work) {
        while (true) {
            try {
                work.run();
                return;
            } catch (BasculeException e) {
                if (e.code() != ErrorCode.STORE_LOCKED) {
                    throw e;
                }
            }
        }
    }

    @Test
    void no_run_is_lost_that_others_add_while_the_file_is_made_anew_again_and_again() throws Exception {
        Path file = folder.resolve("history.duckdb");
        HistoryProcesses processes = HistoryProcesses.in(folder);
        DuckDbHistory.open(file).close();
        List<HistoryProcesses.Child> writers = new ArrayList<>();
        List<String> added = new ArrayList<>();
        long compactions;
        try (HistoryProcesses.Child compacting = processes.start(CompactingProcess.class, file)) {
            for (int i = 0; i < WRITERS; i++) {
                writers.add(processes.start(WriterProcess.class, file, "writer-" + i));
            }
            compacting.tell("go");
            // It is at it before they begin: which of three processes is up first is the machine's choice.
            assertThat(compacting.says().readLine()).isEqualTo("compacted");
            for (HistoryProcesses.Child writer : writers) {
                writer.tell("go");
            }
            for (HistoryProcesses.Child writer : writers) {
                writer.says().lines().forEach(added::add);
                writer.waitForEnd();
            }
            Optional<String> again = Optional.ofNullable(compacting.says().readLine());
            compacting.kill();
            compactions =
                    Stream.concat(again.stream(), compacting.says().lines()).count();
        } finally {
            writers.forEach(HistoryProcesses.Child::close);
        }
        System.out.printf("%d runs added by %d processes beside %d compactions%n", added.size(), WRITERS, compactions);
        assertThat(added).hasSize(WRITERS * EACH);
        assertThat(compactions).isPositive();
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            Set<String> kept =
                    history.runs(RunFilter.ALL).stream().map(RunHeading::id).collect(Collectors.toSet());
            assertThat(kept).containsExactlyInAnyOrderElementsOf(added);
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
        }
    }

    @Test
    void who_wants_to_open_a_history_while_it_is_made_anew_is_told_so() {
        Path file = folder.resolve("history.duckdb");
        try (StoreLock lock = StoreLock.take(file)) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> StoreLock.take(file, Duration.ofMillis(50)))
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.STORE_LOCKED));
        }
        StoreLock.take(file, Duration.ZERO).close();
    }
}
