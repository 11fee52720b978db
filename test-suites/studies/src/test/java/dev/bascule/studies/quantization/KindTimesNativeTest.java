package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.quantization.KindTimes;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.method.LayerTrials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In real native children; what they take is no matter of a test. */
@Tag("native")
class KindTimesNativeTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PAIRS = 4;
    private static BridgeServer bridge;
    private static RunnerSource source;

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
    }

    @AfterAll
    static void end() {
        source.close();
        bridge.close();
    }

    private TargetStudy natively(OnnxModelFile file, ModelArtifact artifact) {
        SampleSplit samples = SmallNetwork.samples(1);
        return new TargetStudy(
                new Stage(
                        new Place(source, Backends.NATIVE_CPU),
                        new JobIds(),
                        LIMIT,
                        UsageMeter.none("not asked"),
                        Optional.empty()),
                new PreparedCase(
                        CaseId.of("test", "unit", "network", Map.of()),
                        new ModelInfo(
                                "network",
                                file.sha256(),
                                file.bytes(),
                                Family.OTHER,
                                "unknown",
                                Map.of("ai.onnx", 17L),
                                Map.of(),
                                0),
                        artifact,
                        List.of("y"),
                        Map.of(),
                        PreparedCase.Feeding.of(
                                Feeds.of(samples.evaluation().get(0).inputs())),
                        SessionSettings.defaults(),
                        PreparedCase.Answers.NONE,
                        Map.of()),
                samples,
                new AnswerReader(Optional.of("y"), 0, AnswerReader.Scale.SCORES),
                new QuantizationSettings(PAIRS, Duration.ofMillis(4), Duration.ofMillis(20)),
                PointFile.open(folder.resolve("points.jsonl")),
                List.of("of a test"),
                told::add);
    }

    /** @param plant puts points into the file, as an earlier search would */
    private KindTimesRun.Found found(ModelProto model, BiConsumer<TargetStudy, Variant> plant) throws IOException {
        Path path = Files.write(folder.resolve("m.onnx"), model.toByteArray());
        OnnxModelFile file = OnnxModelFile.open(path);
        ModelArtifact artifact = new ModelArtifact(file.sha256(), file.bytes(), path.toAbsolutePath());
        TargetStudy natively = natively(file, artifact);
        VariantMaker maker = new VariantMaker(file, folder, 1);
        plant.accept(KindTimesRun.of(natively, natively.samples().calibration().get(0)), maker.unquantised(artifact));
        return (KindTimesRun.Found) new KindTimesRun(natively, maker, OptionalDouble.empty()).result();
    }

    private static void isTimed(KindTimes.Kind kind, List<LayerPrecision> precisions) {
        assertThat(kind.ratios()).containsOnlyKeys(precisions);
        assertThat(kind.ratios().values()).allSatisfy(ratio -> {
            assertThat(ratio.value()).isPositive().isFinite();
            assertThat(ratio.ci95()).isPresent();
        });
    }

    private static Point kept(TargetStudy study, Variant variant) {
        List<List<Double>> blocks = Collections.nCopies(PAIRS, List.of(1.0, 1.01, 1.02));
        Point any = Points.of(
                variant.name(), 0, 1, variant.made().orElseThrow().artifact().bytes());
        return new Point(
                study.stage().target(),
                variant.name(),
                variant.made().orElseThrow().artifact().sha256(),
                any.bytes(),
                any.deflated(),
                any.answers().subList(0, 1),
                new Point.Timing(blocks, variant.isOriginal() ? List.of() : blocks),
                any.cost(),
                any.placing(),
                List.of());
    }

    @Test
    void what_an_earlier_search_left_is_taken_and_only_the_rest_is_timed() throws IOException {
        KindTimesRun.Found found = found(SmallNetwork.old(), (study, original) -> {
            study.file().add(study.key(original), kept(study, original));
            IntStream.rangeClosed(1, ProcessSpread.COPIES)
                    .mapToObj(original::again)
                    .forEach(copy -> study.file().add(study.key(copy), kept(study, copy)));
        });

        assertThat(found.kept()).isEqualTo(1 + ProcessSpread.COPIES);
        assertThat(found.measured()).isEqualTo(1);
        assertThat(told).singleElement().asString().contains("MatMul in 16 bits");
        assertThat(found.times().kinds())
                .singleElement()
                .satisfies(kind -> isTimed(kind, List.of(LayerPrecision.FLOAT16)));
        assertThat(found.notes())
                .anyMatch(note -> note.contains("MatMul in 8 bits is not made") && note.contains("operator set"));
    }

    @Test
    @Tag("full")
    void all_kinds_are_timed_once_and_kept() throws IOException {
        int models = 6 + 1 + ProcessSpread.COPIES;

        KindTimesRun.Found first = found(SmallNetwork.model(), (study, original) -> {});
        int said = told.size();
        KindTimesRun.Found again = found(SmallNetwork.model(), (study, original) -> {});

        assertThat(first.measured()).isEqualTo(models);
        assertThat(first.kept()).isZero();
        assertThat(first.times().kinds()).hasSize(2).allSatisfy(kind -> isTimed(kind, LayerTrials.tried()));
        assertThat(again.kept()).isEqualTo(models);
        assertThat(again.measured()).isZero();
        assertThat(again.times()).isEqualTo(first.times());
        assertThat(told).hasSize(said);
    }
}
