package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.LayerPrecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of kinds whose times are planted. */
class KindTimesRunTest {
    private static final String SLOW = "Conv in 8 bits";

    @TempDir
    Path folder;

    private final List<String> timed = new ArrayList<>();
    private final List<Sample> fed = new ArrayList<>();

    private KindTimesRun run(int calibrating, KindTimesRun.Timer timer, OptionalDouble most) throws IOException {
        OnnxModelFile file = OnnxModelFile.open(
                Files.write(folder.resolve("m.onnx"), SmallNetwork.model().toByteArray()));
        return new KindTimesRun(
                SmallNetwork.samples(calibrating),
                new VariantMaker(file, folder, 1),
                new ModelArtifact(file.sha256(), file.bytes(), folder.resolve("m.onnx")),
                timer,
                most);
    }

    private KindTimesRun.Found found(KindTimesRun.Timer timer, OptionalDouble most) throws IOException {
        return (KindTimesRun.Found) run(2, timer, most).result();
    }

    /** Each takes what the unquantised model takes, but for what is planted. */
    private KindTimesRun.Timer paces(Map<String, Double> planted) {
        return (sample, variants) -> {
            fed.add(sample);
            List<Point> points = new ArrayList<>();
            for (Variant variant : variants) {
                timed.add(variant.name());
                points.add(Points.of(variant.name(), 4, planted.getOrDefault(variant.name(), 1.0), 100));
            }
            return new TargetStudy.Outcome(
                    Points.withCopies(points.toArray(Point[]::new)), Map.of(), List.of(Variant.ORIGINAL));
        };
    }

    @Test
    void a_kind_that_takes_three_times_the_time_has_a_price_and_others_have_none() throws IOException {
        KindTimesRun.Found found = found(paces(Map.of(SLOW, 3.0)), OptionalDouble.empty());

        double first = found.times().price("first", LayerPrecision.INT8).orElseThrow();
        double second = found.times().price("second", LayerPrecision.INT8).orElseThrow();
        assertThat(first + second).isCloseTo(2, within(0.3));
        // 36 places of 27 products beside 16 of 144.
        assertThat(first / second).isCloseTo(972.0 / 2304, within(1e-9));
        assertThat(found.times().price("third", LayerPrecision.INT8)).hasValue(0);
        assertThat(found.times().price("first", LayerPrecision.FLOAT16)).hasValue(0);
        assertThat(found.times().most()).isEqualTo(1);
    }

    @Test
    void each_kind_is_timed_in_each_precision_on_one_sample_that_calibrates_and_told() throws IOException {
        KindTimesRun.Found found = found(paces(Map.of(SLOW, 3.0)), OptionalDouble.empty());

        assertThat(timed)
                .containsExactly(
                        Variant.ORIGINAL,
                        "Conv in 16 bits",
                        "Conv in 8 bits",
                        "Conv in 4 bits",
                        "MatMul in 16 bits",
                        "MatMul in 8 bits",
                        "MatMul in 4 bits");
        assertThat(fed)
                .singleElement()
                .satisfies(sample -> assertThat(sample.inputs())
                        .isEqualTo(SmallNetwork.sample(0).inputs()));
        assertThat(found.measured()).isEqualTo(9);
        assertThat(found.kept()).isEqualTo(1);
        assertThat(found.notes().get(0))
                .contains("Conv (2 layers, shared out by multiplications)", "MatMul (1 layer,")
                .containsPattern("[23]\\.\\d\\d \\([\\d.]+–[\\d.]+\\) in 8 bits");
    }

    @Test
    void a_time_that_is_asked_for_is_held_against_the_unquantised_models() throws IOException {
        KindTimesRun.Found found = found(paces(Map.of()), OptionalDouble.of(25));

        // That takes some 10 ms.
        assertThat(found.times().most()).isCloseTo(2.5, within(0.3));
    }

