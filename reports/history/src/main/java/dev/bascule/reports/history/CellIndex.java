package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.reports.history.MatrixQuery.Cases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * The newest cell of each place among some runs, with what filters, orders and counts look at: some 30 bytes a cell, so that a
 * page over a large history reads no more of the file than its own cells. Numbers come from the database, where they are quick
 * to read, and words do not. Immutable once it is handed out; belongs to one thread until then.
 */
final class CellIndex {
    private static final long BEGAN = 1L << 40;
    private static final int NO_SCORE = -1;
    static final byte SAID_NOTHING = -1;
    private static final Verdict[] VERDICTS = Verdict.values();
    private static final Family[] FAMILIES = Family.values();

    private static final String READ = """
            SELECT run_number, row_id, column_id, case_run_id, began, coalesce(score, %d),
                list_position([%s], verdict) - 1, coalesce(list_position([%s], family) - 1, %d), coalesce(CAST(software AS INTEGER), %d), task = '%s'
            FROM cells WHERE run_number > ?
            """.formatted(
                    NO_SCORE,
                    words(Stream.of(Verdict.values()).map(Enum::name)),
                    words(Stream.of(Family.values()).map(Family::id)),
                    List.of(Family.values()).indexOf(Family.OTHER),
                    SAID_NOTHING,
                    ModelInfo.CONFORMANCE);

    private final int lastRun;
    private int size;
    private int[] runs;
    private int[] rows;
    private int[] columns;
    private long[] caseRuns;
    private boolean[] began;
    private byte[] scores;
    private byte[] verdicts;
    private byte[] families;
    private boolean[] conformance;

    /** Nothing said, hardware, software: -1, 0, 1. */
    private byte[] software;

    /** Places of cells plus one by a hash of row and column, with open addressing; 0 is free. */
    private int[] slots;

    /** Words as a list in SQL. */
    static String words(Stream<String> words) {
        return words.map(word -> "'" + word + "'").collect(Collectors.joining(", "));
    }

    private CellIndex(int lastRun) {
        this.lastRun = lastRun;
        this.runs = new int[0];
        this.rows = new int[0];
        this.columns = new int[0];
        this.caseRuns = new long[0];
        this.began = new boolean[0];
        this.scores = new byte[0];
        this.verdicts = new byte[0];
        this.families = new byte[0];
        this.conformance = new boolean[0];
        this.software = new byte[0];
        this.slots = new int[2];
    }

    private CellIndex(CellIndex other, int lastRun) {
        this.lastRun = lastRun;
        this.size = other.size;
        this.runs = other.runs.clone();
        this.rows = other.rows.clone();
        this.columns = other.columns.clone();
        this.caseRuns = other.caseRuns.clone();
        this.began = other.began.clone();
        this.scores = other.scores.clone();
        this.verdicts = other.verdicts.clone();
        this.families = other.families.clone();
        this.conformance = other.conformance.clone();
        this.software = other.software.clone();
        this.slots = other.slots.clone();
    }

    /** Of a file as this connection sees it. */
    static CellIndex of(Handle handle, MatrixDimensions dimensions, RunScope choice) throws SQLException {
        return new CellIndex(0).extended(handle, dimensions, choice);
    }

    /** With the cells of runs that were added since. */
    CellIndex extended(Handle handle, MatrixDimensions dimensions, RunScope choice) throws SQLException {
        CellIndex index = new CellIndex(this, dimensions.lastRun());
        index.add(handle.getConnection(), lastRun, order(dimensions, choice));
        return index;
    }

    /** By a run's number: its place in the order of time, from 1; 0 of a run that is not chosen. */
    private static long[] order(MatrixDimensions dimensions, RunScope choice) {
        long[] order = new long[MatrixDimensions.capacity(dimensions.runs())];
        long[] place = {0};
        dimensions.runs().entrySet().stream()
                .filter(run -> choice.passes(run.getValue()))
                .sorted(Map.Entry.comparingByValue(MatrixDimensions.LATER))
                .forEach(run -> order[run.getKey()] = ++place[0]);
        return order;
    }

