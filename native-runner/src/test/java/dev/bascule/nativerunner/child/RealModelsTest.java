package dev.bascule.nativerunner.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real exports, where the corpora are beside the project. */
@Tag("native")
@Tag("corpus")
class RealModelsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int FRAME = 512;
    private static final int CONTEXT = 64;

    @TempDir
    Path folder;

    private InMemoryRunner inMemory;

    @BeforeEach
    void join() throws Exception {
        inMemory = new InMemoryRunner(folder);
    }

    @AfterEach
    void leave() {
        inMemory.close();
    }

    @Test
    void a_face_detector_runs_wholly_on_the_cpu() throws Exception {
        Path model = corpus("models/ultraface/version-RFB-320.onnx");
        Tensor picture = Tensor.floats(Shape.of(1, 3, 240, 320), new float[3 * 240 * 320]);
        RunnerSession session = ok(inMemory.runner()
                .open(job(model, Feeds.of(Map.of("input", picture)), List.of("scores", "boxes")), LIMIT));
        assertThat(session.firstOutputs().all())
                .extracting(output -> output.tensor().shape())
                .containsExactly(Shape.of(1, 4420, 2), Shape.of(1, 4420, 4));
        assertThat(ok(session.measure(BlockRequest.ofIterations(3, LIMIT), LIMIT))
                        .newOutputs()
                        .all())
                .isEmpty();
        Evidence evidence = judged(ok(session.finish(LIMIT)));
        assertThat(evidence.proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(evidence.nodes()).containsOnlyKeys("cpu");
        assertThat(evidence.totalNodes()).isGreaterThan(50);
    }

    @Test
    void a_speech_detector_fed_frame_by_frame_with_its_state_hears_speech() throws Exception {
        Path model = corpus("models/silero-vad/silero_vad_op18_ifless.onnx");
        Path wav = corpus("models/silero-vad/test.wav");
        Tensor pcm = ok(inMemory.runner()
                        .prepare(
                                new PipelineRequest(
                                        "pcm",
                                        new PipelineSpec.Audio("pcm", 16000, 1000, 80),
                                        Map.of("audio", artifact(wav)),
                                        Optional.empty()),
                                LIMIT))
                .tensors()
                .get("pcm");
        List<Tensor> frames = new ArrayList<>();
        for (int start = CONTEXT; frames.size() < 100; start += FRAME) {
            float[] frame = new float[CONTEXT + FRAME];
            for (int i = 0; i < frame.length; i++) {
                frame[i] = pcm.data().getFloat((start - CONTEXT + i) * 4);
            }
            frames.add(Tensor.floats(Shape.of(1, CONTEXT + FRAME), frame));
        }
        Feeds feeds = new Feeds(
                Map.of(
                        "input",
                        frames,
                        "state",
                        List.of(Tensor.floats(Shape.of(2, 1, 128), new float[256])),
                        "sr",
                        List.of(Tensor.longs(Shape.of(), 16000))),
                Map.of("state", "stateN"));
        RunnerSession session = ok(inMemory.runner().open(job(model, feeds, List.of("output")), LIMIT));
        List<Outputs.Output> first = session.firstOutputs().all();
        assertThat(first).hasSize(100);
        assertThat(first)
                .anySatisfy(
                        output -> assertThat(output.tensor().data().getFloat(0)).isGreaterThan(0.9f));
        // The state starts anew when the frames do, so a second pass gives the same answers.
        assertThat(ok(session.measure(BlockRequest.ofIterations(100, LIMIT), LIMIT))
                        .newOutputs()
                        .all())
                .isEmpty();
        assertThat(judged(ok(session.finish(LIMIT))).proof()).isEqualTo(ProofClass.PROVEN);
    }

    private static Evidence judged(SessionEnd closing) {
        return new EvidenceJudge(Backends.installed())
                .judge(Backends.NATIVE_CPU, closing.evidence().orElseThrow(), EvidenceJudge.RunnerContext.UNKNOWN);
    }

    private static Path corpus(String path) {
        Path file = Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), path);
        assumeTrue(Files.exists(file), () -> file + " is not here");
        return file.toAbsolutePath();
    }

    private static Job job(Path model, Feeds feeds, List<String> outputs) throws Exception {
        return new Job(
                "job-" + System.nanoTime(),
                Backends.NATIVE_CPU,
                artifact(model),
                feeds,
                outputs,
                SessionSettings.defaults());
    }

    private static ModelArtifact artifact(Path file) throws Exception {
        byte[] content = Files.readAllBytes(file);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        return new ModelArtifact(sha256, content.length, file);
    }

    private static <T> T ok(Reply<T> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }
}
