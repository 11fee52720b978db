package dev.bascule.reports.chart;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.quantization.Estimate;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredTarget.LossKind;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.MeasuredVariant.Role;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What variants of a model cost on one target in one quantity, over another. The unquantised model is where the other is 0 or 1 by what they
 * mean. Of a variant that lacks either figure, or of which nobody knows what it loses, nothing is drawn.
 *
 * @param x along the page
 * @param y upwards
 * @param marks at least two, of which one is not the unquantised model's
 * @param left names of those that lack a figure
 * @param zero names of those that an axis of equal factors has no place for
 */
public record FrontChart(Axis x, Axis y, List<Mark> marks, List<String> left, List<String> zero) implements ChartData {
    private static final int POINTS = 100;
    /** By factors where they differ by more than {@link #SPAN}. */
    private static final String NATS = "nats";
    /** As front.ts has it: below that an axis is one of equal steps, where 0 has a place. */
    private static final double SPAN = 12;

    /**
     * @param name of the quantity
     * @param unit {@code bytes}, {@code points} of a hundred, {@code ×}, {@code nats} or {@code 1}
     */
    public record Axis(String name, String unit) {}

    /** What a mark is drawn as. */
    public enum Kind {
        ORIGINAL,
        FRONT,
        DOMINATED,
        FLAGGED;

        /** Empty of what takes no part, and of that of which nobody knows what it loses: it was compared with nothing. */
        static Optional<Kind> of(MeasuredVariant point) {
            return point.role() == Role.ORIGINAL
                    ? Optional.of(ORIGINAL)
                    : switch (point.standing()) {
                        case FLAGGED -> Optional.of(FLAGGED);
                        case FRONT -> Optional.of(FRONT);
                        case WORSE -> Optional.of(DOMINATED);
                        case AGAIN, UNKNOWN -> Optional.empty();
                    };
        }
    }

    /** A variant by both figures. */
    public record Mark(String label, Estimate x, Estimate y, Kind kind) {}

    public FrontChart {
        marks = List.copyOf(marks);
        left = List.copyOf(left);
        zero = List.copyOf(zero);
    }

    /** What is lost over the bytes of the file; empty where nothing is known of what is lost. */
    public static Optional<FrontChart> overBytes(MeasuredTarget target) {
        return of(
                target,
                new Axis("bytes of the file", "bytes"),
                FrontChart::bytes,
                lost(target),
                each -> loss(target, each));
    }

    /** What is lost over the time of an inference, in that of the unquantised model. */
    public static Optional<FrontChart> overTime(MeasuredTarget target) {
        return of(
                target,
                new Axis("time to the unquantised model's", "×"),
                FrontChart::time,
                lost(target),
                each -> loss(target, each));
    }

    /** The divergence of classes over the bytes: it tells variants apart that answer alike. Empty where nothing is known of what is lost. */
    public static Optional<FrontChart> divergenceOverBytes(MeasuredTarget target) {
        return of(
                target,
                new Axis("bytes of the file", "bytes"),
                FrontChart::bytes,
                target.loss().map(kind -> new Axis("KL divergence", NATS)),
                each -> each.answers().divergence().stream()
                        .mapToObj(nats -> new Estimate(nats, Optional.empty()))
                        .findFirst());
    }

    private static Optional<FrontChart> of(
            MeasuredTarget target,
            Axis x,
            Function<MeasuredVariant, Optional<Estimate>> across,
            Optional<Axis> y,
            Function<MeasuredVariant, Optional<Estimate>> up) {
        List<Mark> all = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (MeasuredVariant each : target.points()) {
            if (each.role() == Role.AGAIN) {
                continue;
            }
            Kind.of(each)
                    .flatMap(kind -> across.apply(each)
                            .flatMap(one -> up.apply(each).map(other -> new Mark(each.variant(), one, other, kind))))
                    .ifPresentOrElse(all::add, () -> left.add(each.variant()));
        }
        boolean factors = y.filter(axis -> axis.unit().equals(NATS)).isPresent() && isByFactors(all);
        Map<Boolean, List<Mark>> drawn = all.stream()
                .collect(Collectors.partitioningBy(mark -> !factors || mark.y().value() != 0));
        List<Mark> marks = Objects.requireNonNull(drawn.get(true));
        List<String> zero = Objects.requireNonNull(drawn.get(false)).stream()
                .map(Mark::label)
                .toList();
        target.failed().forEach(failed -> left.add(failed.variant()));
        boolean some = marks.size() > 1 && marks.stream().anyMatch(mark -> mark.kind() != Kind.ORIGINAL);
        return y.filter(axis -> some).map(axis -> new FrontChart(x, axis, marks, left, zero));
    }

