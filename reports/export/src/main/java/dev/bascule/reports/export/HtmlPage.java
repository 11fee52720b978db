package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.advice.BestPlace;
import dev.bascule.reports.advice.FamilyAdvice;
import dev.bascule.reports.chart.ChartBook;
import dev.bascule.reports.chart.DistributionChart;
import dev.bascule.reports.chart.FlowChart;
import dev.bascule.reports.chart.MemoryChart;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.comparison.Regression;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.KnownFailure;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.rating.Assessment;
import dev.bascule.reports.rating.Rating;
import dev.bascule.reports.rating.ScoreTable;
import dev.bascule.reports.scenario.ScenarioTable;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the page's templates draw from.
 *
 * @param record the run
 * @param known what was expected of its cells
 * @param matrix its matrix, rows with something unexpected first
 * @param numbers each cell's number on the page, which its anchor is made of
 * @param comparison what it was held against, where it was
 * @param costs what fallbacks cost on other machines
 * @param charts those that the templates have placed so far
 * @param theme styles that come after the standard ones
 */
public record HtmlPage(
        RunRecord record,
        KnownFailures known,
        Matrix matrix,
        Map<MatrixCell, Integer> numbers,
        Optional<ComparisonReport> comparison,
        ElsewhereCosts costs,
        ChartBook charts,
        String theme) {

    /** More names than this are told only to who asks. */
    public static final int NAMES = 12;

    /** More cells than this are too many to open one by one: a plain pass among them tells nothing that the matrix does not. */
    private static final int MANY = 500;

    static HtmlPage of(
            RunRecord record,
            KnownFailures known,
            Optional<ComparisonReport> comparison,
            ElsewhereCosts costs,
            String theme) {
        Matrix matrix = ExpectedText.ordered(Matrix.of(record), known);
        // By identity: equal cells of two columns are two places on the page.
        Map<MatrixCell, Integer> numbers = new IdentityHashMap<>();
        matrix.inOrder().forEach(cell -> numbers.put(cell, numbers.size() + 1));
        return new HtmlPage(record, known, matrix, numbers, comparison, costs, new ChartBook(), theme);
    }

    public String anchor(MatrixCell cell) {
        return "cell-" + numbers.get(cell);
    }

    /** Where a cell's details are; null where it has none, for which the template leaves the attribute out. */
    public @Nullable String link(MatrixCell cell) {
        return isDetailed(cell) ? "#" + anchor(cell) : null;
    }

    /** Whether a cell has details of its own on the page; of very many cells only those that are no plain pass. */
    public boolean isDetailed(MatrixCell cell) {
        return numbers.size() <= MANY
                || cell.verdict() != Verdict.PASS
                || known(cell).isPresent()
                || !cell.merged().isEmpty()
                || cell.summary().isPresent();
    }

    /** Rows with a cell that has details. */
    public List<Matrix.Row> detailedRows() {
        return matrix.rows().stream()
                .filter(row -> matrix.columns().stream()
                        .flatMap(column -> matrix.cell(row, column).stream())
                        .anyMatch(this::isDetailed))
                .toList();
    }

    /** How many cells have no details. */
    public long undetailed() {
        return numbers.keySet().stream().filter(cell -> !isDetailed(cell)).count();
    }

    /** Rows worth a look: in a matrix of very many cells not those that are a plain pass from end to end. */
    public List<Matrix.Row> notableRows() {
        return matrix.rows().stream().filter(row -> !isPlain(row)).toList();
    }

    /** The others, of which there is no more to say than that they passed. */
    public List<Matrix.Row> plainRows() {
        return matrix.rows().stream().filter(this::isPlain).toList();
    }

    private boolean isPlain(Matrix.Row row) {
        return numbers.size() > MANY && cells(row).stream().noneMatch(this::isDetailed);
    }

    private List<MatrixCell> cells(Matrix.Row row) {
        return matrix.columns().stream()
                .flatMap(column -> matrix.cell(row, column).stream())
                .toList();
    }

    /** The verdicts of a row, each once, divided by spaces. */
    public String verdicts(Matrix.Row row) {
        return cells(row).stream().map(cell -> cell.verdict().name()).distinct().collect(Collectors.joining(" "));
    }

    /** Where each model runs best; nothing of conformance cases, which are no models that somebody runs. */
    public List<BestPlace> best() {
        return matrix.holdsCases() ? List.of() : BestPlace.of(matrix);
    }

    /** Where the models of each family run best. */
    public List<FamilyAdvice> advice() {
        return matrix.holdsCases() ? List.of() : FamilyAdvice.of(matrix);
    }

    /** Scores of targets and families; nothing of conformance cases, of which nothing is timed. */
    public Optional<ScoreTable> ratings() {
        return Optional.of(ScoreTable.of(CaseResult.allOf(record)))
                .filter(table -> isScored() && !table.overall().isEmpty());
    }

    /** A score with its interval: {@code 74 (70–76)}, starred where that rests on an assumption. */
    public static String points(Assessment score) {
        return score.figures();
    }

    /** The class of a rating's chip. */
    public static String tone(Rating rating) {
        return switch (rating) {
            case HIGH -> "good";
            case MEDIUM, LOW -> "fair";
            case NONE -> "bad";
        };
    }

    /** What a reader is to know first: failures and surprises, those of the most models first. */
    public List<Explanation> worst() {
        return explanations(Explanation.Rank.UNEXPECTED).stream()
                .sorted(Comparator.comparingInt(
                        (Explanation each) -> -each.models().size()))
                .toList();
    }

    /** What the first screen says of the whole. */
    public RunOverview glance() {
        return RunOverview.of(record, known, !worst().isEmpty(), comparison);
    }

    /** What became worse than in the baseline, all of it. */
    public List<Regression> regressions() {
        return comparison.map(Regression::of).orElse(List.of());
    }

    /** A column's cells by verdict as shares of the whole, for a bar. */
    public List<VerdictShare> shares(Matrix.Column column) {
        return VerdictShare.of(matrix.counts(column));
    }

    /** How many cells of a column are right. */
    public int right(Matrix.Column column) {
        return matrix.counts(column).entrySet().stream()
                .filter(entry -> entry.getKey().isRight())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** How many cells a column has. */
    public int all(Matrix.Column column) {
        return matrix.counts(column).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** Why a cell is what it is, in a line; null for a plain pass, for which the template leaves the attribute out. */
    public @Nullable String reason(MatrixCell cell) {
        return cell.verdict() == Verdict.PASS
                ? null
                : cell.decisive()
                        .failure()
                        .map(Failure::message)
                        .orElseGet(() -> Explanation.of(cell.run()).what());
    }

    /** Whether any cell had a chain to fall back on, or fell back. */
    public boolean hasFallbacks() {
        return !fallbacks().isEmpty() || FlowChart.of(record.runs()).isPresent();
    }

    /** All cells by verdict. */
    public List<VerdictShare> shares() {
        return VerdictShare.of(verdicts());
    }

    /** Rows of which there is something to draw. */
    public List<Matrix.Row> timedRows() {
        return matrix.rows().stream()
                .filter(row -> DistributionChart.of(matrix, row).isPresent())
                .toList();
    }

    /** Rows whose memory was read somewhere. */
    public List<Matrix.Row> memoryRows() {
        return matrix.rows().stream().filter(row -> memory(row).isPresent()).toList();
    }

    /** What a model needs on each target; empty where nobody read it. */
    public Optional<MemoryChart> memory(Matrix.Row row) {
        return MemoryChart.of(matrix, row, tensors(row.model().name()));
    }

    /** What a model's tensors need at batch 1 by their shapes, where a batch search computed it. */
    private Optional<Long> tensors(String model) {
        return record.scenarios().stream()
                .filter(run -> run.modelName().equals(model))
                .flatMap(run -> run.observed().figures().stream())
                .filter(figure -> figure.name().equals("estimated tensors: batch 1"))
                .flatMap(figure -> figure.value().stream())
                .map(Double::longValue)
                .findFirst();
    }

    /** The page's script. */
    public String script() {
        return PageScript.TEXT;
    }

    /** What the page may do: its own script and styles, and nothing from anywhere else. */
    public String contentSecurityPolicy() {
        return PageScript.CONTENT_SECURITY_POLICY;
    }

    /** Verdicts that occur, with their counts, best first. */
    public Map<Verdict, Integer> verdicts() {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        record.runs().forEach(run -> counts.merge(run.verdict(), 1, Integer::sum));
        return counts;
    }

    public Duration elapsed() {
        return record.times().took();
    }

    public List<Explanation> explanations() {
        return Explanation.of(matrix, known, costs);
    }

    /** Those of a rank. */
    public List<Explanation> explanations(Explanation.Rank rank) {
        return explanations().stream().filter(each -> each.rank() == rank).toList();
    }

    /** What was expected of the cells in a line; empty where nothing was. */
    public String expectations() {
        return ExpectedText.tally(record, known);
    }

    /** What was expected of a cell, where that needs saying: of the runs that it stands for, the unexpected one first. */
    public Optional<KnownFailure> known(MatrixCell cell) {
        return ExpectedText.of(cell, known);
    }

    /** Why some cells are empty; nothing where none is for that reason. */
    public String foreign() {
        return ForeignCells.text(matrix);
    }

    public List<Selection.Unread> unread() {
        return record.extent().unread();
    }

    /** The models that the network brought for this run. */
    public List<ModelSupply> downloads() {
        return ModelDownloads.of(record);
    }

    /** What failed beside the cells. */
    public List<CollectedError> elsewhere() {
        return elsewhere(record);
    }

    static List<CollectedError> elsewhere(RunRecord record) {
        return record.errors().stream()
                .filter(error -> !error.place().isShownElsewhere())
                .toList();
    }

    public List<CaseRun> fallbacks() {
        return record.runs().stream()
                .filter(run -> MatrixCell.reached(run).isPresent())
                .toList();
    }

    public List<TimeShare> time() {
        return TimeShare.of(record);
    }

    /** Whether scores are this page's matter; of conformance cases nothing is timed, and nothing scored. */
    public boolean isScored() {
        return !matrix.holdsCases();
    }

    public Optional<ScoreExample> example() {
        return ScoreExample.of(matrix);
    }

    public List<Target> targets() {
        return Stream.concat(
                        tries().map(made -> made.attempt().target()),
                        record.scenarios().stream().map(ScenarioRun::target))
                .distinct()
                .toList();
    }

    private Stream<NumberedAttempt> tries() {
        return record.runs().stream().flatMap(run -> NumberedAttempt.allOf(run).stream());
    }

    /** Scenarios side by side, a table for each. */
    public List<ScenarioTable> scenarios() {
        return ScenarioTable.allOf(record.scenarios());
    }

    /** The anchor of a scenario's run. */
    public String anchor(ScenarioRun run) {
        for (int i = 0; i < record.scenarios().size(); i++) {
            if (record.scenarios().get(i) == run) {
                return "scenario-" + (i + 1);
            }
        }
        throw new IllegalArgumentException("a scenario of another run: " + run.scenario());
    }

    /** An earlier figure of the run that is made of the same readings, so that these need not stand there twice. */
    public static Optional<Figure> sameSamples(ScenarioRun run, Figure figure) {
        return run.observed().figures().stream()
                .takeWhile(earlier -> earlier != figure)
                .filter(earlier -> earlier.samples().size() > 1)
                .filter(earlier -> earlier.unit().equals(figure.unit())
                        && earlier.samples().equals(figure.samples()))
                .findFirst();
    }

    /** Error codes that occurred, with how often, worst severity first. */
    public Map<ErrorCode, Integer> errors() {
        Map<ErrorCode, Integer> counts = new java.util.TreeMap<>(
                Comparator.comparing(ErrorCode::severity).thenComparing(code -> code));
        Stream.concat(
                        tries().flatMap(made -> made.attempt().failure().stream()),
                        record.scenarios().stream().flatMap(run -> run.failure().stream()))
                .forEach(failure -> counts.merge(failure.code(), 1, Integer::sum));
        return counts;
    }

    /** The shade of a cell: what happened, and for a right one how high it scored. The verdict's word says it as well. */
    public String shade(MatrixCell cell) {
        Optional<KnownFailure> expected = known(cell);
        if (expected.isPresent()) {
            return expected.get().holds() ? "none" : "bad";
        }
        if (cell.verdict().isFailure()) {
            return "bad";
        }
        return cell.verdict().isRight()
                ? cell.score()
                        .map(score -> "good" + Math.min(4, score.value() / 20))
                        .orElse("good0")
                : "none";
    }

    /** A sign for a verdict, for those who do not see its colour. */
    public static String sign(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "✓";
            case PARTIAL -> "◑";
            case FELL_BACK -> "↷";
            case SKIPPED -> "–";
            case UNSUPPORTED -> "∅";
            case FLAKY -> "≈";
            case TIMED_OUT -> "…";
            case FAILED, WRONG, CRASHED -> "✗";
        };
    }

    /** The class of the chip of a cell's verdict. */
    public static String tone(Verdict verdict, Optional<KnownFailure> expected) {
        return expected.map(known -> known.holds() ? "none" : "bad").orElseGet(() -> tone(verdict));
    }

    /** The class of a verdict's chip. */
    public static String tone(Verdict verdict) {
        return verdict.isFailure() ? "bad" : verdict == Verdict.PASS ? "good" : verdict.isRight() ? "fair" : "none";
    }
}
