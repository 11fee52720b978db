package dev.bascule.studies.quantization;

import dev.bascule.models.zoo.SplitMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Points as if measured, whose truth is known. */
public final class Points {
    static final int SAMPLES = 200;
    private static final int BLOCKS = 8;
    private static final double SPREAD = 0.02;

    private Points() {}

    /**
     * @param wrong how many of the first samples it gets wrong
     * @param pace times the unquantised model's time
     */
    public static Point of(String variant, int wrong, double pace, long bytes) {
        List<SampleAnswer> answers = IntStream.range(0, SAMPLES)
                .mapToObj(i -> new SampleAnswer(
                        Optional.of(i < wrong ? 0.0 : 1.0),
                        Optional.of(i < wrong ? 0.0 : 1.0),
                        Optional.of(0.1),
                        Optional.of(0.01),
                        Optional.of(0.001)))
                .toList();
        boolean original = variant.equals(Variant.ORIGINAL);
        return new Point(
                "cpu",
                variant,
                "00",
                bytes,
                bytes,
                answers,
                new Point.Timing(blocks(variant, pace), original ? List.of() : blocks("beside " + variant, 1)),
                new Point.Cost(
                        Optional.empty(),
                        Optional.of(1.0),
                        Optional.of(1.0),
                        Optional.empty(),
                        "out of reach",
                        Optional.empty(),
                        "no counter"),
                placing(7, 7),
                List.of());
    }

    /** One whose blocks take now the one pace, now the other, so that its ratio has a wide interval. */
    static Point swaying(String variant, int wrong, double pace, double other, long bytes) {
        Point point = of(variant, wrong, pace, bytes);
        List<List<Double>> slow = blocks(variant, other);
        List<List<Double>> own = IntStream.range(0, BLOCKS)
                .mapToObj(block ->
                        block % 2 == 0 ? slow.get(block) : blocks(variant, pace).get(block))
                .toList();
        return new Point(
                point.target(),
                variant,
                point.sha256(),
                bytes,
                bytes,
                point.answers(),
                new Point.Timing(own, blocks("beside " + variant, 1)),
                point.cost(),
                point.placing(),
                point.notes());
    }

    public static Point.Placing placing(int there, int nodes) {
        return new Point.Placing(
                "PROVEN",
                there,
                nodes,
                Map.of("webgpu", there, "wasm", nodes - there),
                "there",
                new Point.Precision(false, "float32"));
    }

    public static Point placed(Point point, Point.Placing placing) {
        return new Point(
                point.target(),
                point.variant(),
                point.sha256(),
                point.bytes(),
                point.deflated(),
                point.answers(),
                point.timing(),
                point.cost(),
                placing,
                point.notes());
    }

    public static Point saying(Point point, Commonest commonest) {
        return new Point(
                point.target(),
                point.variant(),
                point.sha256(),
                point.bytes(),
                point.deflated(),
                point.answers(),
                point.timing(),
                point.cost(),
                point.placing(),
                point.notes(),
                java.util.Optional.of(commonest));
    }

    /** With other answers. */
    public static Point answering(Point point, List<SampleAnswer> answers) {
        return new Point(
                point.target(),
                point.variant(),
                point.sha256(),
                point.bytes(),
                point.deflated(),
                answers,
                point.timing(),
                point.cost(),
                point.placing(),
                point.notes());
    }

    /** Copies of the unquantised model, each of a process of its own. */
    private static List<Point> copies() {
        return IntStream.rangeClosed(1, ProcessSpread.COPIES)
                .mapToObj(i -> of(Variant.AGAIN + i, 4, 1, 1_000_000))
                .toList();
    }

    /** Points with copies of the unquantised model, as a study has them. */
    public static List<Point> withCopies(Point... points) {
        return Stream.concat(Stream.of(points), copies().stream().map(copy -> answering(copy, points[0].answers())))
                .toList();
    }

    /** Of many steps of the clock; the name's process has a pace of its own, its blocks and times each another. */
    private static List<List<Double>> blocks(String process, double pace) {
        SplitMix random = SplitMix.named(process);
        double own = 10 * pace * Math.exp(SPREAD * random.nextGaussian());
        List<List<Double>> blocks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            List<Double> samples = new ArrayList<>();
            double here = own * (1 + 0.004 * random.nextGaussian());
            for (int i = 0; i < 20; i++) {
                samples.add(here * (1 + 0.002 * Math.abs(random.nextGaussian())) + 1e-4 * i);
            }
            blocks.add(samples);
        }
        return blocks;
    }

    public static SampleSplit split(boolean shared) {
        List<Sample> evaluation = IntStream.range(0, SAMPLES)
                .mapToObj(i -> new Sample(Map.of(), java.util.OptionalInt.of(i % 10), "e" + i))
                .toList();
        List<Sample> calibration =
                shared ? evaluation.subList(0, 5) : List.of(new Sample(Map.of(), java.util.OptionalInt.of(1), "c"));
        return new SampleSplit(
                "made",
                "here",
                IntStream.range(0, 10).mapToObj(String::valueOf).toList(),
                calibration,
                evaluation,
                List.of());
    }

    public static TargetJudge.Verdict judged(
            SampleSplit samples, List<Variant> variants, String budget, Point... points) {
        return new TargetJudge(
                        samples,
                        variants,
                        budget.isEmpty() ? QuantizationBudget.NONE : QuantizationBudget.parse(budget))
                .of("cpu", new TargetStudy.Outcome(withCopies(points), Map.of(), List.of()));
    }

    public static Judged named(TargetJudge.Verdict verdict, String variant) {
        return verdict.judged().stream()
                .filter(each -> each.point().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }
}
