package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.app.environment.WarmRunEnvironments;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.inputs.FrameWindow;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.quantization.Method;
import dev.bascule.quantization.method.Methods;
import dev.bascule.studies.quantization.FurtherFigures;
import dev.bascule.studies.quantization.Judged;
import dev.bascule.studies.quantization.Loss;
import dev.bascule.studies.quantization.ModelFeed;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.QuantizationSettings;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.studies.quantization.Variant;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import dev.bascule.training.data.DataSets;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A detector of two numbers that remembers, and the smallest writer of the zoo, on the real native CPU. */
@Tag("native")
@Tag("full")
class SequenceQuantizeTest {
    @RegisterExtension
    static final WarmRunEnvironments WARM = new WarmRunEnvironments();

    private static final int RATE = 16_000;
    private static final int FRAME = 32;
    private static final SuiteModel.Feed HEARD = new SuiteModel.Feed(
            Map.of(), Optional.empty(), Map.of(), Map.of("x", new FrameWindow(FRAME, 0)), Map.of("state", "next"));

    @TempDir
    Path folder;

    /** Loudness that fades by a tenth each frame: {@code next = 0.9 state + mean |x|}, {@code p = sigmoid(w next + b)}. */
    private static ModelProto detector() {
        return Protos.model(
                17,
                GraphProto.newBuilder()
                        .setName("detector")
                        .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, (long) FRAME)))
                        .addInput(Protos.typed("state", DType.FLOAT32, List.of(1L, 1L)))
                        .addOutput(Protos.typed("p", DType.FLOAT32, List.of(1L, 1L)))
                        .addOutput(Protos.typed("next", DType.FLOAT32, List.of(1L, 1L)))
                        .addInitializer(Protos.tensor("fade", Tensor.floats(Shape.of(1, 1), 0.9f)))
                        .addInitializer(Protos.tensor("w", Tensor.floats(Shape.of(1, 1), 8)))
                        .addInitializer(Protos.tensor("b", Tensor.floats(Shape.of(1), -8)))
                        .addInitializer(Protos.tensor("mean", ones()))
                        .addNode(Protos.node("Abs", "loud", List.of("x"), List.of("loud")))
                        .addNode(Protos.node("MatMul", "heard", List.of("loud", "mean"), List.of("heard")))
                        .addNode(Protos.node("MatMul", "kept", List.of("state", "fade"), List.of("kept")))
                        .addNode(Protos.node("Add", "both", List.of("heard", "kept"), List.of("next")))
                        .addNode(Protos.node("MatMul", "scaled", List.of("next", "w"), List.of("scaled")))
                        .addNode(Protos.node("Add", "score", List.of("scaled", "b"), List.of("score")))
                        .addNode(Protos.node("Sigmoid", "p", List.of("score"), List.of("p"))));
    }

    private static Tensor ones() {
        float[] mean = new float[FRAME];
        java.util.Arrays.fill(mean, 1.0f / FRAME);
        return Tensor.floats(Shape.of(FRAME, 1), mean);
    }

    /** Noise that comes and goes, of so many frames. */
    private Path sound(String name, int rate, int frames) throws IOException {
        SplitMix random = SplitMix.named("sound");
        byte[] bytes = new byte[2 * FRAME * frames];
        for (int i = 0; i < FRAME * frames; i++) {
            boolean loud = i / FRAME % 40 < 15;
            short value = (short) (random.nextGaussian() * (loud ? 8000 : 200));
            bytes[2 * i] = (byte) value;
            bytes[2 * i + 1] = (byte) (value >> 8);
        }
        Path file = folder.resolve(name);
        AudioFormat format = new AudioFormat(rate, 16, 1, true, false);
        AudioSystem.write(
                new AudioInputStream(new ByteArrayInputStream(bytes), format, (long) FRAME * frames),
                AudioFileFormat.Type.WAVE,
                file.toFile());
        return file;
    }

    private Path text(String words) throws IOException {
        return Files.writeString(folder.resolve("text.txt"), words);
    }

    private QuantizationReport quantize(String reference, SuiteModel.Feed feed, Path data, Method... methods) {
        SuiteCase wanted = new SuiteCase(
                CaseId.of("quantize", "model", "model", Map.of()),
                new SuiteModel(reference, "model", feed),
                RunSettings.DEFAULT,
                List.of(Chain.of(Backends.NATIVE_CPU)),
                Comparisons.OFF);
        RunRequest run = new RunRequest(
                new Invocation("20261130-000000-0001", "quantize", "0".repeat(64), 7, "bascule quantize"),
                List.of(wanted),
                BrowserSetup.of(new BrowserChoice.None()),
                0);
        return new LocalQuantizeService(WARM, new DataSets(CacheFolder.ofProcess()), () -> List.of(methods))
                .quantize(
                        new QuantizationRequest(
                                run,
                                List.of(new Chosen(Optional.empty(), Backends.NATIVE_CPU, true)),
                                List.of("all"),
                                new QuantizationRequest.Data(
                                        List.of(data.toString()),
                                        new SampleSplit.Counts(2, 8),
                                        false,
                                        ModelFeed.Linear.SAME),
                                QuantizationBudget.NONE,
                                new QuantizationSettings(4, Duration.ofMillis(5), Duration.ofMillis(20)),
                                folder.resolve("points.jsonl"),
                                Optional.empty()),
                        RunListener.silent());
    }

    private String model() throws IOException {
        return Files.write(folder.resolve("model.onnx"), detector().toByteArray())
                .toString();
    }

    private static Judged judged(QuantizationReport report, String variant) {
        assertThat(report.targets().get(0).failed()).isEmpty();
        return report.targets().get(0).judged().stream()
                .filter(each -> each.point().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_detector_is_judged_by_its_decisions_each_variant_going_on_from_its_own_state() throws IOException {
        QuantizationReport report = quantize(
                model(),
                HEARD,
                sound("sound.wav", RATE, 12 * SoundSamples.STRETCH + 5),
                // Its probabilities of a frame with what was before are as they were; what it remembers is not.
                KnownMethods.spoilt("fade", 0.5f),
                Methods.named("qdq-minmax").orElseThrow());

        assertThat(report.samples().evaluation()).hasSize(8);
        assertThat(report.targets().get(0).loss()).contains(Loss.AGREEMENT);
        Judged copy = judged(report, Variant.AGAIN + 1);
        assertThat(copy.figures().agreement()).hasValue(1.0);
        assertThat(copy.figures().greatest()).hasValue(0.0);
        Judged forgets = judged(report, "spoilt");
        assertThat(forgets.figures().agreement().getAsDouble()).isLessThan(0.9);
        assertThat(forgets.figures().loss().orElseThrow().ci95().orElseThrow().low())
                .isPositive();
        assertThat(forgets.dominatedBy()).contains(Variant.ORIGINAL);
        assertThat(report.variants().get(2).refused()).isEmpty();
        assertThat(judged(report, "qdq-minmax").figures().agreement().getAsDouble())
                .isGreaterThan(0.8);
        assertThat(report.notes())
                .anyMatch(note -> note.contains("its own"))
                .anyMatch(note -> note.contains("the first 2 calibrate, the next is left out"))
                .anyMatch(note -> note.contains("of these sounds, not of all"));
    }

    @Test
    void a_sound_that_does_not_fit_is_refused_with_what_to_do() throws IOException {
        Path slow = sound("slow.wav", 8_000, 200);
        Path brief = sound("brief.wav", RATE, 5);

        assertRefused(() -> quantize(model(), HEARD, slow, KnownMethods.nothing()), "8,000 samples a second", "ffmpeg");
        assertRefused(() -> quantize(model(), HEARD, brief, KnownMethods.nothing()), "5 frames", "longer");
        assertRefused(
                () -> quantize("zoo:smollm2-micro", SuiteModel.Feed.NONE, brief, KnownMethods.nothing()),
                "hears frame by frame",
                "--frame");
    }

    @Test
    void a_writer_is_judged_by_the_loss_of_its_next_token() throws IOException {
        QuantizationReport report = quantize(
                "zoo:smollm2-micro",
                SuiteModel.Feed.NONE,
                text("The bridge opens at noon, and whoever waits may cross. ".repeat(20)),
                Methods.named("int8-channel").orElseThrow());

        assertThat(report.targets().get(0).loss()).contains(Loss.NEXT_TOKEN);
        Judged copy = judged(report, Variant.AGAIN + 1);
        assertThat(copy.figures().loss().orElseThrow().difference()).isZero();
        assertThat(copy.figures().agreement()).hasValue(1.0);
        double perplexity = FurtherFigures.of(copy.point()).perplexity().getAsDouble();
        assertThat(perplexity).isBetween(100.0, 10_000.0);
        Judged bytes = judged(report, "int8-channel");
        assertThat(bytes.figures().divergence().getAsDouble()).isBetween(1e-9, 0.1);
        assertThat(bytes.figures().loss().orElseThrow().ci95()).isPresent();
    }

    @Test
    void a_text_that_does_not_fit_is_refused_with_what_to_do() throws IOException {
        String writer = "zoo:smollm2-micro";
        SuiteModel.Feed none = SuiteModel.Feed.NONE;

        assertRefused(() -> quantize(writer, none, text(" \n "), KnownMethods.nothing()), "has no text", "give a file");
        assertRefused(() -> quantize(writer, none, text("Too short."), KnownMethods.nothing()), "10 tokens", "longer");
        assertRefused(
                () -> quantize(model(), none, text("Words."), KnownMethods.nothing()), "no tokenizer", "smollm2-micro");
        assertRefused(() -> quantize("zoo:t5-micro", none, text("Words."), KnownMethods.nothing()), "encoder", "alone");
    }

    private interface Asking {
        QuantizationReport ask() throws IOException;
    }

    private static void assertRefused(Asking asking, String why, String remedy) {
        assertThatThrownBy(asking::ask).isInstanceOfSatisfying(BasculeException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.USAGE_ERROR);
            assertThat(refused.getMessage()).contains(why);
            assertThat(String.join(" ", refused.failure().remedies())).contains(remedy);
        });
    }
}
