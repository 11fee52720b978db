package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.method.Methods;
import dev.bascule.studies.quantization.Judged;
import dev.bascule.studies.quantization.Loss;
import dev.bascule.studies.quantization.MethodSet;
import dev.bascule.studies.quantization.ModelFeed;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.QuantizationSettings;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.Variant;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.training.data.DataSets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Variants that are known to be what they are, measured on the real native CPU. */
@Tag("native")
@Tag("full")
class LocalQuantizeServiceTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final DataSets SETS = new DataSets(CacheFolder.ofProcess());

    @TempDir
    Path folder;

    private record Asked(
            ModelProto model,
            String data,
            String budget,
            int samples,
            Optional<QuantizationRequest.Emission> emit,
            MethodSet methods) {}

    private Asked asked(ModelProto model, String data, Method... methods) {
        return new Asked(model, data, "", 30, Optional.empty(), () -> List.of(methods));
    }

    private QuantizationReport quantize(Asked asked, long seed) throws IOException {
        return quantize(asked, seed, Backends.NATIVE_CPU, WARM, RunListener.silent());
    }

    private QuantizationReport quantize(
            Asked asked, long seed, Backend backend, RunEnvironmentFactory environments, RunListener listener)
            throws IOException {
        Path file = Files.write(folder.resolve("model.onnx"), asked.model().toByteArray());
        SuiteCase wanted = new SuiteCase(
                CaseId.of("quantize", "model", "model", Map.of()),
                new SuiteModel(file.toString(), "model", SuiteModel.Feed.NONE),
                RunSettings.DEFAULT,
                List.of(Chain.of(backend)),
                Comparisons.OFF);
        RunRequest run = new RunRequest(
                new Invocation("20261129-000000-0001", "quantize", "0".repeat(64), seed, "bascule quantize"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.None()),
                0);
        return new LocalQuantizeService(environments, SETS, asked.methods())
                .quantize(
                        new QuantizationRequest(
                                run,
                                List.of(new Chosen(Optional.empty(), backend, true)),
                                List.of("all"),
                                new QuantizationRequest.Data(
                                        List.of(asked.data()),
                                        new SampleSplit.Counts(20, asked.samples()),
                                        false,
                                        ModelFeed.Linear.SAME),
                                asked.budget().isEmpty()
                                        ? QuantizationBudget.NONE
                                        : QuantizationBudget.parse(asked.budget()),
                                new QuantizationSettings(4, Duration.ofMillis(20), Duration.ofMillis(100)),
                                folder.resolve("points.jsonl"),
                                asked.emit()),
                        listener);
    }

    private static Judged judged(QuantizationReport report, String variant) {
        TargetJudge.Verdict target = report.targets().get(0);
        assertThat(target.failed()).isEmpty();
        return target.judged().stream()
                .filter(each -> each.point().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void variants_of_which_the_truth_is_known_are_told_apart() throws IOException {
        QuantizationReport report = quantize(
                new Asked(
                        Centroids.model(SETS.of("strokes")),
                        "strokes",
                        "accuracy=1%",
                        120,
                        Optional.empty(),
                        () -> List.of(
                                KnownMethods.nothing(),
                                KnownMethods.scaled(1.5f),
                                KnownMethods.pretending(),
                                KnownMethods.ranged())),
                7);

        assertThat(report.targets().get(0).loss()).contains(Loss.ACCURACY);
        Judged base = judged(report, Variant.ORIGINAL);
        assertThat(base.figures().accuracy().orElseThrow().ci95().low()).isGreaterThan(0.3);
        assertThat(base.point().placing().proof()).isEqualTo("PROVEN");

        Judged nothing = judged(report, "nothing");
        assertThat(nothing.figures().right()).isEqualTo(base.figures().right());
        assertThat(nothing.figures().mcNemar().getAsDouble()).isEqualTo(1);

        Judged scaled = judged(report, "scaled");
        assertThat(scaled.figures().right().orElseThrow())
                .isLessThan(base.figures().right().orElseThrow());
        assertThat(scaled.figures().mcNemar().getAsDouble()).isLessThan(0.01);
        assertThat(scaled.figures().loss().orElseThrow().ci95().orElseThrow().low())
                .isPositive();

        assertThat(judged(report, "pretending").flags()).anyMatch(flag -> flag.contains("in float32"));

        Judged calibrated = judged(report, "calibrated");
        assertThat(calibrated.figures().agreement().getAsDouble()).isGreaterThan(0.9);
        assertThat(calibrated.flags()).isEmpty();
    }

    @Test
    @Tag("red-team")
    void negative_control_scales_that_were_exchanged_among_channels_surely_lose_and_the_right_ones_do_not()
            throws IOException {
        QuantizationReport report = quantize(
                new Asked(
                        Centroids.model(SETS.of("strokes")),
                        "strokes",
                        "",
                        120,
                        Optional.empty(),
                        () -> List.of(Methods.named("int8-channel").orElseThrow(), KnownMethods.swapped())),
                7);

        assertThat(judged(report, "int8-channel").figures().mcNemar().getAsDouble())
                .isGreaterThan(0.05);
        Judged swapped = judged(report, "swapped");
        assertThat(swapped.figures().mcNemar().getAsDouble()).isLessThan(0.01);
        assertThat(swapped.figures().loss().orElseThrow().ci95().orElseThrow().low())
                .isPositive();
    }

    @Test
    void shuffled_labels_are_chance_and_told() throws IOException {
        Path shuffled = Centroids.shuffled(SETS.of("strokes"), folder.resolve("shuffled"));

        QuantizationReport report =
                quantize(asked(Centroids.model(SETS.of("strokes")), shuffled.toString(), KnownMethods.nothing()), 7);

        TargetJudge.Verdict target = report.targets().get(0);
        assertThat(target.loss()).contains(Loss.AGREEMENT);
        assertThat(String.join(" ", target.notes())).contains("no better than chance");
    }

    @Test
    void a_search_goes_on_from_what_was_kept_and_another_seed_measures_anew() throws IOException {
        Asked one = asked(Centroids.model(SETS.of("strokes")), "strokes", KnownMethods.nothing());
        Asked two = asked(
                Centroids.model(SETS.of("strokes")), "strokes", KnownMethods.nothing(), KnownMethods.scaled(1.5f));
        quantize(one, 7);

        QuantizationReport again = quantize(two, 7);
        QuantizationReport other = quantize(one, 8);

        assertThat(again.targets().get(0).kept())
                .containsExactly(Variant.ORIGINAL, Variant.AGAIN + 1, Variant.AGAIN + 2, Variant.AGAIN + 3, "nothing");
        assertThat(again.targets().get(0).judged()).hasSize(6);
        assertThat(other.targets().get(0).kept()).isEmpty();
    }

    /** An environment of its own: what an interrupt ends is lent to nobody else. */
    @Test
    void a_search_that_was_interrupted_goes_on_from_what_it_had_measured() throws IOException {
        Asked asked = asked(
                Centroids.model(SETS.of("strokes")), "strokes", KnownMethods.nothing(), KnownMethods.scaled(1.5f));
        RunListener impatient = new RunListener() {
            @Override
            public void phase(String activity) {
                if (activity.endsWith(": nothing")) {
                    Thread.currentThread().interrupt();
                }
            }
        };

        QuantizationReport first =
                quantize(asked, 7, Backends.NATIVE_CPU, LocalRunEnvironments.ofThisMachine(), impatient);
        boolean told = Thread.interrupted();
        QuantizationReport again = quantize(asked, 7);

        assertThat(told).as("whoever asked is still told").isTrue();
        assertThat(first.interrupted()).isTrue();
        assertThat(first.targets().get(0).judged())
                .extracting(each -> each.point().variant())
                .containsExactly(Variant.AGAIN + 1, Variant.AGAIN + 2, Variant.AGAIN + 3);
        assertThat(again.interrupted()).isFalse();
        assertThat(again.targets().get(0).kept())
                .containsExactly(Variant.AGAIN + 1, Variant.AGAIN + 2, Variant.AGAIN + 3);
        assertThat(again.targets().get(0).judged()).hasSize(6);
    }

    @Test
    void samples_that_calibrate_and_judge_are_flagged() throws IOException {
        Path twice = Centroids.repeated(SETS.of("strokes"), folder.resolve("twice.npy"), 4, 15);

        QuantizationReport report = quantize(
                asked(
                        Centroids.model(SETS.of("strokes")),
                        twice.toString(),
                        KnownMethods.ranged(),
                        KnownMethods.nothing()),
                7);

        assertThat(report.flags().get(0)).contains("among those that calibrate");
        assertThat(judged(report, "calibrated").flags()).anyMatch(flag -> flag.contains("calibrated it as well"));
        assertThat(judged(report, "nothing").flags()).isEmpty();
    }

    @Test
    void one_sample_without_a_label_has_no_interval() throws IOException {
        Path one = Centroids.repeated(SETS.of("strokes"), folder.resolve("one.npy"), 1, 1);

        QuantizationReport report = quantize(
                asked(
                        Centroids.model(SETS.of("strokes")),
                        one.toString(),
                        KnownMethods.nothing(),
                        KnownMethods.ranged(),
                        new QuantizationMethods().named("hybrid").orElseThrow()),
                7);

        assertThat(report.variants().get(3).refused())
                .contains("what each layer alone does", "besides those that judge");
        assertThat(judged(report, "nothing").figures().loss().orElseThrow().ci95())
                .isEmpty();
        assertThat(report.variants().get(2).refused()).contains("no sample besides those that judge");
        assertThat(String.join(" ", report.notes())).contains("there is one sample");
    }

    @Test
    void what_layers_do_alone_is_measured_once_and_kept_and_never_on_samples_that_judge() throws IOException {
        Asked asked = asked(
                Centroids.model(SETS.of("strokes")),
                "strokes",
                new QuantizationMethods().named("hybrid").orElseThrow());

        QuantizationReport first = quantize(asked, 7);
        QuantizationReport again = quantize(asked, 7);

        assertThat(String.join(" ", first.notes())).contains("3 trials measured, 0 kept", "8 samples that calibrate");
        assertThat(String.join(" ", again.notes())).contains("0 trials measured, 3 kept");
        Variant.File made = first.variants().get(1).made().orElseThrow();
        assertThat(made.layers())
                .singleElement()
                .satisfies(layer -> assertThat(layer.alone())
                        .containsOnlyKeys(4, 8, 16)
                        .satisfies(alone -> assertThat(alone.get(4)).isGreaterThan(alone.get(16))));
        assertThat(again.variants().get(1).made().orElseThrow().artifact().sha256())
                .isEqualTo(made.artifact().sha256());
        assertThat(judged(first, "hybrid").flags()).isEmpty();
    }

    @Test
    void what_kinds_of_layers_take_is_timed_natively_once_and_foretold() throws IOException {
        Asked asked = asked(
                Centroids.model(SETS.of("strokes")),
                "strokes",
                new QuantizationMethods().named("hybrid").orElseThrow(),
                new QuantizationMethods().named("hybrid-time").orElseThrow());

        QuantizationReport first = quantize(asked, 7);
        QuantizationReport again = quantize(asked, 7);

        assertThat(String.join(" ", first.notes()))
                .contains("MatMul (1 layer, shared out by multiplications)", "7 models timed, 0 kept");
        assertThat(String.join(" ", again.notes())).contains("0 models timed, 7 kept");
        Variant.File made = first.variants().get(2).made().orElseThrow();
        assertThat(String.join(" ", made.notes())).contains("foretold natively");
        assertThat(made.artifact().bytes())
                .isLessThan(
                        first.variants().get(0).made().orElseThrow().artifact().bytes());
        assertThat(again.variants().get(2).made().orElseThrow().artifact().sha256())
                .isEqualTo(made.artifact().sha256());
        assertThat(judged(first, "hybrid-time").flags()).isEmpty();
    }

    @Test
    @Tag("openvino")
    void what_openvino_leaves_to_native_cpu_is_flagged_with_the_nodes_that_left() throws IOException {
        assumeThat(LibrarySet.find(HostEnvironment.ofProcess(), LibrarySet.OPENVINO))
                .as("OpenVINO's library set is not installed: ./bascule install openvino")
                .isPresent();

        QuantizationReport report = quantize(
                asked(
                        Centroids.convolved(SETS.of("strokes")),
                        "strokes",
                        Methods.named("dynamic-int8").orElseThrow(),
                        KnownMethods.nothing()),
                7,
                Backends.OPENVINO,
                // What others were lent was opened without this part.
                LocalRunEnvironments.ofThisMachine(),
                RunListener.silent());

        Judged left = judged(report, "dynamic-int8");
        assertThat(left.leftAccelerator()).isTrue();
        assertThat(left.point().placing().byBackend()).containsKeys("cpu", "openvino");
        assertThat(left.flags()).anyMatch(flag -> flag.contains("ran where they should") && flag.contains(" on cpu"));
        assertThat(left.point().placing().precision().credit())
                .as("integers on native CPU are none of OpenVINO's")
                .isFalse();
        assertThat(judged(report, "nothing").leftAccelerator()).isFalse();
    }

    @Test
    void weights_that_are_no_numbers_are_refused_by_name_and_nothing_is_measured() throws IOException {
        QuantizationReport report = quantize(
                new Asked(
                        Centroids.spoiled(SETS.of("strokes")),
                        "strokes",
                        "",
                        20,
                        Optional.empty(),
                        new QuantizationMethods()),
                7);

        assertThat(report.madeAny()).isFalse();
        assertThat(report.variants().get(1).refused()).contains("'w'").contains("NaN");
        assertThat(report.targets()).isEmpty();
    }

    @Test
    void data_of_another_shape_are_refused_with_both_shapes() throws IOException {
        Path file = Centroids.wrongShape(folder.resolve("wrong.npy"));

        assertThatThrownBy(() -> quantize(
                        asked(Centroids.model(SETS.of("strokes")), file.toString(), KnownMethods.nothing()), 7))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("float32[3]")
                .hasMessageContaining("float32[1,1,28,28]");
    }

    @Test
    void real_methods_run_and_what_is_advised_is_written_once() throws IOException {
        Asked asked = new Asked(
                Centroids.model(SETS.of("strokes")),
                "strokes",
                "accuracy=30%,bytes=20kB",
                30,
                Optional.of(new QuantizationRequest.Emission("best", folder.resolve("made"))),
                () -> List.of(
                        Methods.named("float16").orElseThrow(),
                        Methods.named("dynamic-int8").orElseThrow(),
                        Methods.named("palette4").orElseThrow()));

        QuantizationReport report = quantize(asked, 7);

        assertThat(judged(report, "dynamic-int8").point().placing().precision().credit())
                .isTrue();
        assertThat(judged(report, "float16").point().placing().precision().credit())
                .isFalse();
        assertThat(judged(report, "palette4").point().placing().precision().words())
                .contains("none of the", "expanded when the model opens");
        assertThat(report.targets().get(0).advice().keeps()).isTrue();
        QuantizationReport.Emitted written = report.emitted().get(0);
        assertThat(dev.bascule.fallback.cache.Sha256.of(written.file())).isEqualTo(written.sha256());
        assertThatThrownBy(() -> quantize(asked, 7))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("left as it is");
    }
}
