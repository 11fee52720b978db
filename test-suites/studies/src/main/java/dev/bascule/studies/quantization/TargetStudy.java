package dev.bascule.studies.quantization;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.usage.Reading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * All variants on one target: each answers the samples that judge, and is timed in turn with the unquantised model, which stays open
 * beside it in a process of its own. So are copies of it, whose times show what processes alone differ by. Belongs to one thread.
 *
 * @param stage the target
 * @param testCase the unquantised model's, fed the first sample
 * @param samples what judges
 * @param reader what outputs say
 * @param settings how much is measured
 * @param file what was measured so far
 * @param context what a measurement depends on besides the variant: model, data, seed and settings, as words
 * @param progress is told what is at hand
 */
public record TargetStudy(
        Stage stage,
        PreparedCase testCase,
        SampleSplit samples,
        SampleReader reader,
        QuantizationSettings settings,
        PointFile file,
        List<String> context,
        Consumer<String> progress) {

    /**
     * What came of a target.
     *
     * @param points of what was measured, the unquantised model's first
     * @param failed why others have none, by name
     * @param kept names of those that were measured by an earlier search
     * @param stopped whether somebody stopped it before all were through
     */
    public record Outcome(List<Point> points, Map<String, Failure> failed, List<String> kept, boolean stopped) {
        /** Of one that nobody stopped. */
        public Outcome(List<Point> points, Map<String, Failure> failed, List<String> kept) {
            this(points, failed, kept, false);
        }
    }

    /** Measures what is not known yet; an interrupted thread gets what there is by then. */
    public Outcome run(List<Variant> variants) {
        Map<String, Point> points = new HashMap<>();
        Map<String, Failure> failed = new LinkedHashMap<>();
        List<String> kept = new ArrayList<>();
        List<Variant> there = withCopies(
                variants.stream().filter(each -> each.made().isPresent()).toList());
        for (Variant variant : there) {
            Optional<Point> known = file.of(key(variant)).filter(point -> isOf(point, variant));
            known.ifPresent(point -> {
                points.put(variant.name(), point);
                kept.add(variant.name());
            });
        }
        if (kept.size() < there.size()) {
            Variant original = there.get(0);
            try (Beside beside = new Beside(original)) {
                for (Variant variant : there.subList(1, there.size())) {
                    if (!kept.contains(variant.name()) && !isStopped()) {
                        progress.accept("%s: %s".formatted(stage.target(), variant.name()));
                        beside.measure(variant, points, failed);
                    }
                }
                if (!kept.contains(original.name()) && !isStopped()) {
                    beside.own(points, failed);
                }
            }
        }
        return new Outcome(
                there.stream()
                        .flatMap(variant -> Optional.ofNullable(points.get(variant.name())).stream())
                        .toList(),
                failed,
                kept,
                points.size() < there.size()
                        && (isStopped()
                                || failed.values().stream().anyMatch(why -> why.code() == ErrorCode.RUN_INTERRUPTED)));
    }

    /** After the unquantised model the same again, which shows what processes differ by. */
    private static List<Variant> withCopies(List<Variant> made) {
        List<Variant> all = new ArrayList<>(made.subList(0, 1));
        IntStream.rangeClosed(1, ProcessSpread.COPIES)
                .mapToObj(made.get(0)::again)
                .forEach(all::add);
        all.addAll(made.subList(1, made.size()));
        return all;
    }

    /** Whether a line says of a variant what can be said of it: what somebody changed is measured anew. */
    private boolean isOf(Point point, Variant variant) {
        boolean fits = point.isOf(stage.target(), variant, samples.evaluation().size(), settings.pairs());
        if (!fits) {
            progress.accept("%s: what was kept of %s does not fit it, and is measured anew"
                    .formatted(stage.target(), variant.name()));
        }
        return fits;
    }

    private static boolean isStopped() {
        return Thread.currentThread().isInterrupted();
    }

    /** Under which a variant's point is kept. */
    String key(Variant variant) {
        Variant.File made = variant.made().orElseThrow();
        List<String> parts = new ArrayList<>(context);
        parts.addAll(List.of(
                stage.target(),
                stage.place().target().engine().toString(),
                variant.name(),
                made.recipe(),
                made.artifact().sha256()));
        return PointFile.key(parts);
    }

    /** The unquantised model, opened when it is first needed and again where it was lost. */
    private final class Beside implements AutoCloseable {
        private final Variant original;
        private Optional<OpenModel> open = Optional.empty();
        private List<Map<String, Tensor>> answers = List.of();
        private final List<Samples> blocks = new ArrayList<>();
        private Optional<Reading<Double>> uncounted = Optional.empty();
        /** As others are read: the process goes on, and what it keeps grows with all that it is raced with. */
        private Optional<Reading<Long>> memory = Optional.empty();

        Beside(Variant original) {
            this.original = original;
        }

        private Optional<Failure> ready() {
            if (open.filter(OpenModel::isSound).isPresent()) {
                return Optional.empty();
            }
            close();
            OpenModel model = OpenModel.open(stage, testCase);
            open = Optional.of(model);
            answers = model.answers(samples.evaluation());
            model.warmUp(settings.warmUp());
            memory = Optional.of(model.memory());
            return model.trouble()
                    .or(() -> answers.size() < samples.evaluation().size()
                            ? Optional.of(Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped by the user"))
                            : Optional.empty());
        }

        void measure(Variant variant, Map<String, Point> points, Map<String, Failure> failed) {
            Optional<Failure> not = ready();
            if (not.isPresent()) {
                failed.put(
                        variant.name(),
                        Failure.of(
                                not.orElseThrow().code(),
                                "the unquantised model: " + not.orElseThrow().message()));
                return;
            }
            Variant.File made = variant.made().orElseThrow();
            try (OpenModel own = OpenModel.open(stage, testCase.withArtifact(made.artifact()))) {
                List<Map<String, Tensor>> said = own.answers(samples.evaluation());
                own.warmUp(settings.warmUp());
                Reading<Long> grown = own.memory();
                List<Samples> ownBlocks = new ArrayList<>();
                List<Samples> baseBlocks = new ArrayList<>();
                race(own, ownBlocks, baseBlocks);
                Reading<Double> energy = energy(own);
                Optional<OpenModel.Ending> ending = own.end();
                Optional<Failure> trouble = own.trouble().or(() -> open.flatMap(OpenModel::trouble));
                boolean whole = ending.isPresent()
                        && said.size() == samples.evaluation().size()
                        && ownBlocks.size() == settings.pairs()
                        && baseBlocks.size() == settings.pairs();
                if (trouble.isPresent() || !whole) {
                    failed.put(
                            variant.name(),
                            trouble.orElseGet(() -> Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped by the user")));
                    return;
                }
                blocks.addAll(baseBlocks);
                Point point = point(
                        variant,
                        said,
                        new Point.Timing(Point.Timing.blocks(ownBlocks), Point.Timing.blocks(baseBlocks)),
                        ending.orElseThrow(),
                        grown,
                        energy);
                points.put(variant.name(), point);
                file.add(key(variant), point);
            }
        }

        /** A machine that has no counter for one has none for the next, and is not asked again. */
        private Reading<Double> energy(OpenModel model) {
            if (uncounted.isPresent()) {
                return uncounted.orElseThrow();
            }
            Reading<Double> energy = model.energy();
            if (!energy.isKnown() && model.isSound()) {
                uncounted = Optional.of(energy);
            }
            return energy;
        }

        /** Own, base, base, own, …: what the machine does meanwhile falls on both. */
        private void race(OpenModel own, List<Samples> ownBlocks, List<Samples> baseBlocks) {
            OpenModel base = open.orElseThrow();
            BlockRequest request = new BlockRequest(
                    3, settings.block(), settings.block().multipliedBy(20).plus(Duration.ofSeconds(5)));
            for (int pair = 0; pair < settings.pairs() && own.isSound() && base.isSound() && !isStopped(); pair++) {
                boolean ownFirst = pair % 2 == 0;
                Optional<Samples> first = (ownFirst ? own : base).block(request);
                Optional<Samples> second = (ownFirst ? base : own).block(request);
                if (first.isPresent() && second.isPresent()) {
                    ownBlocks.add(ownFirst ? first.orElseThrow() : second.orElseThrow());
                    baseBlocks.add(ownFirst ? second.orElseThrow() : first.orElseThrow());
                }
            }
        }

        /** The point of the unquantised model itself; its blocks are those that ran beside others. */
        void own(Map<String, Point> points, Map<String, Failure> failed) {
            progress.accept("%s: %s".formatted(stage.target(), original.name()));
            Optional<Failure> not = ready();
            if (not.isPresent()) {
                failed.put(original.name(), not.orElseThrow());
                return;
            }
            OpenModel model = open.orElseThrow();
            for (int block = 0; blocks.isEmpty() && block < settings.pairs() && !isStopped(); block++) {
                Optional<Samples> alone = model.block(
                        new BlockRequest(3, settings.block(), settings.block().multipliedBy(20)));
                if (alone.isEmpty()) {
                    break;
                }
                blocks.add(alone.orElseThrow());
            }
            Reading<Double> energy = energy(model);
            Reading<Long> grown = memory.orElseGet(model::memory);
            Optional<OpenModel.Ending> ending = model.end();
            if (ending.isEmpty() || blocks.isEmpty()) {
                failed.put(
                        original.name(),
                        model.trouble().orElseGet(() -> Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped by the user")));
                return;
            }
            Point point = point(
                    original,
                    answers,
                    new Point.Timing(Point.Timing.blocks(blocks), List.of()),
                    ending.orElseThrow(),
                    grown,
                    energy);
            points.put(original.name(), point);
            file.add(key(original), point);
        }

        private Point point(
                Variant variant,
                List<Map<String, Tensor>> said,
                Point.Timing timing,
                OpenModel.Ending ending,
                Reading<Long> memory,
                Reading<Double> energy) {
            Variant.File made = variant.made().orElseThrow();
            SessionPlacement where = ending.where();
            Evidence evidence = where.evidence();
            return new Point(
                    stage.target(),
                    variant.name(),
                    made.artifact().sha256(),
                    made.artifact().bytes(),
                    made.deflated(),
                    reader.all(samples.evaluation(), said, answers),
                    timing,
                    new Point.Cost(
                            ending.end().phases().fetch().map(TargetStudy::millis),
                            ending.end().phases().create().map(TargetStudy::millis),
                            ending.end().phases().first().map(TargetStudy::millis),
                            memory.optional(),
                            memory.words(),
                            energy.optional(),
                            energy.words()),
                    new Point.Placing(
                            evidence.proof().name(),
                            evidence.nodesOnRequested(),
                            evidence.totalNodes(),
                            evidence.nodes(),
                            where.words(),
                            PrecisionCredit.of(made, stage.place().backend(), ending.evidence())),
                    ending.doubt().stream().toList(),
                    reader.commonest(said));
        }

        @Override
        public void close() {
            open.ifPresent(OpenModel::close);
            open = Optional.empty();
        }
    }

    private static double millis(Duration length) {
        return length.toNanos() / 1e6;
    }
}
