package dev.bascule.reports.history;

import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.audit.AuditFinding;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.training.TrainingRun;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * The history in one DuckDB file, which one process holds at a time. A run is written in one transaction. Thread-safe: writes go
 * one after the other, those of others of this process that have the same file open included; answers are given beside them and beside each other, each of one state of the file.
 */
public final class DuckDbHistory implements History {
    private final HistoryConnections connections;
    private final String file;
    private final CellIndexes indexes = new CellIndexes();

    private DuckDbHistory(Handle handle, String file, ReentrantLock writing) throws SQLException {
        this.connections = new HistoryConnections(handle, file, writing);
        this.file = file;
    }

    /**
     * Opens the file, making it and its folder where they are not, and brings its tables up to date.
     *
     * @throws dev.bascule.fallback.error.BasculeException STORE_LOCKED when another process holds it, STORE_INVALID when
     *     it is no history, or one whose tables are not this build's, OUTPUT_UNWRITABLE when it cannot be written
     */
    public static DuckDbHistory open(Path file) {
        return open(file, OpeningWork.UNHEARD);
    }

    /** @param listener is told in a sentence what takes long, before it begins; by the thread that opens */
    public static DuckDbHistory open(Path file, Consumer<String> listener) {
        return open(file, AllowedPaths.NONE, listener);
    }

    /**
     * The same, to {@link #export} or {@link #backup}: the database touches no file but its own otherwise.
     *
     * @param allowed where that goes
     */
    public static DuckDbHistory open(Path file, AllowedPaths allowed, Consumer<String> listener) {
        return current(DuckDbFile.open(file, allowed), file.toString(), listener);
    }

    /** While its lock is held. */
    static DuckDbHistory open(Path file, StoreLock held, AllowedPaths allowed, Consumer<String> listener) {
        return current(DuckDbFile.open(file, held, allowed), file.toString(), listener);
    }

    /** As {@link #openAsync(Path, Consumer)}, in silence. */
    public static CompletableFuture<History> openAsync(Path file) {
        return openAsync(file, OpeningWork.UNHEARD);
    }

    /**
     * Opens on a thread of its own, since loading the database takes a second or two. {@code join()} brings the error.
     *
     * @param listener is told in a sentence what takes long, before it begins; by that thread
     */
    public static CompletableFuture<History> openAsync(Path file, Consumer<String> listener) {
        CompletableFuture<History> opened = new CompletableFuture<>();
        Thread opener = new Thread(
                () -> {
                    try {
                        DuckDbHistory history = open(file, listener);
                        if (!opened.complete(history)) {
                            history.close();
                        }
                    } catch (Throwable error) {
                        opened.completeExceptionally(error);
                    }
                },
                "history-opener");
        opener.setDaemon(true);
        opener.start();
        return opened;
    }

    /** Over a connection that was opened already, which it closes in the end. */
    static DuckDbHistory of(Handle handle, String file) {
        return current(handle, file, OpeningWork.UNHEARD);
    }

    /** What another program wrote, as {@link ForeignCopier} copied it: with little memory and room. Nobody looks at its cells. */
    static DuckDbHistory openCopy(Path file) {
        Handle handle = DuckDbFile.open(file, AllowedPaths.NONE.bounded());
        return opened(handle, file.toString(), () -> Migrations.migrate(handle, file.toString()));
    }

    /** What is done to a file before anybody asks it anything. */
    @FunctionalInterface
    private interface Opening {
        void make() throws SQLException;
    }

    private static DuckDbHistory current(Handle handle, String file, Consumer<String> listener) {
        return opened(handle, file, () -> {
            Migrations.migrate(handle, file);
            if (!CellTables.areCurrent(handle)) {
                new OpeningWork(handle, listener).makingCells();
                CellTables.rebuild(handle);
            }
        });
    }

    private static DuckDbHistory opened(Handle handle, String file, Opening bringUpToDate) {
        try {
            ReentrantLock writing = WriteLocks.of(handle);
            writing.lock();
            try {
                bringUpToDate.make();
            } finally {
                writing.unlock();
            }
            return new DuckDbHistory(handle, file, writing);
        } catch (SQLException | JdbiException e) {
            handle.close();
            throw DuckDbFile.broken(file, e);
        } catch (RuntimeException e) {
            handle.close();
            throw e;
        }
    }

