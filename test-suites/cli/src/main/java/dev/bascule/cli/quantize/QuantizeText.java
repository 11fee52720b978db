package dev.bascule.cli.quantize;

import static dev.bascule.reports.format.Figures.millis;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.Method;
import dev.bascule.studies.quantization.Figures;
import dev.bascule.studies.quantization.Judged;
import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What {@code quantize} says to people. Immutable. */
record QuantizeText(Style style) {
    private static final String NONE = "-";
    private static final int MOST_LAYERS = 12;
    /** As the heading has them. */
    private static final List<Integer> ALONE = List.of(4, 8, 16);

    private static final String LEGEND =
            "time: to the unquantised model's, in turn (ABBA), with its 95 % interval, in which is what processes of one"
                    + " model differ by (unquantised again) · p: McNemar's exact, on the same"
                    + " samples · front: surely better in something than each other, or not surely worse in anything;"
                    + " never what is flagged, nor what loses nobody knows what";

    String of(QuantizationReport report) {
        StringBuilder text = new StringBuilder();
        text.append(head(report)).append('\n');
        text.append(variants(report)).append('\n');
        report.targets().forEach(target -> text.append(target(target)).append('\n'));
        if (!report.targets().isEmpty()) {
            text.append(style.faint(LEGEND)).append('\n');
        }
        text.append(layers(report));
        report.flags().forEach(flag -> text.append("! ").append(flag).append('\n'));
        report.notes().forEach(note -> text.append(style.faint(note)).append('\n'));
        report.emitted()
                .forEach(file -> text.append(
                        "wrote %s (%s), SHA-256 %s%n".formatted(file.file(), file.variant(), file.sha256())));
        if (!report.absent().isEmpty()) {
            text.append("not here: ")
                    .append(report.absent().stream()
                            .map(absent -> absent.backend())
                            .distinct()
                            .collect(Collectors.joining(", ")))
                    .append(style.faint(" (bascule doctor says why)"))
                    .append('\n');
        }
        return text.toString();
    }

    private String head(QuantizationReport report) {
        SampleSplit samples = report.samples();
        String chance = samples.isLabelled() ? ", %.1f %% by chance".formatted(100 * samples.chance()) : "";
        return String.format(
                Locale.ROOT,
                "%s: %d samples of %s judge%s, %d others calibrate; seed %d%nbudget: %s%n",
                style.strong(report.model()),
                samples.evaluation().size(),
                samples.name(),
                chance,
                samples.calibration().size(),
                report.seed(),
                report.budget().words());
    }

    private static String variants(QuantizationReport report) {
        TextTable table = new TextTable("variant", "bytes", "deflated", "SHA-256", "");
        for (Variant variant : report.variants()) {
            table.row(
                    variant.name(),
                    variant.made()
                            .map(made -> ByteSizes.text(made.artifact().bytes()))
                            .orElse(NONE),
                    variant.made().map(made -> ByteSizes.text(made.deflated())).orElse(NONE),
                    variant.made()
                            .map(made -> made.artifact().sha256().substring(0, 12))
                            .orElse(NONE),
                    variant.made()
                            .map(made ->
                                    made.flags().isEmpty() ? variant.summary() : "! " + String.join("; ", made.flags()))
                            .orElse("not made: " + variant.refused()));
        }
        return table.toString();
    }

    private String target(TargetJudge.Verdict target) {
        StringBuilder text = new StringBuilder(style.strong(target.target())).append('\n');
        TextTable table = new TextTable(
                "variant",
                "accuracy (95 %)",
                "p",
                "agrees",
                "KL",
                "off",
                "p50",
                "p95",
                "time",
                "load",
                "memory",
                "energy",
                "front");
        target.judged().forEach(each -> row(table, each));
        target.failed()
                .forEach((variant, why) -> table.row(
                        variant,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        NONE,
                        why.code().name()));
        text.append(table).append(FurtherText.of(target));
        for (Judged each : target.judged()) {
            text.append("  %s: %s; %s%n"
                    .formatted(
                            each.point().variant(),
                            each.point().placing().words(),
                            each.point().placing().precision().words()));
            each.flags()
                    .forEach(flag -> text.append("  ! ")
                            .append(each.point().variant())
                            .append(": ")
                            .append(flag)
                            .append('\n'));
            each.point().notes().forEach(note -> text.append("  ").append(note).append('\n'));
        }
        target.failed().forEach((variant, why) -> text.append("  %s: %s%n".formatted(variant, why.message())));
        energy(target, text);
        target.notes().forEach(note -> text.append("  ").append(note).append('\n'));
        if (!target.kept().isEmpty()) {
            text.append(style.faint("  measured before, and kept: " + String.join(", ", target.kept())))
                    .append('\n');
        }
        target.advice()
                .sentences()
                .forEach(sentence -> text.append("→ ").append(sentence).append('\n'));
        return text.toString();
    }

