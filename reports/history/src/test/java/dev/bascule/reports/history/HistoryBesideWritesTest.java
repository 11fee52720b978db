package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages that several threads ask for while runs come and go are each of one state that there was. */
@Tag("sized")
@Tag("slow")
class HistoryBesideWritesTest {
    private static final int READERS = 3;

    /** Among them three times others are pruned, and twice the cells made anew. */
    private static final int RUNS = TestSize.of(12, 24);

    /** Each run has all three cells, so that a page which shows cells of two runs is of no state that there was. */
    private static RunRecord run(int number) {
        return record(
                "run-%03d".formatted(number),
                START.plusSeconds(number),
                strict(TEXT, Verdict.PASS, on(WASM).median(9).build()),
                strict(VISION, Verdict.PASS, on(WASM).build()),
                strict(TEXT, Verdict.PASS, on(NATIVE_CPU).median(3).build()));
    }

    @Test
    void a_page_shows_one_state_whatever_is_appended_pruned_and_made_anew_beside_it() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        // Not the common pool, which has as many threads as the machine has processors.
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try (DuckDbHistory history = DatabaseInMemory.history()) {
            history.append(run(0));
            CountDownLatch reading = new CountDownLatch(READERS);
            List<CompletableFuture<Integer>> readers = IntStream.range(0, READERS)
                    .mapToObj(reader ->
                            CompletableFuture.supplyAsync(() -> watch(history, reader, reading, over), threads))
                    .toList();
            assertThat(reading.await(60, TimeUnit.SECONDS))
                    .as("each has read a page")
                    .isTrue();
            for (int i = 1; i <= RUNS; i++) {
                history.append(run(i));
                if (i % (RUNS / 3) == 0) {
                    history.prune(history.plan(new Retention(START.plusSeconds(1000), 3, false)));
                }
                if (i % (RUNS * 5 / 12) == 0) {
                    history.rebuildCells();
                }
            }
            over.set(true);
            for (CompletableFuture<Integer> reader : readers) {
                assertThat(reader.get(60, TimeUnit.SECONDS)).isPositive();
            }
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
            assertThat(shown(history, MatrixQuery.ALL))
                    .containsExactly(run(RUNS).id());
        } finally {
            over.set(true);
            threads.shutdown();
        }
    }

    private static int watch(DuckDbHistory history, int reader, CountDownLatch reading, AtomicBoolean over) {
        List<String> seen = new ArrayList<>(List.of(""));
        while (!over.get()) {
            // Each time another choice, or the same again: both ways to come by the newest cells.
            MatrixQuery query = reader == 0
                    ? MatrixQuery.ALL
                    : MatrixQuery.builder()
                            .since(START.minusSeconds(seen.size() % 10))
                            .build();
            List<String> runs = shown(history, query);
            assertThat(runs).hasSize(1);
            assertThat(runs.get(0)).isGreaterThanOrEqualTo(seen.get(seen.size() - 1));
            if (seen.size() == 1) {
                reading.countDown();
            }
            seen.add(runs.get(0));
        }
        return seen.size() - 1;
    }

    private static List<String> shown(DuckDbHistory history, MatrixQuery query) {
        MatrixPage page = history.matrixPage(query);
        assertThat(page.cells()).hasSize(3);
        assertThat(page.totals().cells()).isEqualTo(3);
        return page.cells().stream()
                .map(cell -> cell.caseRun().runId())
                .distinct()
                .toList();
    }

    @Test
    void a_closed_history_says_so() {
        DuckDbHistory history = DatabaseInMemory.history();
        history.close();
        history.close();
        assertThatThrownBy(() -> history.runs(RunFilter.ALL)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> history.append(run(1))).isInstanceOf(IllegalStateException.class);
    }
}
