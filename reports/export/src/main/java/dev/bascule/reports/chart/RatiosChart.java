package dev.bascule.reports.chart;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.RowCells;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scoring.RelativeSpeed;
import dev.bascule.reports.scoring.RelativeSpeed.Basis;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many times as long as a base, a row each with its 95 % interval.
 *
 * @param base what the ratios are to, in words
 * @param rows at least one
 */
public record RatiosChart(String base, List<Row> rows) implements ChartData {
    private static final String RATIO = "ratio: ";

    public RatiosChart {
        rows = List.copyOf(rows);
    }

    /**
     * @param label what is held against the base
     * @param ratio above 0; above 1 is slower
     * @param ends 95 % interval, where there is one
     * @param beside what else is known of it; blank where nothing is
     */
    public record Row(String label, double ratio, Optional<Interval> ends, String beside) {}

    /** A precision search or levels of optimization; empty for anything else, or without a ratio. */
    public static Optional<RatiosChart> of(ScenarioRun run) {
        String base = switch (run.scenario()) {
            case "precision-search" -> "the model's own precision";
            case "optimization-levels" -> "no optimization";
            default -> "";
        };
        List<Row> rows = run.observed().figures().stream()
                .filter(figure -> figure.name().startsWith(RATIO))
                .filter(figure -> figure.value().filter(value -> value > 0).isPresent())
                .map(figure -> row(figure, run))
                .toList();
        return base.isEmpty() || rows.isEmpty() ? Optional.empty() : Optional.of(new RatiosChart(base, rows));
    }

    private static Row row(Figure ratio, ScenarioRun run) {
        String label = ratio.name().substring(RATIO.length());
        String error = run.observed().figures().stream()
                .filter(figure -> figure.name().equals("error: " + label))
                .findFirst()
                .map(figure -> "error " + FigureText.of(figure))
                .orElse("");
        return new Row(label, ratio.value().orElseThrow(), ratio.interval(), error);
    }

    /** A model's targets against the native CPU; empty where none but the CPU itself was compared. */
    public static Optional<RatiosChart> of(Matrix matrix, Matrix.Row row) {
        List<Row> rows = RowCells.of(matrix, row).stream()
                .flatMap(named -> named.cell().relative().stream()
                        .filter(speed -> speed.basis() != Basis.IS_THE_BASELINE)
                        .map(speed -> new Row(named.label(), speed.ratio(), speed.ci95(), basis(speed))))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new RatiosChart("native CPU", rows));
    }

    /** A run's cases against its baseline; empty where none could be estimated. */
    public static Optional<RatiosChart> of(ComparisonReport comparison) {
        List<Row> rows = comparison.cases().stream()
                .flatMap(one -> one.estimate().stream()
                        .map(estimate -> new Row(
                                one.subject().label() + ", " + one.subject().candidate(),
                                estimate.ratio(),
                                Optional.of(estimate.ci95()),
                                one.judgement().regression()
                                        ? "regression"
                                        : one.judgement().finding().words())))
                .toList();
        return rows.isEmpty() ? Optional.empty() : Optional.of(new RatiosChart("baseline", rows));
    }

    private static String basis(RelativeSpeed speed) {
        return speed.basis() == Basis.INTERLEAVED ? "" : "of medians";
    }

    /** What it shows, in words. */
    public String caption() {
        return "Time of an inference against %s, with 95 %% interval where it was measured in turn, on a logarithmic axis; left of the dashed line is faster: ● a ratio of at most 1, ◆ above it."
                .formatted(base);
    }

    @Override
    public String kind() {
        return "ratios";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .with("base", base)
                .with("rows", rows.stream().map(RatiosChart::fields).toList())
                .all();
    }

    private static Map<String, Object> fields(Row row) {
        Fields fields = new Fields()
                .with("label", row.label())
                .with("ratio", row.ratio())
                .withEnds(row.ends());
        return (row.beside().isEmpty() ? fields : fields.with("beside", row.beside())).all();
    }
}
