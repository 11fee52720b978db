package dev.bascule.cli.truth;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.truth.ModelValue;
import dev.bascule.studies.truth.TargetTruth;
import dev.bascule.studies.truth.TruthReport;
import dev.bascule.studies.truth.ValueTruth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/** What {@code truth} says to people. Immutable. */
record TruthText(Style style) {
    private static final int NAME = 40;

    String of(TruthReport report, int rows) {
        List<TargetTruth> targets = report.byDistance();
        StringBuilder text = new StringBuilder();
        text.append("%s: %s, held against the graph computed in double (%d noisy passes, %.1f s)%n%n"
                .formatted(
                        style.strong(report.model()),
                        Figures.counted(report.values(), "value"),
                        report.passes(),
                        report.exact().toMillis() / 1e3));
        text.append(table(targets)).append('\n');
        Map<String, List<String>> lines = new LinkedHashMap<>();
        for (int i = 0; i < targets.size(); i++) {
            lines.computeIfAbsent(line(targets.get(i)), words -> new ArrayList<>())
                    .add("[%d]".formatted(i + 1));
        }
        lines.forEach((words, numbers) ->
                text.append(String.join(" ", numbers)).append(' ').append(words).append('\n'));
        text.append(nodes(targets, rows));
        if (!report.absent().isEmpty()) {
            text.append("\nnot here: ")
                    .append(report.absent().stream()
                            .map(TruthReport.Absent::backend)
                            .distinct()
                            .collect(Collectors.joining(", ")))
                    .append(style.faint(" (bascule doctor says why)"))
                    .append('\n');
        }
        text.append("""

                σ is what rounding alone makes of a value, by seeded passes in which each operator is off by what a correct one may
                be. The nodes' values were read as outputs, which keeps an engine from fusing across them; the first table is of the
                model as it is.""");
        return text.toString();
    }

    private static String table(List<TargetTruth> targets) {
        TextTable table = new TextTable("", "nearest to the exact result", "rms", "furthest", "ULP", "outputs");
        for (int i = 0; i < targets.size(); i++) {
            TargetTruth target = targets.get(i);
            table.row(
                    "[%d]".formatted(i + 1),
                    words(target.target()),
                    target.distance().map(Figures::sigma).orElse("-"),
                    most(target.outputs()).map(Figures::sigma).orElse("-"),
                    ulps(target.outputs()),
                    outputs(target));
        }
        return table.toString();
    }

    private static String words(Target target) {
        String place = target.browser()
                .map(browser -> " in " + browser.label())
                .orElseGet(() ->
                        ", " + target.engine().name() + " " + target.engine().version());
        return target.backend().id() + place + (target.software().orElse(false) ? ", software" : "");
    }

    private static String outputs(TargetTruth target) {
        return target.right()
                .map(right -> right
                        ? "right"
                        : "WRONG: "
                                + target.outputs().stream()
                                        .filter(ValueTruth::isOutside)
                                        .map(output -> "%s of %s values of '%s'"
                                                .formatted(
                                                        output.difference()
                                                                .map(Difference::outside)
                                                                .orElse(0L),
                                                        output.difference()
                                                                .map(Difference::elements)
                                                                .orElse(0L),
                                                        output.value().name()))
                                        .collect(Collectors.joining(", ")))
                .orElse("not run");
    }

    private static Optional<Double> most(List<ValueTruth> values) {
        return values.stream()
                .flatMap(value -> value.noise().stream())
                .map(Difference.Noise::most)
                .max(Double::compare);
    }

    private static String ulps(List<ValueTruth> values) {
        return values.stream()
                .flatMap(value -> value.difference().stream())
                .map(Difference::maxUlp)
                .filter(OptionalDouble::isPresent)
                .map(OptionalDouble::getAsDouble)
                .max(Double::compare)
                .map(ulps -> Double.isInfinite(ulps) ? "∞" : String.format(Locale.ROOT, "%.3g", ulps))
                .orElse("-");
    }

