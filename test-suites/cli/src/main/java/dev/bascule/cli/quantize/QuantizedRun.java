package dev.bascule.cli.quantize;

import dev.bascule.fallback.measure.Ratio;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.reports.quantization.ChangedLayer;
import dev.bascule.reports.quantization.Estimate;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredTarget.LossKind;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.MeasuredVariant.Role;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.quantization.SmallerModel;
import dev.bascule.reports.quantization.WeightCounts;
import dev.bascule.studies.quantization.Figures;
import dev.bascule.studies.quantization.FurtherFigures;
import dev.bascule.studies.quantization.Judged;
import dev.bascule.studies.quantization.PairedLoss;
import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.Variant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A report as the page and the history have it. Immutable.
 *
 * @param command its id
 * @param at when it began
 * @param product version of Bascule
 */
record QuantizedRun(QuantizationReport report, String command, Instant at, String product) {

    QuantizationRun run() {
        SampleSplit samples = report.samples();
        return new QuantizationRun(
                command,
                at,
                product,
                report.machine().fingerprint(),
                new QuantizationRun.Model(report.model(), report.sha256()),
                new QuantizationRun.Data(
                        samples.name(),
                        samples.sha256(),
                        samples.evaluation().size(),
                        samples.calibration().size(),
                        samples.isLabelled() ? Optional.of(samples.chance()) : Optional.empty()),
                report.budget().words(),
                report.seed(),
                report.variants().stream().map(QuantizedRun::variant).toList(),
                report.targets().stream().map(QuantizedRun::target).toList(),
                report.flags(),
                report.notes(),
                report.interrupted(),
                false);
    }

    private static SmallerModel variant(Variant variant) {
        return variant.made()
                .map(made -> new SmallerModel(
                        variant.name(),
                        variant.summary(),
                        Optional.of(new SmallerModel.File(
                                made.artifact().sha256(), made.artifact().bytes(), made.deflated(), made.recipe())),
                        Optional.empty(),
                        made.layers().stream().map(QuantizedRun::layer).toList(),
                        made.notes(),
                        made.flags(),
                        variant.peer()))
                .orElseGet(() -> new SmallerModel(
                        variant.name(),
                        variant.summary(),
                        Optional.empty(),
                        Optional.of(variant.refused()),
                        List.of(),
                        List.of(),
                        List.of(),
                        variant.peer()));
    }

    private static ChangedLayer layer(LayerChange layer) {
        return new ChangedLayer(
                layer.weight(),
                layer.operator(),
                layer.elements(),
                layer.bits(),
                layer.bytesBefore(),
                layer.bytesAfter(),
                layer.error(),
                layer.alone(),
                layer.histogram().map(QuantizedRun::counts));
    }

    private static WeightCounts counts(WeightHistogram histogram) {
        return new WeightCounts(histogram.low(), histogram.high(), histogram.before(), histogram.after());
    }

    private static MeasuredTarget target(TargetJudge.Verdict target) {
        return new MeasuredTarget(
                target.target(),
                target.loss().map(kind -> LossKind.valueOf(kind.name())),
                target.judged().stream().map(QuantizedRun::point).toList(),
                target.failed().entrySet().stream()
                        .map(each -> new MeasuredTarget.Failed(
                                each.getKey(),
                                each.getValue().code().name(),
                                each.getValue().message()))
                        .toList(),
                notes(target),
                new MeasuredTarget.Advice(
                        target.advice().variant(),
                        target.advice().keeps(),
                        target.advice().sentences()));
    }

    /** With what an earlier command measured: it is no second measurement. */
    private static List<String> notes(TargetJudge.Verdict target) {
        return target.kept().isEmpty()
                ? target.notes()
                : Stream.concat(
                                target.notes().stream(),
                                Stream.of("%d of %d points were measured by an earlier command, and kept: %s"
                                        .formatted(
                                                target.kept().size(),
                                                target.judged().size(),
                                                String.join(", ", target.kept()))))
                        .toList();
    }

    private static MeasuredVariant point(Judged judged) {
        Point point = judged.point();
        Figures figures = judged.figures();
        return new MeasuredVariant(
                point.variant(),
                judged.isOriginal() ? Role.ORIGINAL : judged.isAgain() ? Role.AGAIN : Role.SMALLER,
                point.bytes(),
                new MeasuredVariant.Answers(
                        figures.of(),
                        figures.accuracy().map(share -> new Estimate(share.value(), Optional.of(share.ci95()))),
                        figures.mcNemar(),
                        figures.agreement(),
                        finite(figures.divergence()),
                        finite(figures.greatest()),
                        figures.loss().flatMap(QuantizedRun::lost),
                        further(FurtherFigures.of(point))),
                new MeasuredVariant.Cost(
                        figures.p50(),
                        figures.p95(),
                        figures.ratio().map(QuantizedRun::ratio),
                        number(point.cost().createMs()),
                        point.cost().memoryBytes().map(OptionalLong::of).orElse(OptionalLong.empty()),
                        number(point.cost().joules()),
                        point.cost().joules().isPresent()
                                ? Optional.empty()
                                : Optional.of(point.cost().energyWords())),
                point.placing().words(),
                point.placing().precision().words(),
                judged.dominatedBy(),
                judged.flags());
    }

    private static MeasuredVariant.Further further(FurtherFigures figures) {
        return new MeasuredVariant.Further(
                finite(figures.perplexity()),
                finite(figures.cosine()),
                figures.ranks().flatMap(QuantizedRun::lost));
    }

    /** Outputs that are no numbers have no figure; the flags say so. */
    private static Optional<Estimate> lost(PairedLoss loss) {
        return Double.isFinite(loss.difference())
                ? Optional.of(new Estimate(loss.difference(), loss.ci95()))
                : Optional.empty();
    }

    private static Estimate ratio(Ratio ratio) {
        return new Estimate(ratio.value(), ratio.ci95());
    }

    private static OptionalDouble number(Optional<Double> figure) {
        return figure.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble finite(OptionalDouble figure) {
        return figure.stream().filter(Double::isFinite).findFirst();
    }
}
