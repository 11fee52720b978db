package dev.bascule.reports.export;

import dev.bascule.reports.chart.BarsChart;
import dev.bascule.reports.chart.ChartBook;
import dev.bascule.reports.chart.FrontChart;
import dev.bascule.reports.chart.HistogramChart;
import dev.bascule.reports.chart.LayerCharts;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.quantization.ChangedLayer;
import dev.bascule.reports.quantization.Estimate;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.quantization.SmallerModel;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a command made of a model as a self-contained page: fronts, advice, variants, layers. It needs no network, and every figure of its
 * charts stands in a table as well.
 *
 * @param run what is shown
 * @param absent backends that are not here, and why
 * @param writtenAt when
 * @param charts what its script draws
 */
public record QuantizationPage(QuantizationRun run, List<Absent> absent, Instant writtenAt, ChartBook charts) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);
    private static final String NONE = "–";
    /** Weights of a variant whose histograms are shown, the worst first. */
    private static final List<Column> FURTHER = List.of(
            new Column("Perplexity", further -> fixed("%.2f", further.perplexity())),
            new Column("Cosine", further -> fixed("%.5f", further.cosine())),
            new Column("Order lost (95 %)", further -> further.orderLost().map(QuantizationPage::order)));
    private static final int MOST_HISTOGRAMS = 6;

    /** A backend that is not here, and why. */
    public record Absent(String backend, String why) {}

    /** A row of a histogram's table. */
    public record Bin(String from, String to, String before, String after) {}

    public QuantizationPage {
        absent = List.copyOf(absent);
    }

    public static String render(QuantizationRun run, List<Absent> absent, Instant writtenAt) {
        StringOutput out = new StringOutput(1 << 16);
        TEMPLATES.render("quantization/page.jte", new QuantizationPage(run, absent, writtenAt, new ChartBook()), out);
        return out.toString();
    }

    /** Only the page's own script may run, and nothing may be fetched. */
    public String contentSecurityPolicy() {
        return PageScript.CONTENT_SECURITY_POLICY;
    }

    public String script() {
        return PageScript.TEXT;
    }

    /** Whose program made a variant, in words; empty of what is made here. */
    public static String maker(SmallerModel variant) {
        return variant.peer().map("by %s's own quantiser"::formatted).orElse("");
    }

    public String peers(MeasuredTarget target) {
        return peers(run, target);
    }

    /** Which marks of a target's charts, and rows of its table, are of others' making, and whose; empty where none is. */
    public static String peers(QuantizationRun run, MeasuredTarget target) {
        Set<String> there =
                target.points().stream().map(MeasuredVariant::variant).collect(Collectors.toSet());
        return run.variants().stream()
                .filter(each -> each.peer().isPresent() && there.contains(each.name()))
                .map(each -> "%s is made %s, not here".formatted(each.name(), maker(each)))
                .collect(Collectors.joining("; "));
    }

    /** What is lost over bytes and over time, and how far classes diverge. */
    public static List<FrontChart> fronts(MeasuredTarget target) {
        return Stream.of(
                        FrontChart.overBytes(target),
                        FrontChart.overTime(target),
                        FrontChart.divergenceOverBytes(target))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Those whose layers are told. */
    public List<SmallerModel> layered() {
        return run.variants().stream().filter(each -> !each.layers().isEmpty()).toList();
    }

    public static List<ChangedLayer> layers(SmallerModel variant) {
        return LayerCharts.worstFirst(variant.layers());
    }

    public static List<BarsChart> bars(SmallerModel variant) {
        return LayerCharts.of(variant.layers());
    }

    /** What a summary says of how many layers its charts show; empty where all are. */
    public static String cut(SmallerModel variant) {
        return variant.layers().size() <= LayerCharts.MOST
                ? ""
                : "; charts show %d of them, the worst".formatted(LayerCharts.MOST);
    }

    /** The worst of those whose elements were counted. */
    public static List<HistogramChart> histograms(SmallerModel variant) {
        return layers(variant).stream()
                .flatMap(layer -> layer.counts().map(counts -> new HistogramChart(layer.weight(), counts)).stream())
                .limit(MOST_HISTOGRAMS)
                .toList();
    }

    public static List<Bin> bins(HistogramChart chart) {
        return Stream.iterate(0, i -> i < chart.counts().before().size(), i -> i + 1)
                .map(i -> new Bin(
                        number(chart.counts().edge(i)),
                        number(chart.counts().edge(i + 1)),
                        Figures.whole(chart.counts().before().get(i)),
                        Figures.whole(chart.counts().after().get(i))))
                .toList();
    }

    public static String accuracy(MeasuredVariant point) {
        return point.answers().accuracy().map(share -> share(share)).orElse(NONE);
    }

    private static String share(Estimate share) {
        return percent(share.value())
                + share.ci95()
                        .map(ends -> String.format(Locale.ROOT, " (%.1f–%.1f)", 100 * ends.low(), 100 * ends.high()))
                        .orElse("");
    }

    /** What is lost, in the target's kind of loss. */
    public static String lost(MeasuredTarget target, MeasuredVariant point) {
        boolean points = target.loss().map(MeasuredTarget.LossKind::inPoints).orElse(false);
        return point.answers()
                .lost()
                .map(lost -> points
                        ? String.format(Locale.ROOT, "%.2f", 100 * lost.value())
                                + lost.ci95()
                                        .map(ends -> String.format(
                                                Locale.ROOT, " (%.2f to %.2f)", 100 * ends.low(), 100 * ends.high()))
                                        .orElse("")
                        : number(lost.value())
                                + lost.ci95()
                                        .map(ends -> " (%s to %s)".formatted(number(ends.low()), number(ends.high())))
                                        .orElse(""))
                .orElse(NONE);
    }

    public static String agreement(MeasuredVariant point) {
        return point.answers().agreement().stream()
                .mapToObj(QuantizationPage::percent)
                .findFirst()
                .orElse(NONE);
    }

    /** A column that only texts or vectors have. */
    public record Column(String head, Function<MeasuredVariant.Further, Optional<String>> cell) {
        public String of(MeasuredVariant point) {
            return cell.apply(point.answers().further()).orElse(NONE);
        }
    }

    /** Those of which something is known on a target. */
    public static List<Column> further(MeasuredTarget target) {
        return FURTHER.stream()
                .filter(column -> target.points().stream()
                        .anyMatch(point ->
                                column.cell().apply(point.answers().further()).isPresent()))
                .toList();
    }

    private static Optional<String> fixed(String format, OptionalDouble figure) {
        return figure.isPresent()
                ? Optional.of(String.format(Locale.ROOT, format, figure.getAsDouble()))
                : Optional.empty();
    }

    private static String order(Estimate lost) {
        return String.format(Locale.ROOT, "%.4f", lost.value())
                + lost.ci95()
                        .map(ends -> String.format(Locale.ROOT, " (%.4f to %.4f)", ends.low(), ends.high()))
                        .orElse("");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    public static String ratio(MeasuredVariant point) {
        return point.cost()
                .ratio()
                .map(ratio -> Figures.times(ratio.value())
                        + ratio.ci95()
                                .map(ends -> " (%s–%s)"
                                        .formatted(Figures.significant(ends.low()), Figures.significant(ends.high())))
                                .orElse(""))
                .orElse(point.role() == MeasuredVariant.Role.ORIGINAL ? "×1" : NONE);
    }

    public static String millis(OptionalDouble millis) {
        return millis.isPresent() ? Figures.millis(millis.getAsDouble()) : NONE;
    }

    public static String memory(MeasuredVariant point) {
        return point.cost().memoryBytes().isPresent()
                ? Figures.bytes(point.cost().memoryBytes().getAsLong())
                : NONE;
    }

    public static String energy(MeasuredVariant point) {
        return point.cost().joules().isPresent()
                ? Figures.significant(point.cost().joules().getAsDouble()) + " J"
                : NONE;
    }

    /** A figure that may be very small. */
    public static String number(OptionalDouble figure) {
        return figure.isPresent() ? number(figure.getAsDouble()) : NONE;
    }

    /** The same. */
    public static String number(double figure) {
        return figure == 0
                ? "0"
                : Math.abs(figure) >= 1e-3 && Math.abs(figure) < 1e5
                        ? Figures.significant(figure)
                        : String.format(Locale.ROOT, "%.1e", figure);
    }

    /** What outputs lost when a layer alone had fewer bits. */
    public static String alone(ChangedLayer layer) {
        return layer.alone().isEmpty()
                ? NONE
                : layer.alone().entrySet().stream()
                        .map(each -> "%d bits: %s".formatted(each.getKey(), number(each.getValue())))
                        .collect(Collectors.joining(", "));
    }
}
