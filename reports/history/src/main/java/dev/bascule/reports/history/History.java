package dev.bascule.reports.history;

import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.training.TrainingRun;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Every run, kept for good: one of the two seams of the design. What is read back equals what was appended, raw samples
 * bit for bit. Implementations are thread-safe. An answer is of one state, whole runs of which each is there or not; what is
 * being appended meanwhile neither waits for it nor makes it wait.
 *
 * <p>Methods throw {@link dev.bascule.fallback.error.BasculeException} where the store cannot be read or written.
 */
public interface History extends AutoCloseable {

    /** Adds a run, all of it or nothing. A run id that is already there is misuse: {@link IllegalArgumentException}. */
    void append(RunRecord run);

    /**
     * Adds many runs much faster than one by one, in their order and in groups, each group all of it or nothing: where it fails,
     * the groups before are kept. Misuse as with {@link #append}.
     *
     * @return how many were added
     */
    int appendAll(Iterable<RunRecord> runs);

    /** Headings of the runs that pass, newest first. */
    List<RunHeading> runs(RunFilter filter);

    /** The run of this id, or the only one whose id begins so. */
    Optional<RunRecord> find(String idOrPrefix);

    /** The newest run that passes. */
    default Optional<RunRecord> latest(RunFilter filter) {
        return runs(filter.limitedTo(1)).stream().findFirst().flatMap(heading -> find(heading.id()));
    }

    /**
     * For each cell of the matrix (machine, row and column as {@link dev.bascule.reports.matrix.CellKey} says) the case runs
     * of the newest run that has any: mostly one. A skipped case run hides no measured one, and one that never began for
     * want of a backend hides none that did.
     */
    List<CaseResult> latestCells(RunFilter filter);

    /** A page of the matrix in cell summaries, which {@link #latestCells} would make of the same runs: quick over any history. */
    MatrixPage matrixPage(MatrixQuery query);

    /** What each run found for a cell, the oldest first; empty where no run has it. */
    List<SeriesPoint> series(CellPlace place);

    /** A case run with what is behind its cell: attempts, evidence, samples. */
    Optional<CaseResult> caseRun(CaseRunRef ref);

    /** How many runs of a cell {@link #strictCells} answers with. */
    int NEWEST_STRICT = 10;

    /**
     * Cells of these models that were asked for by themselves, without a chain, and timed: of every machine and of each cell's
     * {@value #NEWEST_STRICT} newest runs, oldest first. They come without the native CPU's run beside them.
     *
     * @param models by SHA-256
     */
    List<CaseResult> strictCells(Set<String> models);

    /** Every machine, the last seen first. */
    List<SeenMachine> machines();

    /** Every target in every version on every machine, the last seen first. */
    List<SeenTarget> targets();

    /** Keeps what a model asks of a machine, instead of what was known by the same {@link ModelWork#key}. */
    void keepWork(ModelWork work);

    /** What is known of models' kernels, by model, inputs, engine and threads. Pruning takes none of it. */
    List<ModelWork> works();

    /**
     * Keeps what was predicted, but for what only repeats the newest prediction of its model, inputs, place and interval level. No
     * other answer of a history becomes another by it.
     */
    void keepPredictions(List<MadePrediction> predictions);

    /** What was predicted, the oldest first. Pruning takes none of it. */
    List<MadePrediction> predictions();

    /**
     * Keeps trainings, all or none of them. One whose key is there already is misuse: {@link IllegalArgumentException}. No other
     * answer of a history becomes another by it.
     */
    void keepTrainings(List<TrainingRun> runs);

    /** Which commands trained, the newest first. Pruning takes none of them. */
    List<TrainingHeading> trainings();

    /** What a command of {@link #trainings} trained, with every sample, in the order of their numbers; empty where there is none. */
    List<TrainingRun> training(String command);

    /**
     * Keeps what a command made of a model. One whose command is there already, or that contradicts itself, is misuse: {@link
     * IllegalArgumentException}. No other answer of a history becomes another by it.
     */
    void keepQuantization(QuantizationRun run);

    /** Which commands made models smaller, the newest first. Pruning takes none of them. */
    List<QuantizationHeading> quantizations();

    /** What a command of {@link #quantizations} made and measured, with every figure. */
    Optional<QuantizationRun> quantization(String command);

    /** Keeps rows of a coordinator's book, each in place of the one of its key, all or none; no key is twice among them. */
    void keepLedger(LedgerRows rows);

    /** Takes these runs' jobs out of a coordinator's book, with their tries: all, or none where it throws. */
    void forgetLedger(Collection<String> runs);

    /** The whole book of a coordinator, jobs in the order in which they came. Pruning takes none of it, and no export shows it. */
    LedgerRows ledger();

    /** The operators of each model by its SHA-256; cases of the operator conformance suites are left out. */
    Map<String, List<OperatorSignature>> modelOperators();

    /** What cases of one operator alone came to, first tries without a chain. */
    List<OperatorCases> operatorCases();

    /** Where the nodes of models ran that were right, the oldest first; conformance cases are left out. */
    List<Placement> placements();

    /**
     * Attempts of case runs without a chain, by run and place, the oldest first: those that were timed, and those that came to
     * another end than to succeed. Cases of the operator conformance suites are left out.
     */
    List<TimedAttempt> timedAttempts();

    /** How long a query may take that says nothing of it. */
    Duration QUERY_LIMIT = Duration.ofMinutes(1);

    /**
     * Answers one SQL statement over the history's tables; it cannot change them, nor read or write any other file.
     *
     * @param limit when it is stopped; seconds count
     * @throws dev.bascule.fallback.error.BasculeException USAGE_ERROR with the database's own words for bad SQL, for a statement
     *     that is no question, one that took longer, and an answer of more than {@value ReadOnlyQuery#MOST_VALUES} values
     */
    QueryResult query(String sql, Duration limit);

    /** The same, within {@link #QUERY_LIMIT}. */
    default QueryResult query(String sql) {
        return query(sql, QUERY_LIMIT);
    }

    @Override
    void close();
}
