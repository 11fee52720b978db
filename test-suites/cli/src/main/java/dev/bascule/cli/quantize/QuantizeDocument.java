package dev.bascule.cli.quantize;

import dev.bascule.cli.command.Version;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.quantization.Figures;
import dev.bascule.studies.quantization.FurtherFigures;
import dev.bascule.studies.quantization.Judged;
import dev.bascule.studies.quantization.Loss;
import dev.bascule.studies.quantization.PairedLoss;
import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A quantization as JSON; samples and blocks are in it, so that a reader can check what they came to. Stateless. */
final class QuantizeDocument {
    private static final int SCHEMA_VERSION = 1;

    private QuantizeDocument() {}

    static Map<String, @Nullable Object> of(QuantizationReport report) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("model", report.model());
        document.put("sha256", report.sha256());
        document.put("seed", report.seed());
        document.put("machine", machine(report.machine()));
        document.put("interrupted", report.interrupted());
        document.put("samples", samples(report.samples()));
        document.put("budget", budget(report.budget()));
        document.put("pairs", report.settings().pairs());
        document.put(
                "variants",
                report.variants().stream().map(QuantizeDocument::variant).toList());
        document.put(
                "targets",
                report.targets().stream().map(QuantizeDocument::target).toList());
        document.put(
                "absent",
                report.absent().stream()
                        .map(absent -> Map.of("backend", absent.backend(), "why", absent.why()))
                        .toList());
        document.put("flags", report.flags());
        document.put("notes", report.notes());
        document.put(
                "emitted",
                report.emitted().stream()
                        .map(each -> Map.of(
                                "variant", each.variant(), "file", each.file().toString(), "sha256", each.sha256()))
                        .toList());
        return document;
    }

    private static Map<String, @Nullable Object> machine(Machine machine) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("fingerprint", machine.fingerprint());
        part.put("os", machine.os());
        part.put("cpu", machine.cpu().name());
        part.put("cores", machine.cpu().cores());
        part.put("memoryBytes", machine.memoryBytes().orElse(null));
        part.put("gpus", machine.gpus().stream().map(Machine.Gpu::name).toList());
        part.put(
                "software",
                machine.parts().<Map<String, String>>map(Fingerprint::software).orElse(Map.of()));
        part.put("bascule", Version.number());
        return part;
    }

    private static Map<String, @Nullable Object> samples(SampleSplit samples) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("data", samples.name());
        part.put("origin", samples.origin());
        part.put("sha256", samples.sha256());
        part.put("calibration", samples.calibration().size());
        part.put("evaluation", samples.evaluation().size());
        part.put("classes", samples.classes().size());
        part.put("chance", samples.isLabelled() ? samples.chance() : null);
        part.put("shared", samples.shared());
        part.put("learning", samples.learning().size());
        part.put("learnt", samples.learnt());
        return part;
    }

    private static Map<String, Double> budget(QuantizationBudget budget) {
        Map<String, Double> part = new LinkedHashMap<>();
        budget.limits().forEach((limit, most) -> part.put(limit.word(), most));
        return part;
    }

    private static Map<String, @Nullable Object> variant(Variant variant) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        Optional<Variant.File> made = variant.made();
        part.put("name", variant.name());
        part.put("summary", variant.summary());
        part.put("peer", variant.peer().orElse(null));
        part.put("refused", made.isPresent() ? null : variant.refused());
        part.put("sha256", made.map(each -> each.artifact().sha256()).orElse(null));
        part.put("bytes", made.map(each -> each.artifact().bytes()).orElse(null));
        part.put("deflatedBytes", made.map(Variant.File::deflated).orElse(null));
        part.put("recipe", made.map(Variant.File::recipe).orElse(null));
        part.put("layers", made.map(Variant.File::layers).orElse(List.of()));
        part.put("notes", made.map(Variant.File::notes).orElse(List.of()));
        part.put("flags", made.map(Variant.File::flags).orElse(List.of()));
        return part;
    }

    private static Map<String, @Nullable Object> target(TargetJudge.Verdict target) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("target", target.target());
        part.put("loss", target.loss().map(Loss::name).orElse(null));
        part.put("points", target.judged().stream().map(QuantizeDocument::point).toList());
        part.put("failed", failed(target.failed()));
        part.put("kept", target.kept());
        part.put("notes", target.notes());
        part.put("advice", advice(target));
        return part;
    }

    private static List<Map<String, Object>> failed(Map<String, Failure> failed) {
        return failed.entrySet().stream()
                .map(each -> Map.<String, Object>of(
                        "variant", each.getKey(),
                        "code", each.getValue().code().name(),
                        "message", each.getValue().message()))
                .toList();
    }

    private static Map<String, @Nullable Object> advice(TargetJudge.Verdict target) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("variant", target.advice().variant().orElse(null));
        part.put("keepsBudget", target.advice().keeps());
        part.put("keepAsSeen", target.advice().asSeen());
        part.put("sentences", target.advice().sentences());
        return part;
    }

    private static Map<String, @Nullable Object> point(Judged judged) {
        Point point = judged.point();
        Figures figures = judged.figures();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("variant", point.variant());
        part.put("again", judged.isAgain());
        part.put("sha256", point.sha256());
        part.put("bytes", point.bytes());
        part.put("deflatedBytes", point.deflated());
        part.put("answers", answers(figures, FurtherFigures.of(point)));
        part.put("loss", figures.loss().map(QuantizeDocument::loss).orElse(null));
        part.put("timing", timing(figures));
        part.put("cost", point.cost());
        part.put("placing", point.placing());
        part.put("leftBackend", judged.leftAccelerator());
        part.put("onFront", judged.isOnFront());
        part.put("dominatedBy", judged.dominatedBy());
        part.put("flags", judged.flags());
        part.put("notes", point.notes());
        part.put("samples", point.answers());
        part.put("blocksMs", point.timing());
        return part;
    }

    private static Map<String, @Nullable Object> answers(Figures figures, FurtherFigures further) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("of", figures.of());
        part.put("right", figures.right().orElse(null));
        part.put("accuracy", figures.accuracy().map(Figures.Share::value).orElse(null));
        part.put(
                "accuracyCi95",
                figures.accuracy().map(share -> ends(share.ci95())).orElse(null));
        part.put("mcNemarP", orNull(figures.mcNemar()));
        part.put("agreement", orNull(figures.agreement()));
        part.put("divergence", orNull(figures.divergence()));
        part.put("greatestDifference", orNull(figures.greatest()));
        part.put("meanDifference", orNull(figures.mean()));
        part.put("perplexity", orNull(further.perplexity()));
        part.put("cosine", orNull(further.cosine()));
        part.put("orderLost", further.ranks().map(QuantizeDocument::loss).orElse(null));
        return part;
    }

    private static Map<String, @Nullable Object> loss(PairedLoss loss) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("difference", loss.difference());
        part.put("ci95", loss.ci95().map(QuantizeDocument::ends).orElse(null));
        part.put("ownAlone", loss.ownAlone());
        part.put("otherAlone", loss.otherAlone());
        return part;
    }

    private static Map<String, @Nullable Object> timing(Figures figures) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("p50Ms", figures.p50());
        part.put("p95Ms", orNull(figures.p95()));
        part.put("n", figures.inferences());
        part.put("ratio", figures.ratio().map(ratio -> ratio.value()).orElse(null));
        part.put(
                "ratioCi95",
                figures.ratio()
                        .flatMap(ratio -> ratio.ci95())
                        .map(QuantizeDocument::ends)
                        .orElse(null));
        return part;
    }

    private static List<Double> ends(Interval interval) {
        return List.of(interval.low(), interval.high());
    }

    private static @Nullable Double orNull(OptionalDouble figure) {
        return figure.isPresent() ? figure.getAsDouble() : null;
    }
}
