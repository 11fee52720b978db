package dev.bascule.studies.quantization;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.method.LayerKinds;
import dev.bascule.quantization.method.LayerTrials;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * Times on native CPU what kinds of layers take in fewer bits: for each kind and precision a model with all layers of that kind in it, in turn
 * with the unquantised one, as {@link TargetStudy} times variants, on one sample that calibrates. Processes of one model differ, so intervals
 * have in them what {@link ProcessSpread} saw. Once for all methods; what was measured before is kept. Belongs to one thread.
 */
public final class KindTimesRun {
    private static final String STOPPED = "it was stopped by the user; the same line goes on from what was measured";

    private final SampleSplit samples;
    private final VariantMaker maker;
    private final ModelArtifact artifact;
    private final Timer timer;
    private final OptionalDouble mostMillis;
    private Optional<Result> came = Optional.empty();

    /**
     * @param natively how native CPU is measured; its samples are those of the search, of which one that calibrates is fed
     * @param maker of the models of kinds
     * @param mostMillis that a median inference may take natively; empty for what the unquantised model takes
     */
    public KindTimesRun(TargetStudy natively, VariantMaker maker, OptionalDouble mostMillis) {
        this(
                natively.samples(),
                maker,
                natively.testCase().artifact(),
                (fed, variants) -> of(natively, fed).run(variants),
                mostMillis);
    }

    /**
     * @param samples of which one that calibrates is fed
     * @param artifact the unquantised model
     */
    KindTimesRun(
            SampleSplit samples, VariantMaker maker, ModelArtifact artifact, Timer timer, OptionalDouble mostMillis) {
        this.samples = samples;
        this.maker = maker;
        this.artifact = artifact;
        this.timer = timer;
        this.mostMillis = mostMillis;
    }

    /** Times models on native CPU. */
    @FunctionalInterface
    interface Timer {
        /** @param variants the unquantised model first */
        TargetStudy.Outcome timed(Sample fed, List<Variant> variants);
    }

    /** What came of it. */
    public sealed interface Result {}

    /** Nothing, and why. */
    public record None(String why) implements Result {}

    /**
     * What kinds take.
     *
     * @param measured models that this run timed, the unquantised one and its copies among them
     * @param kept models that an earlier one did
     * @param notes for the reader
     */
    public record Found(KindTimes times, int measured, int kept, List<String> notes) implements Result {
        public Found {
            notes = List.copyOf(notes);
        }
    }

    /** Measured when it is asked for the first time; where it was interrupted, what there is by then stays in the file. */
    public Result result() {
        Result now = came.orElseGet(this::run);
        came = Optional.of(now);
        return now;
    }

    /** What came, where somebody asked for it; measures nothing. */
    public Optional<Result> asked() {
        return came;
    }

    private Result run() {
        if (samples.calibration().isEmpty()) {
            return new None(
                    "there is no sample besides those that judge: give more by --data, or a --calibrate above 0");
        }
        Sample given = samples.calibration().get(0);
        Sample fed = new Sample(given.inputs(), given.label(), given.sha256());
        List<LayerKinds.Kind> kinds =
                LayerKinds.of(maker.original().proto(), fed.inputs()).all();
        List<String> notes = new ArrayList<>();
        List<Variant> variants = new ArrayList<>(List.of(maker.unquantised(artifact)));
        for (LayerKinds.Kind kind : kinds) {
            for (LayerPrecision precision : LayerTrials.tried()) {
                Variant made = maker.of(kind.in(precision), any -> new CalibrationRun.None("nothing is calibrated"));
                if (made.made().isPresent()) {
                    variants.add(made);
                } else {
                    notes.add("%s is not made: %s".formatted(made.name(), made.refused()));
                }
            }
        }
        TargetStudy.Outcome outcome = timer.timed(fed, variants);
        if (isStopped(outcome)) {
            return new None(STOPPED);
        }
        Optional<Point> base = outcome.points().stream()
                .filter(point -> point.variant().equals(Variant.ORIGINAL))
                .findFirst();
        boolean all = variants.stream().allMatch(each -> isDone(outcome, each.name()));
        if (base.isEmpty() || !all) {
            return new None(Optional.ofNullable(outcome.failed().get(Variant.ORIGINAL))
                    .map(why -> "native CPU did not time the unquantised model: " + why.message())
                    .orElse(STOPPED));
        }
        notes.addAll(failed(outcome.failed()));
        KindTimes times = new KindTimes(
                kinds.stream().map(kind -> measured(kind, outcome)).toList(), most(base.orElseThrow()));
        notes.add(0, words(times, kinds));
        return new Found(
                times,
                outcome.points().size() - outcome.kept().size(),
                outcome.kept().size(),
                notes);
    }