    private void energy(TargetJudge.Verdict target, StringBuilder text) {
        target.judged().stream()
                .map(each -> each.point().cost())
                .filter(cost -> cost.joules().isEmpty())
                .map(Point.Cost::energyWords)
                .distinct()
                .forEach(why -> text.append(style.faint("  energy: " + why)).append('\n'));
    }

    private static void row(TextTable table, Judged judged) {
        Figures figures = judged.figures();
        Point.Cost cost = judged.point().cost();
        table.row(
                judged.point().variant(),
                figures.accuracy()
                        .map(share -> text(
                                "%.1f %% (%.1f–%.1f)",
                                100 * share.value(),
                                100 * share.ci95().low(),
                                100 * share.ci95().high()))
                        .orElse(NONE),
                number("%.3g", figures.mcNemar()),
                number("%.1f %%", scaled(figures.agreement())),
                number("%.2g", figures.divergence()),
                number("%.2g", figures.greatest()),
                millis(figures.p50()),
                figures.p95().isPresent() ? millis(figures.p95().getAsDouble()) : NONE,
                figures.ratio().map(QuantizeText::ratio).orElse(judged.isOriginal() ? "1" : NONE),
                cost.createMs().map(taken -> millis(taken)).orElse(NONE),
                cost.memoryBytes().map(ByteSizes::text).orElse(NONE),
                cost.joules().map(joules -> text("%.3g J", joules)).orElse(NONE),
                front(judged));
    }

    static String front(Judged judged) {
        if (judged.isAgain()) {
            return NONE;
        }
        if (!judged.flags().isEmpty()) {
            return "flagged";
        }
        if (judged.isOnFront()) {
            return "front";
        }
        return judged.dominatedBy().isEmpty() ? NONE : "worse than " + String.join(", ", judged.dominatedBy());
    }

    private static OptionalDouble scaled(OptionalDouble share) {
        return share.isPresent() ? OptionalDouble.of(100 * share.getAsDouble()) : share;
    }

    private static String number(String format, OptionalDouble figure) {
        return figure.isPresent() ? text(format, figure.getAsDouble()) : NONE;
    }

    private static String ratio(Ratio ratio) {
        return ratio.ci95()
                .map(ends -> text("%.2f (%.2f–%.2f)", ratio.value(), ends.low(), ends.high()))
                .orElseGet(() -> text("%.2f", ratio.value()));
    }

    private String layers(QuantizationReport report) {
        StringBuilder text = new StringBuilder();
        for (Variant variant : report.variants()) {
            List<LayerChange> layers = variant.made().map(Variant.File::layers).orElse(List.of());
            if (layers.isEmpty()) {
                continue;
            }
            boolean measured = layers.stream().anyMatch(layer -> !layer.alone().isEmpty());
            TextTable table = measured
                    ? new TextTable("layer", "operator", "elements", "bits", "bytes", "error", "alone in 4, 8, 16 bits")
                    : new TextTable("layer", "operator", "elements", "bits", "bytes", "error");
            layers.stream()
                    .sorted((one, other) -> Double.compare(worst(other, measured), worst(one, measured)))
                    .limit(MOST_LAYERS)
                    .forEach(layer -> {
                        List<String> cells = new ArrayList<>(List.of(
                                layer.weight(),
                                layer.operator(),
                                String.valueOf(layer.elements()),
                                String.valueOf(layer.bits()),
                                "%d → %d".formatted(layer.bytesBefore(), layer.bytesAfter()),
                                text("%.2g", layer.error())));
                        if (measured) {
                            cells.add(alone(layer));
                        }
                        table.row(cells.toArray(String[]::new));
                    });
            text.append('\n')
                    .append(style.strong(variant.name()))
                    .append(
                            layers.size() > MOST_LAYERS
                                    ? ", the %d layers of %d that are %s"
                                            .formatted(
                                                    MOST_LAYERS,
                                                    layers.size(),
                                                    measured ? "most sensitive" : "furthest off")
                                    : "")
                    .append('\n')
                    .append(table);
            boolean forDevice = variant.made()
                    .flatMap(Variant.File::method)
                    .flatMap(Method::device)
                    .isPresent();
            // Of unlike bits a reader asks why.
            boolean unlike = layers.stream().map(LayerChange::bits).distinct().count() > 1;
            if (measured || forDevice || variant.isTrained() || unlike) {
                variant.made().stream()
                        .flatMap(made -> made.notes().stream())
                        .forEach(note -> text.append(style.faint("  " + note)).append('\n'));
            }
        }
        return text.append('\n').toString();
    }

    /** By what it does alone where that was measured, else by how far it is off. */
    private static double worst(LayerChange layer, boolean measured) {
        return measured
                ? layer.alone().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .max()
                        .orElse(0)
                : layer.error();
    }

    /** One for each of the bits of the heading, also where it was not measured. */
    static String alone(LayerChange layer) {
        return ALONE.stream()
                .map(bits -> Optional.ofNullable(layer.alone().get(bits))
                        .map(loss -> loss == 0 ? "0" : text("%.2g", loss))
                        .orElse(NONE))
                .collect(Collectors.joining(", "));
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
