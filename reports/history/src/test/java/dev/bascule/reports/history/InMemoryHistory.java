package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.reports.matrix.ActualPlacement;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellKey;
import dev.bascule.reports.matrix.CellPlace;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.TrainingRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A history that ends with its process. Thread-safe. */
public final class InMemoryHistory implements History {
    private static final Comparator<RunRecord> NEWEST_FIRST = Comparator.comparing(
                    (RunRecord run) -> run.times().startedAt())
            .thenComparing(RunRecord::id)
            .reversed();

    private final List<RunRecord> runs = new ArrayList<>();
    private final Map<ModelWork.Key, ModelWork> works = new HashMap<>();
    private final List<MadePrediction> predictions = new ArrayList<>();
    private final Map<TrainingRun.Key, TrainingRun> trainings = new TreeMap<>();
    private final Map<String, QuantizationRun> quantizations = new TreeMap<>();
    private final Map<String, LedgerRows.Job> jobs = new HashMap<>();
    private final Map<String, LedgerRows.Attempt> ledgered = new TreeMap<>();
    private final Map<String, LedgerRows.Member> members = new TreeMap<>();

    /** The runs in a database, as long as they are these: each question would else make its own. */
    private Optional<DuckDbHistory> copy = Optional.empty();

    private record Cell(String machine, CellKey key) {}

    private record Origin(String run, boolean neverBegan) {}

    @Override
    public synchronized void append(RunRecord run) {
        if (runs.stream().anyMatch(known -> known.id().equals(run.id()))) {
            throw new IllegalArgumentException("the history already has a run " + run.id());
        }
        forgetCopy();
        runs.add(0, run);
        runs.sort(NEWEST_FIRST);
    }

    @Override
    public int appendAll(Iterable<RunRecord> many) {
        int added = 0;
        // Not synchronized as a whole: whoever makes the runs may take their time.
        for (RunRecord run : many) {
            append(run);
            added++;
        }
        return added;
    }

    @Override
    public synchronized List<RunHeading> runs(RunFilter filter) {
        return passing(filter).stream().map(RunHeading::of).toList();
    }

    private List<RunRecord> passing(RunFilter filter) {
        return runs.stream()
                .filter(run -> filter.passes(RunHeading.of(run)))
                .limit(filter.limit())
                .toList();
    }

    @Override
    public synchronized Optional<RunRecord> find(String idOrPrefix) {
        List<RunRecord> matching =
                runs.stream().filter(run -> run.id().startsWith(idOrPrefix)).toList();
        return matching.stream()
                .filter(run -> run.id().equals(idOrPrefix) || matching.size() == 1)
                .findFirst();
    }

    @Override
    public synchronized List<CaseResult> latestCells(RunFilter filter) {
        List<CaseResult> all = passing(filter).stream()
                .flatMap(run -> CaseResult.allOf(run).stream())
                .filter(caseResult -> caseResult.run().verdict() != Verdict.SKIPPED)
                .toList();
        Map<Cell, Origin> newest = new HashMap<>();
        all.stream()
                .filter(CaseResult::isTelling)
                .forEach(caseResult -> newest.putIfAbsent(cell(caseResult), of(caseResult)));
        all.forEach(caseResult -> newest.putIfAbsent(cell(caseResult), of(caseResult)));
        return all.stream()
                .filter(caseResult -> of(caseResult).equals(newest.get(cell(caseResult))))
                .map(caseResult -> caseResult.afterThose(all))
                .toList();
    }

    private static Cell cell(CaseResult caseResult) {
        return new Cell(caseResult.machine().fingerprint(), CellKey.of(caseResult.run()));
    }

    private static Origin of(CaseResult caseResult) {
        return new Origin(caseResult.runId(), caseResult.run().neverBegan());
    }

