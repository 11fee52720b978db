package dev.bascule.studies.quantization;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Points as if measured, whose truth is known. */
public final class Points {
    static final int SAMPLES = 200;
    private static final int BLOCKS = 8;

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
                new Point.Timing(blocks(pace), original ? List.of() : blocks(1)),
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

    /** Of many steps of the clock, each a little otherwise. */
    private static List<List<Double>> blocks(double pace) {
        List<List<Double>> blocks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            List<Double> samples = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                samples.add(10 * pace * (1 + 0.004 * ((block * 7 + i * 3) % 5)) + 1e-4 * i);
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
                .of("cpu", new TargetStudy.Outcome(List.of(points), Map.of(), List.of()));
    }

    public static Judged named(TargetJudge.Verdict verdict, String variant) {
        return verdict.judged().stream()
                .filter(each -> each.point().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }
}