    @Test
    void one_that_does_not_run_has_no_price_and_is_told() throws IOException {
        KindTimesRun.Timer fails = (sample, variants) -> {
            TargetStudy.Outcome all = paces(Map.of()).timed(sample, variants);
            return new TargetStudy.Outcome(
                    all.points().stream()
                            .filter(point -> !point.variant().equals(SLOW))
                            .toList(),
                    new LinkedHashMap<>(Map.of(SLOW, Failure.of(ErrorCode.NUMERICS_WRONG, "it was planted"))),
                    List.of());
        };

        KindTimesRun.Found found = found(fails, OptionalDouble.empty());

        assertThat(found.times().price("first", LayerPrecision.INT8)).isEmpty();
        assertThat(found.times().price("first", LayerPrecision.INT4)).isPresent();
        assertThat(found.notes()).anyMatch(note -> note.contains(SLOW) && note.contains("it was planted"));
    }

    @Test
    void without_copies_of_the_unquantised_model_nothing_is_told_apart() throws IOException {
        KindTimesRun.Timer alone = (sample, variants) -> {
            TargetStudy.Outcome all = paces(Map.of(SLOW, 3.0)).timed(sample, variants);
            return new TargetStudy.Outcome(
                    all.points().stream().filter(point -> !point.isAgain()).toList(), Map.of(), List.of());
        };

        KindTimes times = found(alone, OptionalDouble.empty()).times();

        assertThat(times.price("first", LayerPrecision.INT8)).hasValue(0);
        assertThat(times.kinds().get(0).ratios().get(LayerPrecision.INT8).value())
                .isGreaterThan(2);
    }

    /** As {@link #paces}, but for one that fails. */
    private KindTimesRun.Timer failing(String name, Failure why) {
        return (sample, variants) -> {
            TargetStudy.Outcome all = paces(Map.of(SLOW, 3.0)).timed(sample, variants);
            return new TargetStudy.Outcome(
                    all.points().stream()
                            .filter(point -> !point.variant().equals(name))
                            .toList(),
                    Map.of(name, why),
                    List.of());
        };
    }

    @Test
    void a_copy_that_fails_takes_all_prices_away_and_no_bits() throws IOException {
        String copy = Variant.AGAIN + 2;

        KindTimesRun.Found found =
                found(failing(copy, Failure.of(ErrorCode.NUMERICS_WRONG, "it was planted")), OptionalDouble.empty());

        assertThat(found.times().price("first", LayerPrecision.INT8)).hasValue(0);
        assertThat(found.notes())
                .contains("no price is known, as no ratio has an interval: unquantised again 2 was not timed:"
                        + " it was planted")
                .noneMatch(note -> note.contains("no layer of that kind"));
    }

    @Test
    void a_kind_that_was_stopped_while_it_was_timed_did_not_fail() throws IOException {
        KindTimesRun.Timer stopped = failing(SLOW, Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped by the user"));

        assertThat(run(1, stopped, OptionalDouble.empty()).result())
                .isInstanceOfSatisfying(
                        KindTimesRun.None.class,
                        none -> assertThat(none.why()).contains("goes on from what was measured"));
    }

    @Test
    void an_interrupted_thread_has_no_times() throws IOException {
        KindTimesRun.Timer failed = failing(SLOW, Failure.of(ErrorCode.NUMERICS_WRONG, "its child went away"));
        KindTimesRun.Timer stopped = (sample, variants) -> {
            Thread.currentThread().interrupt();
            return failed.timed(sample, variants);
        };
        KindTimesRun run = run(1, stopped, OptionalDouble.empty());
        try {
            assertThat(run.result()).isInstanceOf(KindTimesRun.None.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void one_that_was_stopped_or_has_no_sample_says_so() throws IOException {
        KindTimesRun.Timer stopped = (sample, variants) ->
                new TargetStudy.Outcome(List.of(Points.of(Variant.ORIGINAL, 4, 1, 100)), Map.of(), List.of());

        assertThat(((KindTimesRun.None) run(1, stopped, OptionalDouble.empty()).result()).why())
                .contains("goes on from what was measured");
        assertThat(((KindTimesRun.None) run(0, stopped, OptionalDouble.empty()).result()).why())
                .contains("no sample besides those that judge");
    }

    @Test
    void it_is_measured_once_and_only_for_whoever_asks() throws IOException {
        KindTimesRun run = run(1, paces(Map.of()), OptionalDouble.empty());

        assertThat(run.asked()).isEmpty();
        assertThat(timed).isEmpty();
        assertThat(run.result()).isSameAs(run.result());
        assertThat(run.asked()).contains(run.result());
        assertThat(fed).hasSize(1);
    }
}
