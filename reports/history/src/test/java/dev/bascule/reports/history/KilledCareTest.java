package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.START;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that tidies a history up is killed at random moments; the file must open each time and have what it had before or
 * what it was to have after, and nothing between.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
@Tag("full")
class KilledCareTest {
    /** Of each kind of work; as many again, all together, come to those who write: see {@link KilledWriterTest}. */
    private static final int KILLS = 5;

    private static final long SEED = 20261122;
    /** More than are kept by pruning. To look a history over takes as long as it has runs. */
    private static final int RUNS = 8;

    private static final int OTHERS = 4;

    private Path folder;
    private HistoryProcesses processes;
    private int killedAtWork;

    /** What is done to a history, and what it may have after a kill. */
    enum Work {
        COMPACT {
            @Override
            void on(Path file) {
                HistoryCopy.compact(file);
            }

            @Override
            List<List<String>> outcomes() {
                return List.of(ids(0, RUNS));
            }
        },
        PRUNE {
            @Override
            void on(Path file) {
                try (DuckDbHistory history = DuckDbHistory.open(file)) {
                    history.prune(history.plan(new Retention(START.plusSeconds(RUNS), 5, false)));
                }
            }

            @Override
            List<List<String>> outcomes() {
                return List.of(ids(0, RUNS), ids(RUNS - 5, RUNS));
            }
        },
        IMPORT {
            @Override
            void on(Path file) {
                try (DuckDbHistory history = DuckDbHistory.open(file)) {
                    history.importAll(
                            List.of(file.resolveSibling("other.duckdb")),
                            java.time.Instant.MAX,
                            ForeignCopier.Maker.HERE);
                }
            }

            @Override
            List<List<String>> outcomes() {
                return List.of(ids(0, RUNS), ids(0, RUNS + OTHERS));
            }
        },
        BACKUP {
            @Override
            void on(Path file) {
                Path copy = file.resolveSibling("backup.duckdb");
                try (DuckDbHistory history = DuckDbHistory.open(file, AllowedPaths.backup(copy), OpeningWork.UNHEARD)) {
                    history.backup(copy);
                }
            }

            @Override
            List<List<String>> outcomes() {
                return List.of(ids(0, RUNS));
            }
        },
        MAKE_CELLS {
            @Override
            void on(Path file) {
                DuckDbHistory.open(file).close();
            }

            @Override
            List<List<String>> outcomes() {
                return List.of(ids(0, RUNS));
            }
        };

        abstract void on(Path file);

        /** Ids of the runs that there may be. */
        abstract List<List<String>> outcomes();

        static List<String> ids(int from, int to) {
            return IntStream.range(from, to).mapToObj(KilledCareTest::id).toList();
        }
    }

    private static String id(int number) {
        return "run-%03d".formatted(number);
    }

    private static RunRecord run(int number) {
        return record(
                id(number),
                START.plusSeconds(number),
                ShowcaseRun.runs().get(0),
                strict(TEXT, Verdict.PASS, on(WASM).median(number + 1).build()));
    }

    /** Does the work when it is told to, and says when it begins and ends. */
    static final class CareProcess {
        private CareProcess() {}

        public static void main(String[] args) throws IOException {
            HistoryProcesses.told();
            System.out.println("begun");
            Work.valueOf(args[0]).on(Path.of(args[1]));
            System.out.println("done");
        }
    }

    @BeforeAll
    void histories(@TempDir Path emptyFolder) throws Exception {
        folder = emptyFolder;
        processes = HistoryProcesses.in(folder);
        fill(folder.resolve("template.duckdb"), 0, RUNS);
        fill(folder.resolve("other.duckdb"), RUNS, RUNS + OTHERS);
        Path old = Files.copy(folder.resolve("template.duckdb"), folder.resolve("old.duckdb"));
        try (Handle handle = DuckDbFile.open(old, AllowedPaths.NONE)) {
            handle.execute("UPDATE derived_tables SET rule = 'of an earlier build'");
        }
    }

    private static void fill(Path file, int from, int to) {
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            history.appendAll(
                    IntStream.range(from, to).mapToObj(KilledCareTest::run).toList());
        }
    }

    /** The file as it is before the work. */
    private Path fresh(Work work) throws IOException {
        Path file = folder.resolve("history.duckdb");
        Files.deleteIfExists(HistoryCopy.log(file));
        Files.deleteIfExists(folder.resolve("backup.duckdb"));
        Path template = folder.resolve(work == Work.MAKE_CELLS ? "old.duckdb" : "template.duckdb");
        return Files.copy(template, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @ParameterizedTest
    @EnumSource
    void a_history_is_whole_whenever_the_one_who_tidies_it_up_is_killed(Work work) throws Exception {
        Random random = new Random(SEED);
        Path file = fresh(work);
        long took = unkilled(work, file);
        whole(work, file);
        int atWork = 0;
        HistoryProcesses.Child next = processes.start(CareProcess.class, work, file);
        for (int kill = 0; kill < KILLS; kill++) {
            try (HistoryProcesses.Child child = next) {
                next = processes.start(CareProcess.class, work, file);
                fresh(work);
                child.tell("go");
                assertThat(child.says().readLine()).isEqualTo("begun");
                // Less than it took, so that most come at work.
                Thread.sleep(random.nextLong(Math.max(1, took * 3 / 4)));
                child.kill();
                atWork += child.says().readLine() == null ? 1 : 0;
                child.waitForEnd();
            }
            whole(work, file);
        }
        next.close();
        killedAtWork += atWork;
        System.out.printf("%s: killed %d times within %d ms, %d of these at work%n", work, KILLS, took, atWork);
    }

    /** Of one kind of work each kill may come too late; of none at all, nothing was tried. */
    @AfterAll
    void some_were_killed_at_work() {
        assertThat(killedAtWork).as("processes killed at work").isPositive();
    }

    /** How long it takes, in milliseconds. */
    private long unkilled(Work work, Path file) throws Exception {
        try (HistoryProcesses.Child child = processes.start(CareProcess.class, work, file)) {
            child.tell("go");
            assertThat(child.says().readLine()).isEqualTo("begun");
            long begun = System.nanoTime();
            assertThat(child.says().readLine()).isEqualTo("done");
            return (System.nanoTime() - begun) / 1_000_000;
        }
    }

    private void whole(Work work, Path file) {
        try (DuckDbHistory history = DuckDbHistory.open(file)) {
            assertThat(history.runs(RunFilter.ALL).stream()
                            .map(RunHeading::id)
                            .sorted()
                            .toList())
                    .isIn(work.outcomes());
            assertThat(history.check(java.time.Instant.MAX)).isEmpty();
            history.append(run(999));
        }
        Path backup = folder.resolve("backup.duckdb");
        if (Files.exists(backup)) {
            try (DuckDbHistory copy = DuckDbHistory.open(backup)) {
                assertThat(copy.runs(RunFilter.ALL)).hasSize(RUNS);
            }
        }
    }
}
