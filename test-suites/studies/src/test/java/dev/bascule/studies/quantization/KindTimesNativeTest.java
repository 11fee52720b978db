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
import dev.bascule.quantization.method.LayerTrials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In real native children; what they take is no matter of a test. */
@Tag("native")
class KindTimesNativeTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
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

    private KindTimesRun.Found found(ModelProto model) throws IOException {
        Path path = Files.write(folder.resolve("m.onnx"), model.toByteArray());
        OnnxModelFile file = OnnxModelFile.open(path);
        ModelArtifact artifact = new ModelArtifact(file.sha256(), file.bytes(), path.toAbsolutePath());
        SampleSplit samples = SmallNetwork.samples(1);
        TargetStudy natively = new TargetStudy(
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
                new QuantizationSettings(4, Duration.ofMillis(4), Duration.ofMillis(20)),
                PointFile.open(folder.resolve("points.jsonl")),
                List.of("of a test"),
                told::add);
        return (KindTimesRun.Found)
                new KindTimesRun(natively, new VariantMaker(file, folder, 1), OptionalDouble.empty()).result();
    }

    private void isTimedOnceAndKept(ModelProto model, int models) throws IOException {
        KindTimesRun.Found first = found(model);
        int said = told.size();
        KindTimesRun.Found again = found(model);

        assertThat(first.measured()).isEqualTo(models);
        assertThat(first.kept()).isZero();
        assertThat(first.times().kinds()).allSatisfy(KindTimesNativeTest::isTimed);
        assertThat(again.kept()).isEqualTo(models);
        assertThat(again.measured()).isZero();
        assertThat(again.times()).isEqualTo(first.times());
        assertThat(told).hasSize(said);
    }

    private static void isTimed(KindTimes.Kind kind) {
        assertThat(kind.ratios()).containsOnlyKeys(LayerTrials.tried());
        assertThat(kind.ratios().values()).allSatisfy(ratio -> {
            assertThat(ratio.value()).isPositive().isFinite();
            assertThat(ratio.ci95()).isPresent();
        });
    }

    @Test
    void a_kind_is_timed_beside_copies_of_the_unquantised_model_and_kept() throws IOException {
        isTimedOnceAndKept(SmallNetwork.product(), 3 + 1 + ProcessSpread.COPIES);
    }

    @Test
    @Tag("full")
    void all_kinds_are_timed() throws IOException {
        isTimedOnceAndKept(SmallNetwork.model(), 6 + 1 + ProcessSpread.COPIES);
    }
}