    @Override
    public void append(RunRecord run) {
        connections.writing(handle -> new RunAppender(handle).append(run));
    }

    @Override
    public int appendAll(Iterable<RunRecord> runs) {
        return connections.write(handle -> new RunAppender(handle).appendAll(runs));
    }

    @Override
    public List<RunHeading> runs(RunFilter filter) {
        return connections.read(handle -> new RunList(handle).headings(filter));
    }

    @Override
    public Optional<RunRecord> find(String idOrPrefix) {
        return connections.read(
                handle -> new RunList(handle).id(idOrPrefix).flatMap(id -> new RunReader(handle).run(id)));
    }

    @Override
    public List<CaseResult> latestCells(RunFilter filter) {
        return connections.read(handle -> new LatestCells(handle)
                .among(new RunList(handle)
                        .headings(filter).stream().map(RunHeading::id).toList()));
    }

    /** How many runs there are. */
    public long count() {
        return connections.read(handle -> new RunList(handle).count());
    }

    /**
     * Looks the file over; empty where nothing is wrong. Reads every run, and so takes its time.
     *
     * @param now by the clock of who looks
     */
    public List<IntegrityFinding> check(Instant now) {
        return connections.read(handle -> new HistoryCheck(handle, now).findings());
    }

    /** What of a run cannot be so. */
    List<AuditFinding> doubts(String runId, Instant now) {
        return connections.read(handle -> HistoryCheck.doubts(handle, runId, now));
    }

    /** The sample arrays of its runs. */
    List<CopiedRuns.Held> sampleArrays() {
        return connections.read(CopiedRuns::held);
    }

    /** Makes the cells of the matrix again from what the runs say. */
    public void rebuildCells() {
        rebuildCells(CellRebuild.AT_ONCE);
    }

    /** @param atOnce case runs that are read together, roughly */
    void rebuildCells(int atOnce) {
        connections.writing(handle -> indexes.changing(() -> CellTables.rebuild(handle, atOnce)));
    }

    /** Which runs would go; changes nothing. */
    public PrunePlan plan(Retention retention) {
        return connections.read(
                handle -> new Pruning(handle).plan(retention, new RunList(handle).headings(RunFilter.ALL)));
    }

    /** Takes the runs of the plan out for good, all of them or none. Their room is free for others, and the file no smaller. */
    public void prune(PrunePlan plan) {
        List<String> going = plan.going().stream().map(RunHeading::id).toList();
        connections.writing(handle -> indexes.changing(() -> new Pruning(handle).prune(going)));
    }

    /**
     * Writes a copy of this history as it is at this moment into a new file, that the history was opened with as
     * {@link AllowedPaths#backup}.
     *
     * @throws dev.bascule.fallback.error.BasculeException OUTPUT_UNWRITABLE when the file is there already or cannot be written
     */
    public void backup(Path to) {
        connections.writing(handle -> HistoryCopy.copy(handle, to));
    }

    /**
     * Writes the tables into a folder, one Parquet file each, with {@code manifest.json}. The history was opened with that folder as
     * {@link AllowedPaths#export}.
     *
     * @param product version of the program that writes it
     * @throws dev.bascule.fallback.error.BasculeException OUTPUT_UNWRITABLE when the folder has files or cannot be written
     */
    public Manifest export(Path folder, String product, Instant now) {
        return connections.read(handle -> ParquetExport.write(handle, folder, product, now));
    }

    /**
     * Adds the runs of other histories that this one does not have. Nothing is added where a run of theirs is here, or in
     * another of them, under the same id with other contents.
     *
     * @param sources history files, or folders that {@link #export} wrote, of this version of the tables; or documents
     *     of single runs
     * @param now by the clock of who imports
     * @throws dev.bascule.fallback.error.BasculeException STORE_CONFLICT for two runs of one id; SOURCE_INVALID for a source that
     *     is damaged or has other tables; RECORD_INVALID for one that says what cannot be so; STORE_LOCKED for one that another process holds
     */
    public ImportResult importAll(List<Path> sources, Instant now) {
        return importAll(sources, now, ChildCopier::new);
    }

