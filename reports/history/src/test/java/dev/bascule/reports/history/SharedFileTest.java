package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.testing.TestSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several threads of one process that each open the same file, new as it is, and add to it. */
@Tag("sized")
@Tag("slow")
class SharedFileTest {
    private static final int THREADS = 4;
    private static final int FILES = TestSize.of(1, 3);
    private static final int RUNS = TestSize.of(3, 5);

    @TempDir
    Path folder;

    @Test
    void none_is_in_the_way_of_another_and_no_run_is_lost() throws Exception {
        for (int number = 0; number < FILES; number++) {
            Path file = folder.resolve("history-%d.duckdb".formatted(number));
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            try {
                CountDownLatch ready = new CountDownLatch(THREADS);
                List<Future<?>> writers = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    int writer = i;
                    writers.add(threads.submit(() -> write(file, writer, ready)));
                }
                for (Future<?> writer : writers) {
                    writer.get(120, TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
            }
            try (DuckDbHistory history = DuckDbHistory.open(file)) {
                assertThat(history.count()).isEqualTo(THREADS * RUNS);
                assertThat(history.check(java.time.Instant.MAX)).isEmpty();
            }
        }
    }

    private static void write(Path file, int writer, CountDownLatch ready) {
        ready.countDown();
        try {
            assertThat(ready.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            for (int i = 0; i < RUNS; i++) {
                history.append(record(
                        "writer-%d-%d".formatted(writer, i),
                        START.plusSeconds(writer * RUNS + i),
                        strict(TEXT, Verdict.PASS, on(WASM).median(9).build())));
            }
        }
    }
}