    private String line(TargetTruth target) {
        if (target.failure().isPresent()) {
            return style.bad("did not run: ") + brief(target.failure().get());
        }
        StringBuilder text = new StringBuilder();
        Optional<ValueTruth> first = target.firstOutside();
        if (first.isEmpty()) {
            text.append("%s of %d compared: rounding explains all"
                    .formatted(
                            Figures.counted(target.compared(), "value"),
                            target.values().size()));
        } else {
            text.append(style.bad("first further off than rounding explains: "))
                    .append(first.get().value().words())
                    .append(first.get().difference().map(TruthText::how).orElse(""));
        }
        unread(target).ifPresent(text::append);
        return text.toString();
    }

    private static String how(Difference difference) {
        return ": %d of %d values%s, largest error %.3g"
                .formatted(
                        difference.outside(),
                        difference.elements(),
                        difference
                                .noise()
                                .map(noise -> ", up to " + Figures.sigma(noise.most()))
                                .orElse(""),
                        difference.maxAbs());
    }

    private static Optional<String> unread(TargetTruth target) {
        List<ValueTruth> unread = target.values().stream()
                .filter(value -> value.difference().isEmpty())
                .toList();
        return unread.isEmpty()
                ? Optional.empty()
                : Optional.of("; not told: %d, such as %s (%s)"
                        .formatted(
                                unread.size(),
                                unread.get(0).value().words(),
                                brief(unread.get(0).reason().orElse(""))));
    }

    /** Rows are values, in the graph's order; those furthest off on any target are chosen. */
    private String nodes(List<TargetTruth> targets, int rows) {
        List<TargetTruth> ran =
                targets.stream().filter(target -> target.failure().isEmpty()).toList();
        Map<ModelValue, Double> worst = new LinkedHashMap<>();
        ran.forEach(target -> target.values().forEach(value -> worst.merge(value.value(), rank(value), Math::max)));
        if (worst.isEmpty()) {
            return "";
        }
        Set<ModelValue> chosen = worst.entrySet().stream()
                .sorted(Map.Entry.<ModelValue, Double>comparingByValue().reversed())
                .limit(rows == 0 ? Integer.MAX_VALUE : rows)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<String> head = new ArrayList<>(List.of("node", "operator", "value"));
        ran.forEach(target -> head.add("[%d]".formatted(targets.indexOf(target) + 1)));
        TextTable table = new TextTable(head.toArray(String[]::new));
        worst.keySet().stream()
                .filter(chosen::contains)
                .sorted(Comparator.comparingInt(ModelValue::node))
                .forEach(value -> table.row(row(value, ran)));
        return "\n%s of %d values:\n%s"
                .formatted(
                        chosen.size() == worst.size() ? "all" : "the %d furthest off".formatted(chosen.size()),
                        worst.size(),
                        table);
    }

    private static double rank(ValueTruth value) {
        return value.isOutside()
                ? Double.MAX_VALUE / 2
                        + value.noise().map(Difference.Noise::most).orElse(0.0)
                : value.noise().map(Difference.Noise::most).orElse(0.0);
    }

    private static String[] row(ModelValue value, List<TargetTruth> ran) {
        List<String> cells = new ArrayList<>();
        cells.add(String.valueOf(value.node() + 1));
        cells.add(value.operator());
        cells.add(
                value.name().length() <= NAME
                        ? value.name()
                        : "…" + value.name().substring(value.name().length() - NAME));
        for (TargetTruth target : ran) {
            cells.add(target.values().stream()
                    .filter(seen -> seen.value().equals(value))
                    .findFirst()
                    .map(TruthText::cell)
                    .orElse("-"));
        }
        return cells.toArray(String[]::new);
    }

    private static String cell(ValueTruth value) {
        if (value.difference().isEmpty()) {
            return "not told";
        }
        String figure =
                value.noise().map(noise -> Figures.sigma(noise.most())).orElse(value.isOutside() ? "" : "equal");
        return value.isOutside() ? (figure + " WRONG").strip() : figure;
    }

    private static String brief(String reason) {
        String line = reason.strip().replaceAll("\\s+", " ");
        return line.length() <= 160 ? line : line.substring(0, 160) + "…";
    }
}
