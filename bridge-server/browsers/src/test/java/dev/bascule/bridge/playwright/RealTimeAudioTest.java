package dev.bascule.bridge.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.bascule.bridge.playwright.RealBrowser.Shared;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.runner.Runner;
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
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A speech detector with a state, fed in real time by a real AudioWorklet. */
@Tag("browser")
@Tag("corpus")
@ExtendWith(RealBrowser.class)
class RealTimeAudioTest {
    private static final Path SILERO =
            Path.of(System.getProperty("bascule.corpora", "../../shared/corpora"), "models", "silero-vad");
    private static final int RATE = 16_000;
    private static final int FRAME = 512;

    /** What silero-vad wants of the frame before; without it, it hears no speech at all. */
    private static final int CONTEXT = 64;

    @Test
    void its_frames_give_what_the_same_frames_give_one_by_one(Shared shared) throws Exception {
        Runner runner = shared.launched().runner();
        StreamReport report = stream(runner, request().atSpeed(1));

        assertThat(report.frames()).isEqualTo(62);
        assertThat(report.processed() + report.dropped()).isEqualTo(report.frames());
        assertThat(report.latency().size()).isEqualTo(report.processed());
        assertThat(report.facts())
                .containsEntry("context", "AudioContext")
                .containsEntry("realTime", "true")
                .containsEntry("codec", "wav");

        float[] streamed = floats(report.outputs().get("output"));
        assertThat(streamed).hasSize(report.processed());
        assertThat(largest(streamed)).as("probability of speech").isGreaterThan(0.9f);

        List<Tensor> heard = new ArrayList<>();
        report.processedFrames().forEach(number -> heard.add(frame(report.pcm(), number)));
        RunnerSession oneByOne = opened(runner, heard);
        List<Outputs.Output> probabilities = oneByOne.firstOutputs().all().stream()
                .filter(output -> output.name().equals("output"))
                .toList();
        assertThat(probabilities).hasSize(report.processed());
        for (Outputs.Output output : probabilities) {
            assertThat((double) output.tensor().data().getFloat(0)).isCloseTo(streamed[output.step()], offset(1e-6));
        }
        oneByOne.finish(RealBrowser.LIMIT);
    }

    /** The negative control: frames in bursts into a queue of one cannot all get through. */
    @Test
    void what_comes_faster_than_the_model_takes_it_is_dropped_and_counted(Shared shared) throws Exception {
        StreamRequest calm = request();
        StreamRequest flood = new StreamRequest(
                calm.audio(), RATE, FRAME, calm.input(), Duration.ofSeconds(5), 1, 40, calm.offline(), CONTEXT);
        StreamReport report = stream(shared.launched().runner(), flood);
        assertThat(report.dropped()).isPositive();
        assertThat(report.processed() + report.dropped()).isEqualTo(report.frames());
        assertThat(report.pcm().shape().dims().get(0)).isEqualTo(report.frames());
        assertThat(report.processedFrames()).isSorted().doesNotHaveDuplicates();
    }

    private static StreamRequest request() throws Exception {
        return StreamRequest.realTime(artifact("test.wav"), RATE, FRAME, "input", Duration.ofSeconds(2))
                .withContext(CONTEXT);
    }

    private static StreamReport stream(Runner runner, StreamRequest request) throws Exception {
        RunnerSession session =
                opened(runner, List.of(Tensor.floats(Shape.of(1, CONTEXT + FRAME), new float[CONTEXT + FRAME])));
        StreamReport report =
                session.stream(request, RealBrowser.LIMIT).result().orElseThrow();
        session.finish(RealBrowser.LIMIT);
        return report;
    }

    private static RunnerSession opened(Runner runner, List<Tensor> frames) throws Exception {
        Feeds feeds = new Feeds(
                Map.of(
                        "input", frames,
                        "state", List.of(Tensor.floats(Shape.of(2, 1, 128), new float[256])),
                        "sr", List.of(Tensor.longs(Shape.of(), RATE))),
                Map.of("state", "stateN"));
        // The carried output must be read back; only the probability is compared.
        Job job = new Job(
                UUID.randomUUID().toString(),
                Backends.WASM,
                artifact("silero_vad_16k_op15.onnx"),
                feeds,
                List.of("output", "stateN"),
                SessionSettings.defaults().withEvidence(false));
        return runner.open(job, RealBrowser.LIMIT).result().orElseThrow();
    }

    private static Tensor frame(Tensor pcm, int number) {
        float[] samples = new float[CONTEXT + FRAME];
        int context = number == 0 ? 0 : CONTEXT;
        pcm.data().asFloatBuffer().position(number * FRAME - context).get(samples, CONTEXT - context, context + FRAME);
        return Tensor.floats(Shape.of(1, CONTEXT + FRAME), samples);
    }

    private static float largest(float[] values) {
        float largest = Float.NEGATIVE_INFINITY;
        for (float value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    private static float[] floats(Tensor tensor) {
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }

    private static ModelArtifact artifact(String name) throws Exception {
        Path file = SILERO.resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        return new ModelArtifact(sha256, bytes.length, file);
    }
}
