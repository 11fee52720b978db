package dev.bascule.bridge.dashboard.view;

import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.history.CaseRunRef;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.LedgerRows;
import dev.bascule.reports.history.MadePrediction;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.history.OperatorCases;
import dev.bascule.reports.history.Placement;
import dev.bascule.reports.history.QuantizationHeading;
import dev.bascule.reports.history.QueryResult;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import dev.bascule.reports.history.SeenMachine;
import dev.bascule.reports.history.SeenTarget;
import dev.bascule.reports.history.SeriesPoint;
import dev.bascule.reports.history.TimedAttempt;
import dev.bascule.reports.history.TrainingHeading;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.training.TrainingRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/**
 * A history that counts what is added to it, and tells of it. Since one process writes a history, its answers stay the same
 * as long as the count does. Thread-safe.
 */
public final class WatchedHistory implements History {
    private final History history;
    private final AtomicLong generation = new AtomicLong();
    private final List<Consumer<RunRecord>> listeners = new CopyOnWriteArrayList<>();

    private final boolean owner;

    /** @param history that this one closes with itself */
    public WatchedHistory(History history) {
        this(history, true);
    }

    private WatchedHistory(History history, boolean owner) {
        this.history = history;
        this.owner = owner;
    }

    /** The same for a user who closes what it has used: that leaves this one open. */
    public History borrowed() {
        return new WatchedHistory(this, false);
    }

    /** Grows with every run, training and quantisation that is added. */
    public long generation() {
        return generation.get();
    }

    /** Is told of each run when it is in. */
    public void listen(Consumer<RunRecord> listener) {
        listeners.add(listener);
    }

    @Override
    public void append(RunRecord run) {
        history.append(run);
        generation.incrementAndGet();
        listeners.forEach(listener -> listener.accept(run));
    }

    /** Tells of them when all are in; of none where it fails part way. */
    @Override
    public int appendAll(Iterable<RunRecord> runs) {
        List<RunRecord> added = new ArrayList<>();
        try {
            return history.appendAll(() -> StreamSupport.stream(runs.spliterator(), false)
                    .peek(added::add)
                    .iterator());
        } catch (RuntimeException failed) {
            added.clear();
            throw failed;
        } finally {
            generation.incrementAndGet();
            added.forEach(run -> listeners.forEach(listener -> listener.accept(run)));
        }
    }

    @Override
    public List<RunHeading> runs(RunFilter filter) {
        return history.runs(filter);
    }

    @Override
    public Optional<RunRecord> find(String idOrPrefix) {
        return history.find(idOrPrefix);
    }

    @Override
    public List<CaseResult> latestCells(RunFilter filter) {
        return history.latestCells(filter);
    }

    @Override
    public MatrixPage matrixPage(MatrixQuery query) {
        return history.matrixPage(query);
    }

    @Override
    public List<SeriesPoint> series(CellPlace place) {
        return history.series(place);
    }

    @Override
    public Optional<CaseResult> caseRun(CaseRunRef ref) {
        return history.caseRun(ref);
    }

    @Override
    public List<CaseResult> strictCells(Set<String> models) {
        return history.strictCells(models);
    }

    /** No run is added, and no answer about runs becomes another. */
    @Override
    public void keepWork(ModelWork work) {
        history.keepWork(work);
    }

    @Override
    public List<ModelWork> works() {
        return history.works();
    }

    /** Likewise. */
    @Override
    public void keepPredictions(List<MadePrediction> predictions) {
        history.keepPredictions(predictions);
    }

    @Override
    public List<MadePrediction> predictions() {
        return history.predictions();
    }

    /** Answers about trainings are others then. */
    @Override
    public void keepTrainings(List<TrainingRun> runs) {
        history.keepTrainings(runs);
        generation.incrementAndGet();
    }

    @Override
    public List<TrainingHeading> trainings() {
        return history.trainings();
    }

    @Override
    public List<TrainingRun> training(String command) {
        return history.training(command);
    }

    /** Likewise. */
    @Override
    public void keepQuantization(QuantizationRun run) {
        history.keepQuantization(run);
        generation.incrementAndGet();
    }

    @Override
    public List<QuantizationHeading> quantizations() {
        return history.quantizations();
    }

    @Override
    public Optional<QuantizationRun> quantization(String command) {
        return history.quantization(command);
    }

    /** As with work, no answer about runs becomes another. */
    @Override
    public void keepLedger(LedgerRows rows) {
        history.keepLedger(rows);
    }

    @Override
    public void forgetLedger(Collection<String> runs) {
        history.forgetLedger(runs);
    }

    @Override
    public LedgerRows ledger() {
        return history.ledger();
    }

    @Override
    public Map<String, List<OperatorSignature>> modelOperators() {
        return history.modelOperators();
    }

    @Override
    public List<OperatorCases> operatorCases() {
        return history.operatorCases();
    }

    @Override
    public List<Placement> placements() {
        return history.placements();
    }

    @Override
    public List<TimedAttempt> timedAttempts() {
        return history.timedAttempts();
    }

    @Override
    public List<SeenMachine> machines() {
        return history.machines();
    }

    @Override
    public List<SeenTarget> targets() {
        return history.targets();
    }

    @Override
    public QueryResult query(String sql, Duration limit) {
        return history.query(sql, limit);
    }

    @Override
    public void close() {
        if (owner) {
            history.close();
        }
    }
}