    /** Where all are 0 there is nothing to draw by steps either. */
    private static boolean isByFactors(List<Mark> marks) {
        DoubleSummaryStatistics above = marks.stream()
                .mapToDouble(mark -> mark.y().value())
                .filter(value -> value > 0)
                .summaryStatistics();
        return above.getCount() == 0 || above.getMax() > SPAN * above.getMin();
    }

    private static Optional<Axis> lost(MeasuredTarget target) {
        return target.loss()
                .map(kind -> kind.inPoints()
                        ? new Axis(
                                "lost " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' '), "points")
                        : new Axis(kind.words(), "1"));
    }

    private static Optional<Estimate> bytes(MeasuredVariant each) {
        return Optional.of(new Estimate(each.bytes(), Optional.empty()));
    }

    private static Optional<Estimate> time(MeasuredVariant each) {
        return each.role() == Role.ORIGINAL
                ? Optional.of(new Estimate(1, Optional.empty()))
                : each.cost().ratio();
    }

    private static Optional<Estimate> loss(MeasuredTarget target, MeasuredVariant each) {
        if (each.role() == Role.ORIGINAL) {
            return Optional.of(new Estimate(0, Optional.empty()));
        }
        double unit = target.loss().filter(LossKind::inPoints).isPresent() ? POINTS : 1;
        return each.answers()
                .lost()
                .map(lost -> new Estimate(
                        unit * lost.value(),
                        lost.ci95().map(ends -> new Interval(unit * ends.low(), unit * ends.high()))));
    }

    /** What it shows, in words. */
    public String caption() {
        return "%s%s over %s%s: ● front, ○ worse than another, striped: flagged%s%s%s"
                .formatted(
                        y.name().substring(0, 1).toUpperCase(Locale.ROOT)
                                + y.name().substring(1),
                        y.unit().equals("points") ? " in points of a hundred" : "",
                        x.name(),
                        y.unit().equals(NATS) ? "" : ", with 95 % intervals where there are any",
                        marks.stream().anyMatch(mark -> mark.kind() == Kind.ORIGINAL) ? ", ◆ unquantised" : "",
                        zero.isEmpty() ? "" : "; 0, which an axis of factors lacks: " + String.join(", ", zero),
                        left.isEmpty()
                                ? ""
                                : "; not drawn, for a figure of theirs was not measured: " + String.join(", ", left));
    }

    @Override
    public String kind() {
        return "front";
    }

    @Override
    public Map<String, Object> fields() {
        return new Fields()
                .with("x", (Object) axis(x))
                .with("y", (Object) axis(y))
                .withRows("points", marks, (row, mark) -> {
                    row.with("label", (Object) mark.label())
                            .with("x", mark.x().value())
                            .with("y", mark.y().value())
                            .with("role", (Object) mark.kind().name().toLowerCase(Locale.ROOT));
                    mark.x().ci95().ifPresent(ends -> row.with("xEnds", List.of(ends.low(), ends.high())));
                    mark.y().ci95().ifPresent(ends -> row.with("yEnds", List.of(ends.low(), ends.high())));
                    return row;
                })
                .all();
    }

    private static Map<String, Object> axis(Axis axis) {
        return new Fields()
                .with("name", (Object) axis.name())
                .with("unit", (Object) axis.unit())
                .all();
    }
}