    @Override
    public synchronized MatrixPage matrixPage(MatrixQuery query) {
        List<RunRecord> ofAnySuite = runs.stream()
                .filter(run -> query.runs()
                        .since()
                        .map(since -> !run.times().startedAt().isBefore(since))
                        .orElse(true))
                .filter(run -> query.runs()
                        .until()
                        .map(run.times().startedAt()::isBefore)
                        .orElse(true))
                .toList();
        List<RunRecord> chosen = ofAnySuite.stream()
                .filter(run -> query.runs()
                        .suite()
                        .map(run.invocation().suite()::equals)
                        .orElse(true))
                .toList();
        return new MemoryMatrix(query, MemoryMatrix.newest(chosen)).page(ofAnySuite);
    }

    @Override
    public synchronized List<SeriesPoint> series(CellPlace place) {
        List<SeriesPoint> points = new ArrayList<>();
        for (RunRecord run : runs) {
            PlacedCell.of(run).stream()
                    .map(PlacedCell::cell)
                    .filter(cell -> cell.place().equals(place))
                    .forEach(cell -> points.add(point(run, cell)));
        }
        points.sort(Comparator.comparing((SeriesPoint point) -> point.cell().startedAt())
                .thenComparing(point -> point.cell().caseRun().runId()));
        return points;
    }

    private static SeriesPoint point(RunRecord run, CellSummary cell) {
        Attempt decisive = run.runs().get(cell.caseRun().position()).decisive();
        return new SeriesPoint(
                cell,
                run.invocation().suite(),
                cell.time()
                        .flatMap(any -> decisive.measured().timing())
                        .map(Timing::measured)
                        .orElse(Samples.NONE),
                decisive.target(),
                ActualPlacement.of(
                        decisive.target(),
                        cell.proof(),
                        cell.actual(),
                        decisive.evidence().deviceType(),
                        decisive.evidence().software()),
                MeasurementKey.of(run.runs().get(cell.caseRun().position()).caseId(), decisive),
                run.machine().parts().map(parts -> parts.software()).orElse(Collections.emptySortedMap()),
                run.runs().get(cell.caseRun().position()).conditions());
    }

    @Override
    public synchronized Optional<CaseResult> caseRun(CaseRunRef ref) {
        return runs.stream()
                .filter(run -> run.id().equals(ref.runId()))
                .flatMap(run ->
                        CaseResult.allOf(run).stream().skip(ref.position()).limit(1))
                .findFirst();
    }

    @Override
    public synchronized List<CaseResult> strictCells(Set<String> models) {
        Map<Cell, Integer> seen = new HashMap<>();
        List<CaseResult> cells = new ArrayList<>(runs.stream()
                .flatMap(run -> CaseResult.allOf(run).stream())
                .filter(cell -> models.contains(cell.run().model().sha256())
                        && cell.run().chain().isStrict()
                        && NumberedAttempt.allOf(cell.run()).stream()
                                .anyMatch(made ->
                                        made.attempt().measured().timing().isPresent()))
                .filter(cell -> seen.merge(cell(cell), 1, Integer::sum) <= NEWEST_STRICT)
                .map(cell ->
                        new CaseResult(cell.runId(), cell.startedAt(), cell.machine(), cell.run(), Optional.empty()))
                .toList());
        cells.sort(Comparator.comparing(CaseResult::startedAt).thenComparing(CaseResult::runId));
        return List.copyOf(cells);
    }

    @Override
    public synchronized void keepWork(ModelWork work) {
        works.put(work.key(), work);
    }

    @Override
    public synchronized void keepPredictions(List<MadePrediction> made) {
        predictions.addAll(PredictionTable.fresh(predictions(), made));
    }

    @Override
    public synchronized List<MadePrediction> predictions() {
        return predictions.stream()
                .sorted(Comparator.comparing(MadePrediction::at)
                        .thenComparing(MadePrediction::maker)
                        .thenComparing(one -> one.subject().model())
                        .thenComparing(one -> one.place().target()))
                .toList();
    }

    @Override
    public synchronized void keepTrainings(List<TrainingRun> runs) {
        TrainingTables.refuseKnown(runs, trainings.keySet());
        runs.forEach(run -> trainings.put(run.key(), run));
    }

