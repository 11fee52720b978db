package dev.bascule.benchmark;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A history of a million attempts: how long appending takes against a bare appender that writes nothing but the attempts'
 * numbers and samples, and how long pages of the matrix take against plain SQL that finds the same cells in the same file
 * without the table made for it.
 *
 * <p>{@code mvn -q -pl test-suites -am -Pbenchmark -DskipTests verify -Dbenchmark=HistoryBenchmark}; {@code -Druns=1000
 * -Dattempts=1000 -Dsamples=20} is the size (the default), {@code -Dusage=true} writes usage as well, {@code -Dstore=FILE} keeps
 * the file (an existing one is only read).
 */
public final class HistoryBenchmark {
    private static final int TIMES = 7;
    private static final int SLICE = 100;

    private HistoryBenchmark() {}

    public static void main(String[] args) throws IOException, SQLException {
        HistoryRuns runs = new HistoryRuns(
                Integer.getInteger("runs", 1000),
                Integer.getInteger("attempts", 1000),
                Integer.getInteger("samples", 20),
                Boolean.getBoolean("usage"),
                Long.getLong("seed", 20261122));
        System.out.println("%s; %d cores, load %.1f"
                .formatted(
                        runs,
                        Runtime.getRuntime().availableProcessors(),
                        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        String named = System.getProperty("store", "");
        Path folder = Files.createTempDirectory("bascule-history-benchmark");
        Path file = named.isEmpty() ? folder.resolve("history.duckdb") : Path.of(named);
        if (!Files.exists(file)) {
            append(runs, file, folder.resolve("bare.duckdb"));
        }
        read(file);
        if (named.isEmpty()) {
            delete(folder);
        }
    }

    /** Records are made outside of the clock, a slice at a time; both sides get the same. */
    private static void append(HistoryRuns runs, Path file, Path bare) throws IOException, SQLException {
        Spent appending = new Spent();
        Spent baseline = new Spent();
        Spent looking = new Spent();
        long begin = System.nanoTime();
        try (History history = DuckDbHistory.open(file);
                BareAppender other = new BareAppender(bare)) {
            System.out.println("open %.1f s".formatted(since(begin)));
            for (List<RunRecord> slice : runs.slices(SLICE)) {
                appending.spend(() -> history.appendAll(slice));
                baseline.spend(() -> other.append(slice));
                looking.spend(() -> history.matrixPage(MatrixQuery.ALL));
            }
            begin = System.nanoTime();
        }
        System.out.println("a page after each %d runs: %s"
                .formatted(SLICE, looking.millis(Math.max(1, (runs.runs() + SLICE - 1) / SLICE))));
        System.out.println("close both %.1f s, %s and %s".formatted(since(begin), size(file), size(bare)));
        System.out.println(
                "appended in %s (%.0f attempts/s); bare appender, samples only, in %s: %.1f times its time; load %.1f"
                        .formatted(
                                appending,
                                runs.runs() * (double) runs.attempts() / appending.seconds(),
                                baseline,
                                appending.seconds() / baseline.seconds(),
                                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    }

    /** Wall clock and processor time of this process, which tell each other's share on a busy machine. */
    private static final class Spent {
        private long wall;
        private long processor;

        void spend(Runnable work) {
            long began = System.nanoTime();
            long worked = processor();
            work.run();
            wall += System.nanoTime() - began;
            processor += processor() - worked;
        }

        private static long processor() {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }

        double seconds() {
            return wall / 1e9;
        }

        /** The mean of so many. */
        String millis(int times) {
            return "%4.0f ms (%4.0f of processor time)".formatted(wall / 1e6 / times, processor / 1e6 / times);
        }

        @Override
        public String toString() {
            return "%.1f s (%.1f s of processor time)".formatted(wall / 1e9, processor / 1e9);
        }
    }

    /** What DuckDB itself takes for the attempts' numbers and samples, and nothing else. */
    private static final class BareAppender implements AutoCloseable {
        private final Connection connection;
        private long id;

        BareAppender(Path file) throws SQLException {
            connection = DriverManager.getConnection("jdbc:duckdb:" + file);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE bare (id BIGINT, measured_ms DOUBLE[])");
            }
        }

        void append(List<RunRecord> runs) {
            try (DuckDBAppender appender =
                    connection.unwrap(DuckDBConnection.class).createAppender(DuckDBConnection.DEFAULT_SCHEMA, "bare")) {
                for (RunRecord run : runs) {
                    for (var each : run.runs()) {
                        appender.beginRow();
                        appender.append(id++);
                        appender.append(each.decisive()
                                .measured()
                                .timing()
                                .map(timing -> timing.measured().millis())
                                .orElse(new double[0]));
                        appender.endRow();
                    }
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    private static void read(Path file) {
        long begin = System.nanoTime();
        try (History history = DuckDbHistory.open(file)) {
            System.out.println("open again %.1f s".formatted(since(begin)));
            MatrixPage first = history.matrixPage(MatrixQuery.ALL);
            System.out.println(first.totals());
            String machine = first.facets().machines().values().get(0).value();
            page(history, "first page", MatrixQuery.builder());
            page(history, "deep page", MatrixQuery.builder().page(20, 50));
            page(history, "worst first", MatrixQuery.builder().sort(MatrixQuery.Sort.WORST));
            page(history, "newest first", MatrixQuery.builder().sort(MatrixQuery.Sort.NEWEST));
            page(history, "lowest score first", MatrixQuery.builder().sort(MatrixQuery.Sort.SCORE));
            page(history, "one browser", MatrixQuery.builder().browsers("Firefox"));
            page(history, "one backend", MatrixQuery.builder().backends("webnn"));
            page(history, "one machine", MatrixQuery.builder().machines(machine));
            page(history, "one family", MatrixQuery.builder().families(Family.VISION));
            page(history, "one verdict", MatrixQuery.builder().verdicts(Verdict.CRASHED));
            page(history, "words", MatrixQuery.builder().text("operator 11"));
            page(history, "one suite", MatrixQuery.builder().suite("nightly"));
            page(history, "since the middle", MatrixQuery.builder().since(middle(history)));
            var place = first.cells().get(0).place();
            System.out.println(
                    "series of a cell: %d runs".formatted(history.series(place).size()));
            report("series", () -> history.series(place));
            report("case run", () -> history.caseRun(first.cells().get(0).caseRun()));
            report("machines", history::machines);
            report("targets", history::targets);
            report("runs, the newest 50", () -> history.runs(RunFilter.ALL.limitedTo(50)));
            plain(history, first);
        }
    }

    private static Instant middle(History history) {
        var runs = history.runs(RunFilter.ALL);
        return runs.get(runs.size() / 2).startedAt();
    }

    /**
     * The cold figure is of a choice of runs that nobody asked for before, so that the newest cells are sought in all of them: a
     * beginning some nanoseconds before the first run, or after the one that was asked for.
     */
    private static void page(History history, String name, MatrixQuery.Builder builder) {
        MatrixQuery query = builder.build();
        Instant beginning = query.runs().since().orElse(Instant.EPOCH);
        MatrixPage page = history.matrixPage(query);
        Spent cold = new Spent();
        Spent warm = new Spent();
        for (int i = 0; i < TIMES; i++) {
            MatrixQuery another = builder.since(beginning.minusNanos(++choices)).build();
            cold.spend(() -> history.matrixPage(another));
            warm.spend(() -> history.matrixPage(another));
        }
        System.out.println("%-20s cold %s, again %s   %d of %d rows, %d columns, %d cells shown"
                .formatted(
                        name,
                        cold.millis(TIMES),
                        warm.millis(TIMES),
                        page.rows().size(),
                        page.totals().rows(),
                        page.totals().columns(),
                        page.cells().size()));
    }

    /** How many choices of runs there were. */
    private static long choices;

    private static void report(String name, Supplier<?> work) {
        System.out.println("%-28s %6.0f ms".formatted(name, median(work)));
    }

    /** What a person would ask for the first page's cells: the newest case run of each place with its median. */
    private static void plain(History history, MatrixPage first) {
        String sql = """
                WITH newest AS (
                    SELECT c.id, c.row_key, c.column_key, c.verdict, m.fingerprint
                    FROM case_runs c JOIN runs r ON r.id = c.run_id JOIN machines m ON m.key = r.machine_key
                    WHERE c.verdict <> 'SKIPPED'
                    QUALIFY row_number() OVER (PARTITION BY m.fingerprint, c.row_key, c.column_key
                        ORDER BY r.started_at DESC, r.id DESC) = 1),
                page AS (SELECT DISTINCT row_key FROM newest ORDER BY 1 LIMIT 50)
                SELECT n.*, list_median(s.measured_ms) AS median, len(s.measured_ms) AS n, v.proof, e.code
                FROM newest n JOIN page USING (row_key) JOIN attempts a ON a.case_run_id = n.id
                    JOIN evidence v ON v.attempt_id = a.id
                    LEFT JOIN samples s ON s.attempt_id = a.id LEFT JOIN errors e ON e.attempt_id = a.id
                """;
        int rows = history.query(sql).rows().size();
        double plain = median(() -> history.query(sql));
        double ours = median(() -> history.matrixPage(
                MatrixQuery.builder().since(Instant.EPOCH.minusNanos(++choices)).build()));
        System.out.println(
                "plain SQL, first page        %6.0f ms for %d cells (ours: %d); a page with totals and facets"
                                .formatted(plain, rows, first.cells().size())
                        + " %.0f ms cold: %.2f of plain SQL".formatted(ours, ours / plain));
    }

    private static double median(Supplier<?> work) {
        double[] times = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            times[i] = seconds(work) * 1000;
        }
        Arrays.sort(times);
        return times[TIMES / 2];
    }

    private static double seconds(Supplier<?> work) {
        long begin = System.nanoTime();
        Object unused = work.get();
        return since(begin);
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static String size(Path file) throws IOException {
        return String.format(Locale.ROOT, "%.0f MB", Files.size(file) / 1e6);
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (var all = Files.walk(folder)) {
            all.forEach(files::add);
        }
        for (int i = files.size() - 1; i >= 0; i--) {
            Files.delete(files.get(i));
        }
    }
}