    /** Only time is wanted: one sample is enough, and none that judges is looked at. */
    static TargetStudy of(TargetStudy natively, Sample fed) {
        SampleSplit samples = natively.samples();
        List<String> context = new ArrayList<>(natively.context());
        context.addAll(List.of("time of kinds of layers", fed.sha256()));
        return new TargetStudy(
                natively.stage(),
                OpenModel.fed(natively.testCase(), fed),
                new SampleSplit(
                        samples.name(), samples.origin(), samples.classes(), List.of(), List.of(fed), List.of()),
                natively.reader(),
                natively.settings(),
                natively.file(),
                context,
                natively.progress());
    }

    /** What was stopped did not fail: a choice without it is none that was asked for. */
    private static boolean isStopped(TargetStudy.Outcome outcome) {
        return Thread.currentThread().isInterrupted()
                || outcome.failed().values().stream().anyMatch(why -> why.code() == ErrorCode.RUN_INTERRUPTED);
    }

    private static boolean isDone(TargetStudy.Outcome outcome, String variant) {
        return outcome.failed().containsKey(variant)
                || outcome.points().stream().anyMatch(point -> point.variant().equals(variant));
    }

    /** Without one of the copies no ratio has an interval, whatever its kind. */
    private static List<String> failed(Map<String, Failure> failed) {
        return failed.entrySet().stream()
                .map(each -> (each.getKey().startsWith(Variant.AGAIN)
                                ? "no price is known, as no ratio has an interval: %s was not timed: %s"
                                : "%s was not timed, so no layer of that kind gets them: %s")
                        .formatted(each.getKey(), each.getValue().message()))
                .toList();
    }

    private static KindTimes.Kind measured(LayerKinds.Kind kind, TargetStudy.Outcome outcome) {
        Optional<ProcessSpread> spread = ProcessSpread.of(outcome.points());
        Map<LayerPrecision, Ratio> ratios = new EnumMap<>(LayerPrecision.class);
        for (LayerPrecision precision : LayerTrials.tried()) {
            String name = kind.in(precision).name();
            outcome.points().stream()
                    .filter(point -> point.variant().equals(name))
                    .flatMap(point -> Figures.ratio(point, spread).stream())
                    .findFirst()
                    .ifPresent(ratio -> ratios.put(precision, ratio));
        }
        return new KindTimes.Kind(kind.name(), kind.shares(), ratios);
    }

    private double most(Point base) {
        return mostMillis.isPresent()
                ? mostMillis.getAsDouble() / base.timing().all().median()
                : 1;
    }

    private static String words(KindTimes times, List<LayerKinds.Kind> kinds) {
        List<String> each = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            String ratios = times.kinds().get(i).ratios().entrySet().stream()
                    .map(one -> "%s in %d bits"
                            .formatted(text(one.getValue()), one.getKey().bits()))
                    .collect(Collectors.joining(", "));
            int layers = kinds.get(i).shares().size();
            each.add("%s (%d layer%s, shared out by %s) %s"
                    .formatted(
                            kinds.get(i).name(),
                            layers,
                            layers == 1 ? "" : "s",
                            kinds.get(i).byMultiplications() ? "multiplications" : "elements",
                            ratios.isEmpty() ? "not timed" : ratios));
        }
        return "what kinds of layers take natively, in times of the unquantised model: " + String.join("; ", each);
    }

    private static String text(Ratio ratio) {
        Optional<Interval> ends = ratio.ci95();
        return String.format(Locale.ROOT, "%.2f", ratio.value())
                + ends.map(known -> String.format(Locale.ROOT, " (%.2f–%.2f)", known.low(), known.high()))
                        .orElse(" (no interval)");
    }
}