    @Override
    public synchronized List<TrainingHeading> trainings() {
        return trainings.values().stream()
                .collect(Collectors.groupingBy(run -> run.key().command(), TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(runs -> new TrainingHeading(
                        runs.get(0).key().command(),
                        runs.get(0).at(),
                        runs.get(0).task().network(),
                        runs.get(0).task().data().name(),
                        runs.get(0).task().optimizer().name(),
                        runs.stream()
                                .map(run -> run.place().backend())
                                .distinct()
                                .toList(),
                        runs.stream().map(run -> run.found().verdict()).toList(),
                        accuracies(runs),
                        runs.stream().anyMatch(TrainingRun::imported)))
                .sorted(Comparator.comparing(TrainingHeading::at)
                        .thenComparing(TrainingHeading::command)
                        .reversed())
                .toList();
    }

    private static Optional<TrainingHeading.Accuracies> accuracies(List<TrainingRun> runs) {
        DoubleSummaryStatistics all = runs.stream()
                .filter(run -> run.found().verdict().isRight())
                .flatMap(run -> run.last().stream())
                .mapToDouble(HeldOut::accuracy)
                .summaryStatistics();
        return all.getCount() == 0
                ? Optional.empty()
                : Optional.of(new TrainingHeading.Accuracies(all.getMin(), all.getMax()));
    }

    @Override
    public synchronized List<TrainingRun> training(String command) {
        return trainings.values().stream()
                .filter(run -> run.key().command().equals(command))
                .toList();
    }

    @Override
    public synchronized void keepQuantization(QuantizationRun run) {
        QuantizationTables.refuseContradiction(run);
        QuantizationTables.refuseKnown(run, quantizations.containsKey(run.command()));
        quantizations.put(run.command(), run);
    }

    @Override
    public synchronized List<QuantizationHeading> quantizations() {
        return quantizations.values().stream()
                .map(run -> new QuantizationHeading(
                        run.command(),
                        run.at(),
                        run.model().name(),
                        run.data().name(),
                        (int) run.variants().stream()
                                .skip(1)
                                .filter(each -> each.file().isPresent())
                                .count(),
                        run.targets().stream()
                                .map(each -> new QuantizationHeading.Target(
                                        each.target(),
                                        each.advice().variant(),
                                        each.advice().keeps()))
                                .toList(),
                        run.interrupted(),
                        run.imported()))
                .sorted(Comparator.comparing(QuantizationHeading::at)
                        .thenComparing(QuantizationHeading::command)
                        .reversed())
                .toList();
    }

    @Override
    public synchronized Optional<QuantizationRun> quantization(String command) {
        return Optional.ofNullable(quantizations.get(command));
    }

    @Override
    public synchronized void keepLedger(LedgerRows rows) {
        rows.jobs().forEach(job -> jobs.put(job.id(), job));
        rows.attempts().forEach(one -> ledgered.put("%s %09d".formatted(one.job(), one.number()), one));
        rows.members().forEach(member -> members.put(member.id(), member));
    }

    @Override
    public synchronized void forgetLedger(Collection<String> runs) {
        List<String> gone = jobs.values().stream()
                .filter(job -> runs.contains(job.run()))
                .map(LedgerRows.Job::id)
                .toList();
        jobs.keySet().removeAll(gone);
        ledgered.values().removeIf(attempt -> gone.contains(attempt.job()));
    }

    @Override
    public synchronized LedgerRows ledger() {
        return new LedgerRows(
                jobs.values().stream()
                        .sorted(Comparator.comparing(LedgerRows.Job::submitted)
                                .thenComparing(LedgerRows.Job::run)
                                .thenComparing(LedgerRows.Job::number))
                        .toList(),
                List.copyOf(ledgered.values()),
                List.copyOf(members.values()));
    }

    @Override
    public synchronized List<ModelWork> works() {
        return works.values().stream()
                .sorted(Comparator.comparing(ModelWork::model)
                        .thenComparing(ModelWork::inputs)
                        .thenComparing(work -> work.engine().name())
                        .thenComparing(work -> work.engine().version())
                        .thenComparing(work -> work.engine().build().orElse(""))
                        .thenComparing(ModelWork::threads))
                .toList();
    }

    @Override
    public synchronized Map<String, List<OperatorSignature>> modelOperators() {
        return MemoryOperators.ofModels(runs);
    }

    @Override
    public synchronized List<OperatorCases> operatorCases() {
        return MemoryOperators.cases(runs);
    }

    @Override
    public synchronized List<Placement> placements() {
        return MemoryOperators.placements(runs);
    }

    @Override
    public synchronized List<TimedAttempt> timedAttempts() {
        List<RunRecord> oldestFirst = new ArrayList<>(runs);
        Collections.reverse(oldestFirst);
        return MemoryAttempts.of(oldestFirst.stream());
    }

    @Override
    public synchronized List<SeenMachine> machines() {
        Map<String, List<RunRecord>> byMachine = new LinkedHashMap<>();
        runs.forEach(run -> byMachine
                .computeIfAbsent(run.machine().fingerprint(), key -> new ArrayList<>())
                .add(run));
        return byMachine.values().stream()
                .map(newestFirst -> new SeenMachine(
                        newestFirst.get(0).machine(),
                        newestFirst.get(newestFirst.size() - 1).times().startedAt(),
                        newestFirst.get(0).times().startedAt(),
                        newestFirst.size()))
                .sorted(Comparator.comparing(SeenMachine::lastSeen)
                        .reversed()
                        .thenComparing(seen -> seen.machine().fingerprint()))
                .toList();
    }

    private record Tried(String machine, Target target) {}

    @Override
    public synchronized List<SeenTarget> targets() {
        Map<Tried, List<SeenTarget>> seen = new LinkedHashMap<>();
        for (RunRecord run : runs) {
            Set<MeasurementKey> counted = new HashSet<>();
            run.runs().stream()
                    .flatMap(each -> NumberedAttempt.allOf(each).stream()
                            .map(NumberedAttempt::attempt)
                            .filter(attempt -> counted.add(MeasurementKey.of(each.caseId(), attempt))))
                    .forEach(attempt -> seen.computeIfAbsent(
                                    new Tried(run.machine().fingerprint(), attempt.target()), key -> new ArrayList<>())
                            .add(new SeenTarget(
                                    run.machine().fingerprint(),
                                    attempt.target(),
                                    run.times().startedAt(),
                                    run.times().startedAt(),
                                    Map.of(attempt.outcome(), 1))));
        }
        return seen.values().stream()
                .map(InMemoryHistory::together)
                .sorted(SeenTarget.ORDER)
                .toList();
    }

    /** Runs are kept newest first. */
    private static SeenTarget together(List<SeenTarget> newestFirst) {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        newestFirst.forEach(seen -> seen.outcomes().forEach((outcome, n) -> outcomes.merge(outcome, n, Integer::sum)));
        SeenTarget newest = newestFirst.get(0);
        return new SeenTarget(
                newest.machine(),
                newest.target(),
                newestFirst.get(newestFirst.size() - 1).firstSeen(),
                newest.lastSeen(),
                outcomes);
    }

    /** Copies the runs into a database without a file, which takes a second or two, and asks that. */
    @Override
    public synchronized QueryResult query(String sql, Duration limit) {
        DuckDbHistory asked = copy.orElseGet(() -> {
            DuckDbHistory made = DatabaseInMemory.history();
            runs.forEach(made::append);
            return made;
        });
        copy = Optional.of(asked);
        return asked.query(sql, limit);
    }

    private void forgetCopy() {
        copy.ifPresent(DuckDbHistory::close);
        copy = Optional.empty();
    }

    @Override
    public synchronized void close() {
        forgetCopy();
    }
}