    /** Through plain JDBC: a mapper and an object for each of a million rows would take longer than reading them. */
    private void add(Connection connection, int after, long[] order) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setInt(1, after);
            try (ResultSet read = statement.executeQuery()) {
                while (read.next()) {
                    int run = read.getInt(1);
                    if (order[run] > 0) {
                        add(read, run, order);
                    }
                }
            }
        }
    }

    private void add(ResultSet read, int run, long[] order) throws SQLException {
        int row = read.getInt(2);
        int column = read.getInt(3);
        boolean begins = read.getBoolean(5);
        int slot = slot(row, column);
        int at = slots[slot] - 1;
        if (at < 0) {
            at = size++;
            slots[slot] = size;
            room();
            rows[at] = row;
            columns[at] = column;
        } else if (rank(begins, order[run]) < rank(began[at], order[runs[at]])) {
            return;
        }
        runs[at] = run;
        caseRuns[at] = read.getLong(4);
        began[at] = begins;
        scores[at] = (byte) read.getInt(6);
        verdicts[at] = (byte) read.getInt(7);
        if (read.wasNull()) {
            // Of a newer build, or damage: a number would be some other verdict's.
            throw new SQLException("a cell has a verdict that this build does not know");
        }
        families[at] = (byte) read.getInt(8);
        software[at] = (byte) read.getInt(9);
        conformance[at] = read.getBoolean(10);
        if (2 * size > slots.length) {
            rehash();
        }
    }

    /** A cell that began outdoes every one that did not, whatever their runs' order. */
    private static long rank(boolean began, long order) {
        return began ? order + BEGAN : order;
    }

    private void room() {
        if (size > rows.length) {
            int more = Math.max(1024, size + size / 2);
            runs = Arrays.copyOf(runs, more);
            rows = Arrays.copyOf(rows, more);
            columns = Arrays.copyOf(columns, more);
            caseRuns = Arrays.copyOf(caseRuns, more);
            began = Arrays.copyOf(began, more);
            scores = Arrays.copyOf(scores, more);
            verdicts = Arrays.copyOf(verdicts, more);
            families = Arrays.copyOf(families, more);
            conformance = Arrays.copyOf(conformance, more);
            software = Arrays.copyOf(software, more);
        }
    }

    /** Where this place's cell is noted, or is to be. */
    private int slot(int row, int column) {
        int mask = slots.length - 1;
        long mixed = (((long) row << 32) | column) * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed >>> 32) & mask;
        while (slots[slot] != 0 && (rows[slots[slot] - 1] != row || columns[slots[slot] - 1] != column)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rehash() {
        slots = new int[4 * slots.length];
        for (int at = 0; at < size; at++) {
            slots[slot(rows[at], columns[at])] = at + 1;
        }
    }

    int size() {
        return size;
    }

    int row(int at) {
        return rows[at];
    }

    int column(int at) {
        return columns[at];
    }

    /** The number of its run. */
    int run(int at) {
        return runs[at];
    }

    long caseRun(int at) {
        return caseRuns[at];
    }

    Verdict verdict(int at) {
        return VERDICTS[verdicts[at]];
    }

    Family family(int at) {
        return FAMILIES[families[at]];
    }

    Cases cases(int at) {
        return conformance[at] ? Cases.CONFORMANCE : Cases.MODELS;
    }

    boolean hasScore(int at) {
        return scores[at] != NO_SCORE;
    }

    int score(int at) {
        return scores[at];
    }

    /** What was said of its adapter, as {@link #software(byte)} takes it. The greater of two is what both say together. */
    byte software(int at) {
        return software[at];
    }

    static Optional<Boolean> software(byte said) {
        return said == SAID_NOTHING ? Optional.empty() : Optional.of(said == 1);
    }

    /** The case runs that its cells show. */
    Set<Long> caseRuns() {
        return Arrays.stream(caseRuns, 0, size).boxed().collect(Collectors.toCollection(HashSet::new));
    }

    /** The numbers of runs that have any of its cells. */
    Set<Integer> runs() {
        return Arrays.stream(runs, 0, size).boxed().collect(Collectors.toCollection(HashSet::new));
    }
}
