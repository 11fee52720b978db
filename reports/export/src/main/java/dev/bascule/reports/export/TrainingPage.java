package dev.bascule.reports.export;

import dev.bascule.reports.chart.ChartBook;
import dev.bascule.reports.chart.LinesChart;
import dev.bascule.reports.chart.LinesChart.Line;
import dev.bascule.reports.chart.LinesChart.Point;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.training.HeldOut;
import dev.bascule.reports.training.LayerGradient;
import dev.bascule.reports.training.Thinned;
import dev.bascule.reports.training.TrainingFindings.Checks;
import dev.bascule.reports.training.TrainingRun;
import dev.bascule.reports.training.TrainingStep;
import dev.bascule.reports.training.TrainingTask;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The trainings of one command as a self-contained page: curves, verdicts with what they rest on, gradients by layer. It needs no
 * network, and every figure but the curves' points is readable without its script.
 *
 * @param runs at least one, all of one task but for seeds
 * @param classes what the last parameters of each say of the held-out samples, class by class; none where nobody kept it
 * @param absent backends that are not here, and why
 * @param notes on the data
 * @param writtenAt when
 * @param charts what its script draws
 */
public record TrainingPage(
        List<TrainingRun> runs,
        List<ClassAnswers> classes,
        List<Absent> absent,
        List<String> notes,
        Instant writtenAt,
        ChartBook charts) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    /** Points of a line; more show nothing more on paper or screen. */
    private static final int MOST_POINTS = 2_000;

    /** A backend that is not here, and why. */
    public record Absent(String backend, String why) {}

    /**
     * Of one training.
     *
     * @param number of it
     * @param rows a class each
     */
    public record ClassAnswers(int number, List<Row> rows) {
        /**
         * @param right answers
         * @param of samples
         * @param mistaken for which class most often, with how many; empty where none was
         */
        public record Row(String name, int right, int of, Optional<String> mistaken) {}

        public ClassAnswers {
            rows = List.copyOf(rows);
        }
    }

    public TrainingPage {
        runs = List.copyOf(runs);
        classes = List.copyOf(classes);
        absent = List.copyOf(absent);
        notes = List.copyOf(notes);
    }

    public static String render(
            List<TrainingRun> runs,
            List<ClassAnswers> classes,
            List<Absent> absent,
            List<String> notes,
            Instant writtenAt) {
        StringOutput out = new StringOutput(1 << 16);
        TEMPLATES.render(
                "training/page.jte", new TrainingPage(runs, classes, absent, notes, writtenAt, new ChartBook()), out);
        return out.toString();
    }

    /** Only the page's own script may run, and nothing may be fetched. */
    public String contentSecurityPolicy() {
        return PageScript.CONTENT_SECURITY_POLICY;
    }

    public String script() {
        return PageScript.TEXT;
    }

    public TrainingTask task() {
        return runs.get(0).task();
    }

    /** Losses of every target and seed. */
    public Optional<LinesChart> losses() {
        boolean log = runs.stream().flatMap(run -> run.steps().stream()).allMatch(step -> step.loss() > 0);
        return chart("Loss", "1", log, run -> stepPoints(run, step -> OptionalDouble.of(step.loss())));
    }

    public Optional<LinesChart> accuracies() {
        return chart(
                "Accuracy on held-out data",
                "1",
                false,
                run -> run.evaluations().stream()
                        .map(look -> new Point(look.step(), look.accuracy()))
                        .toList());
    }

    /** Of those that are right: of others speed has no meaning. */
    public Optional<LinesChart> stepTimes() {
        return chart(
                "Time of a step",
                "ms",
                false,
                run -> run.found().verdict().isRight() ? stepPoints(run, TrainingStep::stepMillis) : List.of());
    }

    /** What a caption says where not every point is drawn; empty where each is. */
    public String thinned() {
        int every = runs.stream()
                .mapToInt(run -> Thinned.every(run.steps().size(), MOST_POINTS))
                .max()
                .orElse(1);
        return every == 1 ? "" : "; of long runs up to one step in %d is drawn".formatted(every);
    }

    private Optional<LinesChart> chart(
            String name, String unit, boolean log, Function<TrainingRun, List<Point>> points) {
        List<Line> lines = runs.stream()
                .map(run -> new Line(label(run), points.apply(run)))
                .filter(line -> !line.points().isEmpty())
                .toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new LinesChart(
                        name,
                        "step",
                        unit,
                        log,
                        log ? OptionalDouble.empty() : OptionalDouble.of(0),
                        OptionalDouble.empty(),
                        lines));
    }

    private static List<Point> stepPoints(TrainingRun run, Function<TrainingStep, OptionalDouble> value) {
        return Thinned.of(run.steps(), MOST_POINTS).stream()
                .flatMap(step -> value.apply(step).stream().mapToObj(known -> new Point(step.number(), known)))
                .toList();
    }

    /** A training's number with its words. */
    public static String label(TrainingRun run) {
        return "[%d] %s, seed %d"
                .formatted(run.key().number(), run.place().words(), run.task().seed());
    }

    public static String failed(TrainingRun run) {
        return run.isThrough() ? "made all steps, and failed" : "did not get through";
    }

    /** With the digit that tells runs apart, as the command's text has it. */
    public static String accuracy(HeldOut look) {
        return Figures.accuracy(look.accuracy(), look.interval());
    }

    /** Of a class. */
    public static String recall(ClassAnswers.Row row) {
        return row.of() == 0 ? "–" : Figures.percent((double) row.right() / row.of());
    }

    /** A training's number with its words. */
    public String label(int number) {
        return runs.stream()
                .filter(run -> run.key().number() == number)
                .map(TrainingPage::label)
                .findFirst()
                .orElse("[%d]".formatted(number));
    }

    public static String median(TrainingRun run) {
        return run.found().verdict().isRight() && !run.stepTimes().isEmpty()
                ? Figures.millis(run.stepTimes().median())
                : "–";
    }

    public static String lastLoss(TrainingRun run) {
        return run.steps().isEmpty()
                ? "–"
                : Figures.significant(run.steps().get(run.steps().size() - 1).loss());
    }

    public static String furthest(TrainingRun run) {
        return run.furthest().isPresent() ? Figures.sigma(run.furthest().getAsDouble()) : "–";
    }

    /** Of one layer. */
    public static String difference(LayerGradient layer) {
        return layer.difference().isPresent()
                ? Figures.scientific(layer.difference().getAsDouble())
                : "–";
    }

    /** How it agrees with native CPU, and with itself. */
    public static String likeNative(Checks checks) {
        return checks.likeNative()
                .map(kind -> kind.name().toLowerCase(Locale.ROOT)
                        + (checks.apart().isPresent()
                                ? " (%s)"
                                        .formatted(Figures.scientific(
                                                checks.apart().getAsDouble()))
                                : "")
                        + (checks.firstOther().isPresent()
                                ? ", other bits from step "
                                        + checks.firstOther().getAsInt()
                                : ""))
                .orElse("–");
    }

    public static String same(Optional<Boolean> again) {
        return again.map(bitwise -> bitwise ? "bitwise" : "other").orElse("–");
    }
}