    /** @param copiers whoever opens what is foreign */
    ImportResult importAll(List<Path> sources, Instant now, ForeignCopier.Maker copiers) {
        return connections.write(handle -> HistoryImport.into(this, file, sources, now, copiers));
    }

    @Override
    public MatrixPage matrixPage(MatrixQuery query) {
        return connections.read(handle -> new CellPages(handle, indexes.of(handle, query.runs())).page(query));
    }

    @Override
    public List<SeriesPoint> series(CellPlace place) {
        return connections.read(handle -> new CellHistory(handle).series(place));
    }

    @Override
    public Optional<CaseResult> caseRun(CaseRunRef ref) {
        return connections.read(handle -> new CellHistory(handle).caseRun(ref));
    }

    @Override
    public List<CaseResult> strictCells(Set<String> models) {
        return connections.read(handle -> new StrictCells(handle).of(models));
    }

    @Override
    public void keepWork(ModelWork work) {
        connections.writing(handle -> new WorkTables(handle).keep(work));
    }

    @Override
    public List<ModelWork> works() {
        return connections.read(handle -> new WorkTables(handle).all());
    }

    @Override
    public void keepPredictions(List<MadePrediction> predictions) {
        connections.writing(handle -> new PredictionTable(handle).keep(predictions));
    }

    /** Of another history, where they were kept for what they tell anew there. */
    void takePredictions(List<MadePrediction> predictions) {
        connections.writing(handle -> new PredictionTable(handle).take(predictions));
    }

    @Override
    public List<MadePrediction> predictions() {
        return connections.read(handle -> new PredictionTable(handle).all());
    }

    @Override
    public void keepTrainings(List<TrainingRun> runs) {
        connections.writing(handle -> new TrainingTables(handle).keep(runs));
    }

    @Override
    public List<TrainingHeading> trainings() {
        return connections.read(handle -> new TrainingReader(handle).headings());
    }

    @Override
    public List<TrainingRun> training(String command) {
        return connections.read(handle -> new TrainingReader(handle).runs(command));
    }

    @Override
    public void keepQuantization(QuantizationRun run) {
        connections.writing(handle -> new QuantizationTables(handle).keep(run));
    }

    @Override
    public List<QuantizationHeading> quantizations() {
        return connections.read(handle -> new QuantizationReader(handle).headings());
    }

    @Override
    public Optional<QuantizationRun> quantization(String command) {
        return connections.read(handle -> new QuantizationReader(handle).run(command));
    }

    @Override
    public void keepLedger(LedgerRows rows) {
        connections.writing(handle -> new LedgerTables(handle).keep(rows));
    }

    @Override
    public void forgetLedger(Collection<String> runs) {
        connections.writing(handle -> new LedgerTables(handle).forget(runs));
    }

    @Override
    public LedgerRows ledger() {
        return connections.read(handle -> new LedgerTables(handle).all());
    }

    @Override
    public Map<String, List<OperatorSignature>> modelOperators() {
        return connections.read(handle -> new OperatorTables(handle).ofModels());
    }

    @Override
    public List<OperatorCases> operatorCases() {
        return connections.read(handle -> new OperatorTables(handle).cases());
    }

    @Override
    public List<Placement> placements() {
        return connections.read(handle -> new OperatorTables(handle).placements());
    }

    @Override
    public List<TimedAttempt> timedAttempts() {
        return connections.read(handle -> new TimedAttempts(handle).all());
    }

    @Override
    public List<SeenMachine> machines() {
        return connections.read(handle -> new CellHistory(handle).machines());
    }

    @Override
    public List<SeenTarget> targets() {
        return connections.read(handle -> new CellHistory(handle).targets());
    }

    @Override
    public QueryResult query(String sql, Duration limit) {
        return connections.lend(handle -> new ReadOnlyQuery(handle, limit).answer(sql));
    }

    @Override
    public void close() {
        connections.close();
    }
}
